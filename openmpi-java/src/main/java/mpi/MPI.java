package mpi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import mpj.core.comm.CreationFromGroups;
import mpj.core.comm.Keyvals;
import mpj.core.comm.ObjectName;
import mpj.core.comm.ProcessSets;
import mpj.core.comm.World;
import mpj.core.comm.Worlds;
import mpj.core.datatype.ByteTypes;
import mpj.core.datatype.Constants;
import mpj.core.datatype.TypeDescriptor;
import mpj.core.error.InitFailure;
import mpj.core.error.LiveEngine;
import mpj.core.group.Comparison;
import mpj.core.group.ProcessGroup;
import mpj.core.op.OpDescriptor;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.runtime.bootstrap.LeadingArguments;
import mpj.runtime.bootstrap.RuntimeProperties;

/**
 * Starts and ends MPI, and holds the predefined objects and constants: communicators, datatypes, operations, numbers.
 * The numbers differ from Open MPI's. They are not compile-time constants, so a program that was compiled against
 * another library gets the numbers of this one.
 *
 * <p>A program may use {@linkplain Session sessions} instead of Init, or in addition to it. Before Init and after
 * {@link #Finalize}, a program without a session may ask for the time, for the versions, and whether MPI was
 * started or ended. It may also make buffers, infos and keyvals.
 */
public final class MPI {
    private static final double NANOSECOND = 1e-9;

    static final Keyvals KEYVALS = new Keyvals(ErrorClass.ERR_KEYVAL);

    /** The worlds that the program uses from Init to Finalize and in its sessions. */
    private static final Worlds WORLDS = new Worlds(new World.Api(MPIException::of, Errhandler.ERRORS_RETURN, KEYVALS,
        MPI.class.getClassLoader().getParent()));

    /** The use of a world by the last Init; null before Init. */
    private static volatile Worlds.Use initialized;
    /** The thread that called Init. */
    private static volatile Thread mainThread;

    /** The communicator of all ranks. MPI: MPI_COMM_WORLD. */
    public static final Intracomm COMM_WORLD = new Intracomm();

    /** The communicator of this rank alone. MPI: MPI_COMM_SELF. */
    public static final Intracomm COMM_SELF = new Intracomm();

    /** A program of one thread. MPI: MPI_THREAD_SINGLE. */
    public static final int THREAD_SINGLE = same(0);

    /** Only the thread that called Init calls MPI. MPI: MPI_THREAD_FUNNELED. */
    public static final int THREAD_FUNNELED = same(1);

    /** Threads call MPI one at a time. MPI: MPI_THREAD_SERIALIZED. */
    public static final int THREAD_SERIALIZED = same(2);

    /** Any thread may call MPI at any time. MPI: MPI_THREAD_MULTIPLE. */
    public static final int THREAD_MULTIPLE = same(3);

    /** The communicator has a graph topology. MPI: MPI_GRAPH. */
    public static final int GRAPH = same(0);

    /** The communicator has a distributed graph topology. MPI: MPI_DIST_GRAPH. */
    public static final int DIST_GRAPH = same(1);

    /** The communicator has a Cartesian topology. MPI: MPI_CART. */
    public static final int CART = same(2);

    /** As a source, this matches a message from any rank. MPI: MPI_ANY_SOURCE. */
    public static final int ANY_SOURCE = same(Constants.ANY_SOURCE);

    /** As the tag of a receive, this matches a message with any tag. MPI: MPI_ANY_TAG. */
    public static final int ANY_TAG = same(Constants.ANY_TAG);

    /** The larger of two values. MPI: MPI_MAX. */
    public static final Op MAX = new Op(OpDescriptor.MAX);

    /** The smaller of two values. MPI: MPI_MIN. */
    public static final Op MIN = new Op(OpDescriptor.MIN);

    /** The sum of two values. MPI: MPI_SUM. */
    public static final Op SUM = new Op(OpDescriptor.SUM);

    /** The product of two values. MPI: MPI_PROD. */
    public static final Op PROD = new Op(OpDescriptor.PROD);

    /** Logical and. MPI: MPI_LAND. */
    public static final Op LAND = new Op(OpDescriptor.LAND);

    /** Bitwise and. MPI: MPI_BAND. */
    public static final Op BAND = new Op(OpDescriptor.BAND);

    /** Logical or. MPI: MPI_LOR. */
    public static final Op LOR = new Op(OpDescriptor.LOR);

    /** Bitwise or. MPI: MPI_BOR. */
    public static final Op BOR = new Op(OpDescriptor.BOR);

    /** Logical exclusive or. MPI: MPI_LXOR. */
    public static final Op LXOR = new Op(OpDescriptor.LXOR);

    /** Bitwise exclusive or. MPI: MPI_BXOR. */
    public static final Op BXOR = new Op(OpDescriptor.BXOR);

    /** The new value, for accumulates in a window. MPI: MPI_REPLACE. */
    public static final Op REPLACE = new Op(OpDescriptor.REPLACE);

    /** No change, for calls that read from a window. MPI: MPI_NO_OP. */
    public static final Op NO_OP = new Op(OpDescriptor.NO_OP);

    /** The smallest value and the smallest index that has it, of pairs. MPI: MPI_MINLOC. */
    public static final Op MINLOC = new Op(OpDescriptor.MINLOC);

    /** The largest value and the smallest index that has it, of pairs. MPI: MPI_MAXLOC. */
    public static final Op MAXLOC = new Op(OpDescriptor.MAXLOC);

    /** No datatype. MPI: MPI_DATATYPE_NULL. */
    public static final Datatype DATATYPE_NULL = Datatype.predefined(ByteTypes.NULL);

    /** The Java type {@code byte}. MPI: MPI_BYTE. */
    public static final Datatype BYTE = Datatype.predefined(TypeDescriptor.BYTE);

    /** The Java type {@code char}, of 2 bytes. MPI: MPI_CHAR. */
    public static final Datatype CHAR = Datatype.predefined(TypeDescriptor.CHAR);

    /** The Java type {@code short}. MPI: MPI_SHORT. */
    public static final Datatype SHORT = Datatype.predefined(TypeDescriptor.SHORT);

    /** The Java type {@code boolean}, of 1 byte in a message. MPI: MPI_BOOLEAN. */
    public static final Datatype BOOLEAN = Datatype.predefined(TypeDescriptor.BOOLEAN);

    /** The Java type {@code int}. MPI: MPI_INT. */
    public static final Datatype INT = Datatype.predefined(TypeDescriptor.INT);

    /** The Java type {@code long}, of 8 bytes. MPI: MPI_LONG. */
    public static final Datatype LONG = Datatype.predefined(TypeDescriptor.LONG);

    /** The Java type {@code float}. MPI: MPI_FLOAT. */
    public static final Datatype FLOAT = Datatype.predefined(TypeDescriptor.FLOAT);

    /** The Java type {@code double}. MPI: MPI_DOUBLE. */
    public static final Datatype DOUBLE = Datatype.predefined(TypeDescriptor.DOUBLE);

    /** Items that {@link Comm#pack} has packed. MPI: MPI_PACKED. */
    public static final Datatype PACKED = Datatype.predefined(TypeDescriptor.PACKED);

    /** A complex number of two floats; see {@link FloatComplex}. MPI: MPI_FLOAT_COMPLEX. */
    public static final Datatype FLOAT_COMPLEX = Datatype.predefined(ByteTypes.FLOAT_COMPLEX);

    /** A complex number of two doubles; see {@link DoubleComplex}. MPI: MPI_DOUBLE_COMPLEX. */
    public static final Datatype DOUBLE_COMPLEX = Datatype.predefined(ByteTypes.DOUBLE_COMPLEX);

    /** A value and its index, two ints. MPI: MPI_2INT. */
    public static final Datatype INT2 = Datatype.predefined(ByteTypes.INT2);

    /** A value and its index, a short and an int. MPI: MPI_SHORT_INT. */
    public static final Datatype SHORT_INT = Datatype.predefined(ByteTypes.SHORT_INT);

    /** A value and its index, a long and an int. MPI: MPI_LONG_INT. */
    public static final Datatype LONG_INT = Datatype.predefined(ByteTypes.LONG_INT);

    /** A value and its index, a float and an int. MPI: MPI_FLOAT_INT. */
    public static final Datatype FLOAT_INT = Datatype.predefined(ByteTypes.FLOAT_INT);

    /** A value and its index, a double and an int. MPI: MPI_DOUBLE_INT. */
    public static final Datatype DOUBLE_INT = Datatype.predefined(ByteTypes.DOUBLE_INT);

    /** Reads and writes items of {@link #INT2}. */
    public static final Int2 int2 = new Int2();

    /** Reads and writes items of {@link #SHORT_INT}. */
    public static final ShortInt shortInt = new ShortInt();

    /** Reads and writes items of {@link #LONG_INT}. */
    public static final LongInt longInt = new LongInt();

    /** Reads and writes items of {@link #FLOAT_INT}. */
    public static final FloatInt floatInt = new FloatInt();

    /** Reads and writes items of {@link #DOUBLE_INT}. */
    public static final DoubleInt doubleInt = new DoubleInt();

    /** A request without an operation: a wait for this request returns at once. MPI: MPI_REQUEST_NULL. */
    public static final Request REQUEST_NULL = new Request(null, null);

    /** The group without members. MPI: MPI_GROUP_EMPTY. */
    public static final Group GROUP_EMPTY = new Group(ProcessGroup.EMPTY);

    /**
     * The properties of the job, from Init or the first session on. This info can only be read. Of the keys that MPI
     * reserves for it, it has maxprocs, host, arch, wdir and thread_level. MPI: MPI_INFO_ENV.
     */
    public static final Info INFO_ENV = new Info();

    /** No hints. MPI: MPI_INFO_NULL. */
    public static final Info INFO_NULL = new Info(mpj.core.comm.Info.none());

    /**
     * A rank that does not exist: a send to it and a receive from it return at once, without data. MPI: MPI_PROC_NULL.
     */
    public static final int PROC_NULL = same(Constants.PROC_NULL);

    /** The value of an index, a rank or a count that does not exist. MPI: MPI_UNDEFINED. */
    public static final int UNDEFINED = same(Constants.UNDEFINED);

    /** Two groups or communicators are the same. MPI: MPI_IDENT. */
    public static final int IDENT = Comparison.IDENT.ordinal();

    /** Two communicators have the same members in the same order, but different contexts. MPI: MPI_CONGRUENT. */
    public static final int CONGRUENT = Comparison.CONGRUENT.ordinal();

    /** Two groups or communicators have the same members in another order. MPI: MPI_SIMILAR. */
    public static final int SIMILAR = Comparison.SIMILAR.ordinal();

    /** Two groups or communicators have different members. MPI: MPI_UNEQUAL. */
    public static final int UNEQUAL = Comparison.UNEQUAL.ordinal();

    /** The attribute with the largest tag. MPI: MPI_TAG_UB. */
    public static final int TAG_UB = same(Keyvals.TAG_UB);

    /**
     * The attribute with the rank of the host process. It is {@link #PROC_NULL}, because there is no such process.
     * MPI: MPI_HOST.
     */
    public static final int HOST = same(Keyvals.HOST);

    /**
     * The attribute with the rank that can do input and output. It is {@link #ANY_SOURCE}, because all ranks can.
     * MPI: MPI_IO.
     */
    public static final int IO = same(Keyvals.IO);

    /**
     * The attribute that tells whether {@link #wtime} is the same on all ranks. It is 0, because it is not.
     * MPI: MPI_WTIME_IS_GLOBAL.
     */
    public static final int WTIME_IS_GLOBAL = same(Keyvals.WTIME_IS_GLOBAL);

    /**
     * The attribute with the number of the program that this rank runs, from 0, if the job has several programs
     * ({@code mpjrun -np 1 A : -np 2 B}, or {@link Intracomm#spawnMultiple}). MPI: MPI_APPNUM.
     */
    public static final int APPNUM = same(Keyvals.APPNUM);

    /** The attribute with the largest error code. MPI: MPI_LASTUSEDCODE. */
    public static final int LASTUSEDCODE = same(Keyvals.LASTUSEDCODE);

    /**
     * The attribute with the number of processes for which the hosts of the job have slots. If {@code mpjrun} is given
     * no hosts, this host has a slot for each core, but at least one for each process. In a job that was spawned, it is
     * the number of the job that spawned it. MPI: MPI_UNIVERSE_SIZE.
     */
    public static final int UNIVERSE_SIZE = same(Keyvals.UNIVERSE_SIZE);

    /** The attribute with the memory of a window. MPI: MPI_WIN_BASE. */
    public static final int WIN_BASE = same(0);

    /** The attribute with the size of a window. MPI: MPI_WIN_SIZE. */
    public static final int WIN_SIZE = same(1);

    /** The attribute with the unit of displacements of a window. MPI: MPI_WIN_DISP_UNIT. */
    public static final int WIN_DISP_UNIT = same(2);

    /**
     * The attribute of a window that tells how the window got its memory. Open MPI's bindings have neither this
     * constant nor its values. MPI: MPI_WIN_CREATE_FLAVOR.
     */
    public static final int WIN_CREATE_FLAVOR = same(3);

    /**
     * The attribute of a window that tells how a rank's own loads and stores are related to the accesses of other
     * ranks. Open MPI's bindings have neither this constant nor its values. MPI: MPI_WIN_MODEL.
     */
    public static final int WIN_MODEL = same(4);

    /** A window of memory that the program has. MPI: MPI_WIN_FLAVOR_CREATE. */
    public static final int WIN_FLAVOR_CREATE = same(1);

    /** A window of memory that the library has allocated. MPI: MPI_WIN_FLAVOR_ALLOCATE. */
    public static final int WIN_FLAVOR_ALLOCATE = same(2);

    /** A window to which memory is attached. MPI: MPI_WIN_FLAVOR_DYNAMIC. */
    public static final int WIN_FLAVOR_DYNAMIC = same(3);

    /** A window of memory that the ranks of a host share. MPI: MPI_WIN_FLAVOR_SHARED. */
    public static final int WIN_FLAVOR_SHARED = same(4);

    /**
     * A rank and the other ranks see the same memory of the window, after their accesses are complete.
     * MPI: MPI_WIN_UNIFIED.
     */
    public static final int WIN_UNIFIED = same(0);

    /**
     * A rank has a copy of its memory, which other ranks do not see until the rank synchronises. MPI: MPI_WIN_SEPARATE.
     */
    public static final int WIN_SEPARATE = same(1);

    /** The version of the MPI standard that this API has, before the dot. MPI: MPI_VERSION. */
    public static final int VERSION = same(3);

    /** The version of the MPI standard that this API has, after the dot. MPI: MPI_SUBVERSION. */
    public static final int SUBVERSION = same(1);

    /**
     * The value that the root itself passes as the root in a collective of two groups; see {@link Intercomm}.
     * MPI: MPI_ROOT.
     */
    public static final int ROOT = same(Constants.ROOT);

    /** No keyval. MPI: MPI_KEYVAL_INVALID. */
    public static final int KEYVAL_INVALID = same(Keyvals.INVALID);

    /**
     * The number of bytes that a buffered message needs in the attached buffer in addition to its data. This library
     * needs none. MPI: MPI_BSEND_OVERHEAD.
     */
    public static final int BSEND_OVERHEAD = same(0);

    /** The largest number of characters of a name. MPI: MPI_MAX_OBJECT_NAME. */
    public static final int MAX_OBJECT_NAME = same(ObjectName.MOST);

    /**
     * The largest number of characters of the name of a process set; see {@link Session}. Open MPI's bindings do not
     * have this constant. MPI: MPI_MAX_PSET_NAME_LEN.
     */
    public static final int MAX_PSET_NAME_LEN = same(ProcessSets.MOST_NAME);

    /**
     * The largest number of characters of a tag of {@link Intracomm#createFromGroup}. Open MPI's bindings do not have
     * this constant. MPI: MPI_MAX_STRINGTAG_LEN.
     */
    public static final int MAX_STRINGTAG_LEN = same(CreationFromGroups.MOST_TAG);

    /** The largest number of characters of the name of a port. MPI: MPI_MAX_PORT_NAME. */
    public static final int MAX_PORT_NAME = same(1024);

    /** The largest number of characters of the name of a data representation. MPI: MPI_MAX_DATAREP_STRING. */
    public static final int MAX_DATAREP_STRING = same(127);

    /** The largest number of characters of a key of an info. MPI: MPI_MAX_INFO_KEY. */
    public static final int MAX_INFO_KEY = same(mpj.core.comm.Info.MAX_KEY);

    /** The largest number of characters of a value of an info. MPI: MPI_MAX_INFO_VAL. */
    public static final int MAX_INFO_VAL = same(mpj.core.comm.Info.MAX_VALUE);

    /** The last dimension of an array runs fastest. MPI: MPI_ORDER_C. */
    public static final int ORDER_C = same(Constants.ORDER_C);

    /** The first dimension of an array runs fastest. MPI: MPI_ORDER_FORTRAN. */
    public static final int ORDER_FORTRAN = same(Constants.ORDER_FORTRAN);

    /** A dimension of an array is distributed in blocks. MPI: MPI_DISTRIBUTE_BLOCK. */
    public static final int DISTRIBUTE_BLOCK = same(Constants.DISTRIBUTE_BLOCK);

    /** The ranks get blocks of a dimension of an array in turn. MPI: MPI_DISTRIBUTE_CYCLIC. */
    public static final int DISTRIBUTE_CYCLIC = same(Constants.DISTRIBUTE_CYCLIC);

    /** A dimension of an array is not distributed. MPI: MPI_DISTRIBUTE_NONE. */
    public static final int DISTRIBUTE_NONE = same(Constants.DISTRIBUTE_NONE);

    /** The default argument of a distribution. MPI: MPI_DISTRIBUTE_DFLT_DARG. */
    public static final int DISTRIBUTE_DFLT_DARG = same(Constants.DISTRIBUTE_DFLT_DARG);

    /** The file is created if it does not exist. MPI: MPI_MODE_CREATE. */
    public static final int MODE_CREATE = same(1);

    /** The file is opened for reading. MPI: MPI_MODE_RDONLY. */
    public static final int MODE_RDONLY = same(1 << 1);

    /** The file is opened for writing. MPI: MPI_MODE_WRONLY. */
    public static final int MODE_WRONLY = same(1 << 2);

    /** The file is opened for reading and writing. MPI: MPI_MODE_RDWR. */
    public static final int MODE_RDWR = same(1 << 3);

    /** The file is deleted when it is closed. MPI: MPI_MODE_DELETE_ON_CLOSE. */
    public static final int MODE_DELETE_ON_CLOSE = same(1 << 4);

    /** No other program has the file open. MPI: MPI_MODE_UNIQUE_OPEN. */
    public static final int MODE_UNIQUE_OPEN = same(1 << 5);

    /** It is an error if the file to create exists. MPI: MPI_MODE_EXCL. */
    public static final int MODE_EXCL = same(1 << 6);

    /** All pointers begin at the end of the file. MPI: MPI_MODE_APPEND. */
    public static final int MODE_APPEND = same(1 << 7);

    /** The file is read or written only from its beginning to its end. MPI: MPI_MODE_SEQUENTIAL. */
    public static final int MODE_SEQUENTIAL = same(1 << 8);

    /** A view begins at the current position of the shared pointer. MPI: MPI_DISPLACEMENT_CURRENT. */
    public static final int DISPLACEMENT_CURRENT = same(-1);

    /** A position in a file is relative to the beginning. MPI: MPI_SEEK_SET. */
    public static final int SEEK_SET = same(0);

    /** A position in a file is relative to the current position. MPI: MPI_SEEK_CUR. */
    public static final int SEEK_CUR = same(1);

    /** A position in a file is relative to the end. MPI: MPI_SEEK_END. */
    public static final int SEEK_END = same(2);

    /** An assertion about a window: the other side is ready, so it need not be checked. MPI: MPI_MODE_NOCHECK. */
    public static final int MODE_NOCHECK = same(1);

    /**
     * An assertion about a window: this rank has made no access between the previous fence and this call.
     * MPI: MPI_MODE_NOPRECEDE.
     */
    public static final int MODE_NOPRECEDE = same(1 << 1);

    /**
     * An assertion about a window: other ranks do not write to this rank's memory until the next synchronisation.
     * MPI: MPI_MODE_NOPUT.
     */
    public static final int MODE_NOPUT = same(1 << 2);

    /**
     * An assertion about a window: this rank has not stored to its own memory since the last synchronisation.
     * MPI: MPI_MODE_NOSTORE.
     */
    public static final int MODE_NOSTORE = same(1 << 3);

    /**
     * An assertion about a window: this rank makes no access between this call and the next fence.
     * MPI: MPI_MODE_NOSUCCEED.
     */
    public static final int MODE_NOSUCCEED = same(1 << 4);

    /** No other rank may lock the target at the same time. MPI: MPI_LOCK_EXCLUSIVE. */
    public static final int LOCK_EXCLUSIVE = same(0);

    /** Other ranks may have a shared lock of the target at the same time. MPI: MPI_LOCK_SHARED. */
    public static final int LOCK_SHARED = same(1);

    /** An error ends the job and prints a message. MPI: MPI_ERRORS_ARE_FATAL. */
    public static final Errhandler ERRORS_ARE_FATAL = Errhandler.ERRORS_ARE_FATAL;

    /** An error ends the job, as {@link Comm#abort} does. MPI: MPI_ERRORS_ABORT. */
    public static final Errhandler ERRORS_ABORT = Errhandler.ERRORS_ABORT;

    /** An error throws an {@link MPIException}. This is the default. MPI: MPI_ERRORS_RETURN. */
    public static final Errhandler ERRORS_RETURN = Errhandler.ERRORS_RETURN;

    /** No error. MPI: MPI_SUCCESS. */
    public static final int SUCCESS = ErrorClass.SUCCESS.code();

    /** The buffer is null, too small, or of a kind that the call does not take. MPI: MPI_ERR_BUFFER. */
    public static final int ERR_BUFFER = ErrorClass.ERR_BUFFER.code();

    /** The count is negative. MPI: MPI_ERR_COUNT. */
    public static final int ERR_COUNT = ErrorClass.ERR_COUNT.code();

    /**
     * The datatype is null, was freed, is not committed, or does not match the buffer or the message.
     * MPI: MPI_ERR_TYPE.
     */
    public static final int ERR_TYPE = ErrorClass.ERR_TYPE.code();

    /** The tag is not valid. MPI: MPI_ERR_TAG. */
    public static final int ERR_TAG = ErrorClass.ERR_TAG.code();

    /** The communicator is null or was freed. MPI: MPI_ERR_COMM. */
    public static final int ERR_COMM = ErrorClass.ERR_COMM.code();

    /** The communicator or group has no such rank. MPI: MPI_ERR_RANK. */
    public static final int ERR_RANK = ErrorClass.ERR_RANK.code();

    /** The request is null, or cannot be used in this call. MPI: MPI_ERR_REQUEST. */
    public static final int ERR_REQUEST = ErrorClass.ERR_REQUEST.code();

    /** The communicator has no such root. MPI: MPI_ERR_ROOT. */
    public static final int ERR_ROOT = ErrorClass.ERR_ROOT.code();

    /** The group is null, was freed, or does not belong to the communicator. MPI: MPI_ERR_GROUP. */
    public static final int ERR_GROUP = ErrorClass.ERR_GROUP.code();

    /** The operation is null, was freed, or is not defined for the datatype. MPI: MPI_ERR_OP. */
    public static final int ERR_OP = ErrorClass.ERR_OP.code();

    /**
     * The topology is not valid, has more ranks than the communicator, or is of another kind. MPI: MPI_ERR_TOPOLOGY.
     */
    public static final int ERR_TOPOLOGY = ErrorClass.ERR_TOPOLOGY.code();

    /** The dimensions of a Cartesian topology are wrong. MPI: MPI_ERR_DIMS. */
    public static final int ERR_DIMS = ErrorClass.ERR_DIMS.code();

    /** Another argument is wrong. MPI: MPI_ERR_ARG. */
    public static final int ERR_ARG = ErrorClass.ERR_ARG.code();

    /** It is not known what failed. MPI: MPI_ERR_UNKNOWN. */
    public static final int ERR_UNKNOWN = ErrorClass.ERR_UNKNOWN.code();

    /** The message is larger than the buffer. MPI: MPI_ERR_TRUNCATE. */
    public static final int ERR_TRUNCATE = ErrorClass.ERR_TRUNCATE.code();

    /** Another error, which the message describes. MPI: MPI_ERR_OTHER. */
    public static final int ERR_OTHER = ErrorClass.ERR_OTHER.code();

    /** An error in the library. MPI: MPI_ERR_INTERN. */
    public static final int ERR_INTERN = ErrorClass.ERR_INTERN.code();

    /** Some of several requests have failed. MPI: MPI_ERR_IN_STATUS. */
    public static final int ERR_IN_STATUS = ErrorClass.ERR_IN_STATUS.code();

    /** The request is not complete. MPI: MPI_ERR_PENDING. */
    public static final int ERR_PENDING = ErrorClass.ERR_PENDING.code();

    /** The file may not be accessed. MPI: MPI_ERR_ACCESS. */
    public static final int ERR_ACCESS = ErrorClass.ERR_ACCESS.code();

    /** The access mode of a file is wrong. MPI: MPI_ERR_AMODE. */
    public static final int ERR_AMODE = ErrorClass.ERR_AMODE.code();

    /** The assertion is wrong. MPI: MPI_ERR_ASSERT. */
    public static final int ERR_ASSERT = ErrorClass.ERR_ASSERT.code();

    /** The name of the file is wrong. MPI: MPI_ERR_BAD_FILE. */
    public static final int ERR_BAD_FILE = ErrorClass.ERR_BAD_FILE.code();

    /** A window cannot use this memory. MPI: MPI_ERR_BASE. */
    public static final int ERR_BASE = ErrorClass.ERR_BASE.code();

    /** Elements of a file cannot be converted. MPI: MPI_ERR_CONVERSION. */
    public static final int ERR_CONVERSION = ErrorClass.ERR_CONVERSION.code();

    /** The displacement is wrong. MPI: MPI_ERR_DISP. */
    public static final int ERR_DISP = ErrorClass.ERR_DISP.code();

    /** The data representation exists already. MPI: MPI_ERR_DUP_DATAREP. */
    public static final int ERR_DUP_DATAREP = ErrorClass.ERR_DUP_DATAREP.code();

    /** The file exists already. MPI: MPI_ERR_FILE_EXISTS. */
    public static final int ERR_FILE_EXISTS = ErrorClass.ERR_FILE_EXISTS.code();

    /** The file is open. MPI: MPI_ERR_FILE_IN_USE. */
    public static final int ERR_FILE_IN_USE = ErrorClass.ERR_FILE_IN_USE.code();

    /** The file is not valid. MPI: MPI_ERR_FILE. */
    public static final int ERR_FILE = ErrorClass.ERR_FILE.code();

    /** The key of an info is null, empty or too long. MPI: MPI_ERR_INFO_KEY. */
    public static final int ERR_INFO_KEY = ErrorClass.ERR_INFO_KEY.code();

    /** The info has no such key. MPI: MPI_ERR_INFO_NOKEY. */
    public static final int ERR_INFO_NOKEY = ErrorClass.ERR_INFO_NOKEY.code();

    /** The value of an info is null or too long. MPI: MPI_ERR_INFO_VALUE. */
    public static final int ERR_INFO_VALUE = ErrorClass.ERR_INFO_VALUE.code();

    /** The info is null or was freed. MPI: MPI_ERR_INFO. */
    public static final int ERR_INFO = ErrorClass.ERR_INFO.code();

    /** Input or output failed. MPI: MPI_ERR_IO. */
    public static final int ERR_IO = ErrorClass.ERR_IO.code();

    /** The keyval is not valid, or is one of MPI's own. MPI: MPI_ERR_KEYVAL. */
    public static final int ERR_KEYVAL = ErrorClass.ERR_KEYVAL.code();

    /** The type of lock is wrong. MPI: MPI_ERR_LOCKTYPE. */
    public static final int ERR_LOCKTYPE = ErrorClass.ERR_LOCKTYPE.code();

    /** The name is not published. MPI: MPI_ERR_NAME. */
    public static final int ERR_NAME = ErrorClass.ERR_NAME.code();

    /** There is not enough memory. MPI: MPI_ERR_NO_MEM. */
    public static final int ERR_NO_MEM = ErrorClass.ERR_NO_MEM.code();

    /** An argument is not the same on all ranks. MPI: MPI_ERR_NOT_SAME. */
    public static final int ERR_NOT_SAME = ErrorClass.ERR_NOT_SAME.code();

    /** There is not enough space for the file. MPI: MPI_ERR_NO_SPACE. */
    public static final int ERR_NO_SPACE = ErrorClass.ERR_NO_SPACE.code();

    /** The file does not exist. MPI: MPI_ERR_NO_SUCH_FILE. */
    public static final int ERR_NO_SUCH_FILE = ErrorClass.ERR_NO_SUCH_FILE.code();

    /** The port is not valid. MPI: MPI_ERR_PORT. */
    public static final int ERR_PORT = ErrorClass.ERR_PORT.code();

    /** A process of the job has ended. MPI: MPI_ERR_PROC_ABORTED. */
    public static final int ERR_PROC_ABORTED = ErrorClass.ERR_PROC_ABORTED.code();

    /** The user's quota is used up. MPI: MPI_ERR_QUOTA. */
    public static final int ERR_QUOTA = ErrorClass.ERR_QUOTA.code();

    /** The file can only be read. MPI: MPI_ERR_READ_ONLY. */
    public static final int ERR_READ_ONLY = ErrorClass.ERR_READ_ONLY.code();

    /** Accesses to a window conflict. MPI: MPI_ERR_RMA_CONFLICT. */
    public static final int ERR_RMA_CONFLICT = ErrorClass.ERR_RMA_CONFLICT.code();

    /** The calls for a window are in a wrong order. MPI: MPI_ERR_RMA_SYNC. */
    public static final int ERR_RMA_SYNC = ErrorClass.ERR_RMA_SYNC.code();

    /**
     * The items are not in the target's window. Open MPI's bindings do not have this constant. MPI: MPI_ERR_RMA_RANGE.
     */
    public static final int ERR_RMA_RANGE = ErrorClass.ERR_RMA_RANGE.code();

    /**
     * The memory is already attached to a window, or it is not attached. Open MPI's bindings do not have this constant.
     * MPI: MPI_ERR_RMA_ATTACH.
     */
    public static final int ERR_RMA_ATTACH = ErrorClass.ERR_RMA_ATTACH.code();

    /** The ranks cannot share memory. Open MPI's bindings do not have this constant. MPI: MPI_ERR_RMA_SHARED. */
    public static final int ERR_RMA_SHARED = ErrorClass.ERR_RMA_SHARED.code();

    /**
     * The window is not of the kind that the call needs. Open MPI's bindings do not have this constant.
     * MPI: MPI_ERR_RMA_FLAVOR.
     */
    public static final int ERR_RMA_FLAVOR = ErrorClass.ERR_RMA_FLAVOR.code();

    /** The service cannot be withdrawn. MPI: MPI_ERR_SERVICE. */
    public static final int ERR_SERVICE = ErrorClass.ERR_SERVICE.code();

    /** The size is wrong. MPI: MPI_ERR_SIZE. */
    public static final int ERR_SIZE = ErrorClass.ERR_SIZE.code();

    /** Processes cannot be started. MPI: MPI_ERR_SPAWN. */
    public static final int ERR_SPAWN = ErrorClass.ERR_SPAWN.code();

    /** The data representation is not supported. MPI: MPI_ERR_UNSUPPORTED_DATAREP. */
    public static final int ERR_UNSUPPORTED_DATAREP = ErrorClass.ERR_UNSUPPORTED_DATAREP.code();

    /** The call is not supported. MPI: MPI_ERR_UNSUPPORTED_OPERATION. */
    public static final int ERR_UNSUPPORTED_OPERATION = ErrorClass.ERR_UNSUPPORTED_OPERATION.code();

    /** The window is not valid. MPI: MPI_ERR_WIN. */
    public static final int ERR_WIN = ErrorClass.ERR_WIN.code();

    /** The session has ended. Open MPI's bindings do not have this constant. MPI: MPI_ERR_SESSION. */
    public static final int ERR_SESSION = ErrorClass.ERR_SESSION.code();

    /** A process that the call needs has failed. This library's own. MPI: MPI_ERR_PROC_FAILED. */
    public static final int ERR_PROC_FAILED = ErrorClass.ERR_PROC_FAILED.code();

    /**
     * A process has failed that may be the sender for a receive from any source. The receive goes on; see {@link
     * Comm#ackFailed}. This library's own. MPI: MPI_ERR_PROC_FAILED_PENDING.
     */
    public static final int ERR_PROC_FAILED_PENDING = ErrorClass.ERR_PROC_FAILED_PENDING.code();

    /** The communicator was revoked; see {@link Comm#revoke}. This library's own. MPI: MPI_ERR_REVOKED. */
    public static final int ERR_REVOKED = ErrorClass.ERR_REVOKED.code();

    /** No error has a larger code. MPI: MPI_ERR_LASTCODE. */
    public static final int ERR_LASTCODE = ErrorClass.LAST.code();

    /** Resources of the system are used up. MPI: MPI_ERR_SYSRESOURCE. */
    public static final int ERR_SYSRESOURCE = ErrorClass.ERR_SYSRESOURCE.code();

    /** An object of this class has no use. The constructor exists for programs that call it. */
    public MPI() {
    }

    /**
     * Starts MPI. The process learns its rank from the launcher, and becomes known to the other ranks. MPI: MPI_Init.
     *
     * <p>Unlike in MPI, a program may call Init again after {@link #Finalize}, on all ranks, and any number of times.
     * Datatypes and operations remain valid. Communicators and requests from before must not be used again. Under a
     * launcher other than mpjrun, a program may call Init only once.
     *
     * @param args the program's arguments
     * @return the program's own arguments: these arguments, without those that {@code mpjrun --mpj-args} puts in front
     *     of them
     * @throws MPIException when Init was called before and {@link #Finalize} was not, or when this process cannot join
     *     the job
     */
    public static synchronized String[] Init(String[] args) {
        if (isInitialized() && !isFinalized()) {
            throw new MPIException(ErrorClass.ERR_OTHER, "MPI.Init was called before; it may be called again after"
                + " MPI.Finalize");
        }
        Worlds.Use use = begin(MPI.class);
        COMM_WORLD.open(use.world().all());
        COMM_SELF.open(use.world().self());
        mainThread = Thread.currentThread();
        initialized = use;
        return LeadingArguments.strip(use.world().rank(), args);
    }

    /**
     * Begins to use the library, which joins the job if nothing else of this rank uses the library.
     *
     * @param caller the class whose method the program has called
     */
    static Worlds.Use begin(Class<?> caller) {
        Worlds.Use use;
        try {
            use = WORLDS.begin();
        } catch (RuntimeException e) {
            throw e instanceof EngineException ? InitFailure.atCaller(MPIException.of(e), caller) : e;
        }
        if (use.hasOpened()) {
            INFO_ENV.open(use.world().environment());
            if (RuntimeProperties.VERBOSE.value()) {
                System.err.println("mpj: " + MPIException.result(use.world()::transports));
            }
        }
        return use;
    }

    /**
     * The same as {@link #Init}, for a program with threads. MPI: MPI_Init_thread.
     *
     * @param args the program's arguments
     * @param required the level that the program needs: {@link #THREAD_SINGLE} to {@link #THREAD_MULTIPLE}
     * @return the level that the library offers: always {@link #THREAD_MULTIPLE}
     * @throws MPIException like {@link #Init}, and when {@code required} is not a level
     */
    public static int InitThread(String[] args, int required) {
        if (required < THREAD_SINGLE || required > THREAD_MULTIPLE) {
            throw new MPIException(ErrorClass.ERR_ARG, "required is " + required
                + "; it must be one of MPI.THREAD_SINGLE to MPI.THREAD_MULTIPLE");
        }
        Init(args);
        return THREAD_MULTIPLE;
    }

    /**
     * The level of thread support. MPI: MPI_Query_thread.
     *
     * @return {@link #THREAD_MULTIPLE}
     */
    public static int queryThread() {
        world();
        return THREAD_MULTIPLE;
    }

    /**
     * Whether this is the thread that called Init. MPI: MPI_Is_thread_main.
     *
     * @return true if so
     */
    public static boolean isThreadMain() {
        if (!isInitialized() || isFinalized()) {
            throw notInitialized();
        }
        return Thread.currentThread() == mainThread;
    }

    /**
     * Ends MPI, after every rank has called this. If a {@link Session} has not ended, only {@link #COMM_WORLD} and
     * {@link #COMM_SELF} end here, and the end of the last session ends the rest. If another thread is in a call of MPI
     * when MPI ends, that call throws an {@link MPIException}. MPI: MPI_Finalize.
     *
     * @throws MPIException before {@link #Init}, and when Finalize was called before. When a buffered send has failed,
     *     MPI is ended first, and the exception then names the send
     */
    public static void Finalize() {
        Worlds.Use use = initialized;
        if (use == null) {
            throw notInitialized();
        }
        MPIException.run(use::end); // without this class's lock, which another thread's operation may need
        COMM_WORLD.open(null);
        COMM_SELF.open(null);
    }

    /**
     * The time since an arbitrary moment in the past, in seconds. MPI: MPI_Wtime.
     *
     * @return seconds
     */
    public static double wtime() {
        return System.nanoTime() * NANOSECOND;
    }

    /**
     * The resolution of {@link #wtime}, in seconds. MPI: MPI_Wtick.
     *
     * @return seconds
     */
    public static double wtick() {
        return NANOSECOND;
    }

    /**
     * The version of the MPI standard that this API has. MPI: MPI_Get_version.
     *
     * @return {@link #VERSION} and {@link #SUBVERSION}
     */
    public static Version getVersion() {
        return new Version(VERSION, SUBVERSION);
    }

    /**
     * The name and version of the library. MPI: MPI_Get_library_version.
     *
     * @return a text for people
     */
    public static String getLibVersion() {
        return World.libraryVersion();
    }

    /**
     * The name of the host on which this rank runs. MPI: MPI_Get_processor_name.
     *
     * @return the host's name
     */
    public static String getProcessorName() {
        world();
        return World.processorName();
    }

    /**
     * Whether {@link #Init} was called. MPI: MPI_Initialized.
     *
     * @return true if so, also after {@link #Finalize}
     */
    public static boolean isInitialized() {
        return initialized != null;
    }

    /**
     * Whether {@link #Finalize} was called, and {@link #Init} was not called again since then. MPI: MPI_Finalized.
     *
     * @return true if so
     */
    public static boolean isFinalized() {
        Worlds.Use last = initialized;
        return last != null && last.hasEnded();
    }

    /**
     * Attaches a buffer. Its size limits the sum of the sizes of the messages that {@link Comm#bSend} keeps until they
     * have left. MPI: MPI_Buffer_attach.
     *
     * @param buffer the buffer, of which only the length matters. It belongs to MPI until {@link #detachBuffer}
     * @throws MPIException of class {@link #ERR_BUFFER} when the buffer is null, or when a buffer is already attached
     */
    public static void attachBuffer(byte[] buffer) {
        MPIException.run(() -> world().bufferedSends().attach(notNull(buffer), buffer.length));
    }

    /**
     * Waits until all buffered messages have left, and detaches the buffer. MPI: MPI_Buffer_detach.
     *
     * @return the buffer that was attached
     * @throws MPIException of class {@link #ERR_BUFFER} when no buffer is attached. When a buffered send has failed,
     *     the buffer is detached as well, and the exception names the send
     */
    public static byte[] detachBuffer() {
        return (byte[]) MPIException.result(world().bufferedSends()::detach);
    }

    /**
     * Controls the profiler. This method does nothing, because there is no profiler. MPI: MPI_Pcontrol.
     *
     * @param level the level of profiling
     * @param obj further arguments for the profiler
     */
    public static void pControl(int level, Object obj) {
    }

    // ------------------------------------------------------------------------------------------------- buffers

    /**
     * Allocates memory for messages, which is freed when the program no longer refers to it. This is the same as
     * {@link #allocate(long, Arena)} with {@link Arena#ofAuto}. MPI: MPI_Alloc_mem.
     *
     * @param bytes the size in bytes, at least 0
     * @return memory in which every byte is 0
     * @throws MPIException like {@link #allocate(long, Arena)}
     */
    public static MemorySegment allocate(long bytes) {
        return allocate(bytes, Arena.ofAuto());
    }

    /**
     * Allocates memory for messages. Any call takes the memory, or a part of it, as a buffer. If two ranks share a
     * host, the receiver reads a message of more than 16 KiB directly from this memory, which saves one of two copies.
     * This needs room in /dev/shm. If there is no room, or if the transport can read any memory, the memory is like any
     * other memory. Any thread may call this.
     *
     * <pre>{@code
     * try (Arena arena = Arena.ofShared()) {
     *     MemorySegment row = MPI.allocate(1 << 20, arena);
     *     row.setAtIndex(ValueLayout.JAVA_DOUBLE, 0, 1.5);
     *     MPI.COMM_WORLD.send(row, 1 << 17, MPI.DOUBLE, 1, 0);
     * }
     * }</pre>
     *
     * MPI: MPI_Alloc_mem. Closing the arena corresponds to MPI_Free_mem. A message that is still under way then fails.
     *
     * @param bytes the size in bytes, at least 0; 2^31 and more are possible
     * @param arena the arena to which the memory belongs
     * @return memory in which every byte is 0. It begins at the start of a page if it has one page or more
     * @throws MPIException before {@link #Init} and after {@link #Finalize}, when the size is negative, when the arena
     *     is null, closed or belongs to another thread, and when there is not enough memory
     */
    public static MemorySegment allocate(long bytes, Arena arena) {
        World open = world();
        return MPIException.result(() -> open.allocate(bytes, arena));
    }

    /**
     * Makes a direct buffer in the native byte order, for any call that takes a buffer.
     *
     * @param capacity the number of elements, at least 0
     * @return the buffer, in which all elements are 0
     */
    public static ByteBuffer newByteBuffer(int capacity) {
        return direct(capacity, Byte.BYTES);
    }

    /**
     * Makes a direct buffer of chars, for any call that takes a buffer.
     *
     * @param capacity the number of elements, at least 0
     * @return the buffer, in which all elements are 0
     */
    public static CharBuffer newCharBuffer(int capacity) {
        return direct(capacity, Character.BYTES).asCharBuffer();
    }

    /**
     * Makes a direct buffer of shorts, for any call that takes a buffer.
     *
     * @param capacity the number of elements, at least 0
     * @return the buffer, in which all elements are 0
     */
    public static ShortBuffer newShortBuffer(int capacity) {
        return direct(capacity, Short.BYTES).asShortBuffer();
    }

    /**
     * Makes a direct buffer of ints, for any call that takes a buffer.
     *
     * @param capacity the number of elements, at least 0
     * @return the buffer, in which all elements are 0
     */
    public static IntBuffer newIntBuffer(int capacity) {
        return direct(capacity, Integer.BYTES).asIntBuffer();
    }

    /**
     * Makes a direct buffer of longs, for any call that takes a buffer.
     *
     * @param capacity the number of elements, at least 0
     * @return the buffer, in which all elements are 0
     */
    public static LongBuffer newLongBuffer(int capacity) {
        return direct(capacity, Long.BYTES).asLongBuffer();
    }

    /**
     * Makes a direct buffer of floats, for any call that takes a buffer.
     *
     * @param capacity the number of elements, at least 0
     * @return the buffer, in which all elements are 0
     */
    public static FloatBuffer newFloatBuffer(int capacity) {
        return direct(capacity, Float.BYTES).asFloatBuffer();
    }

    /**
     * Makes a direct buffer of doubles, for any call that takes a buffer.
     *
     * @param capacity the number of elements, at least 0
     * @return the buffer, in which all elements are 0
     */
    public static DoubleBuffer newDoubleBuffer(int capacity) {
        return direct(capacity, Double.BYTES).asDoubleBuffer();
    }

    private static ByteBuffer direct(int capacity, int elementBytes) {
        if (capacity < 0 || capacity > Integer.MAX_VALUE / elementBytes) {
            throw new MPIException(ErrorClass.ERR_ARG, "capacity is " + capacity + "; it must be 0 to "
                + Integer.MAX_VALUE / elementBytes);
        }
        return ByteBuffer.allocateDirect(capacity * elementBytes).order(ByteOrder.nativeOrder());
    }

    /**
     * The part of a buffer from an element to the buffer's capacity. The position of the buffer does not count.
     *
     * @param buf the buffer
     * @param offset the first element of the part
     * @return a buffer that shares its elements with {@code buf}, in the machine's byte order
     */
    public static ByteBuffer slice(ByteBuffer buf, int offset) {
        return from(buf, offset).slice().order(ByteOrder.nativeOrder());
    }

    /**
     * The part of a buffer from an element to the buffer's capacity. The position of the buffer does not count.
     *
     * @param buf the buffer
     * @param offset the first element of the part
     * @return a buffer that shares its elements with {@code buf}
     */
    public static CharBuffer slice(CharBuffer buf, int offset) {
        return from(buf, offset).slice();
    }

    /**
     * The part of a buffer from an element to the buffer's capacity. The position of the buffer does not count.
     *
     * @param buf the buffer
     * @param offset the first element of the part
     * @return a buffer that shares its elements with {@code buf}
     */
    public static ShortBuffer slice(ShortBuffer buf, int offset) {
        return from(buf, offset).slice();
    }

    /**
     * The part of a buffer from an element to the buffer's capacity. The position of the buffer does not count.
     *
     * @param buf the buffer
     * @param offset the first element of the part
     * @return a buffer that shares its elements with {@code buf}
     */
    public static IntBuffer slice(IntBuffer buf, int offset) {
        return from(buf, offset).slice();
    }

    /**
     * The part of a buffer from an element to the buffer's capacity. The position of the buffer does not count.
     *
     * @param buf the buffer
     * @param offset the first element of the part
     * @return a buffer that shares its elements with {@code buf}
     */
    public static LongBuffer slice(LongBuffer buf, int offset) {
        return from(buf, offset).slice();
    }

    /**
     * The part of a buffer from an element to the buffer's capacity. The position of the buffer does not count.
     *
     * @param buf the buffer
     * @param offset the first element of the part
     * @return a buffer that shares its elements with {@code buf}
     */
    public static FloatBuffer slice(FloatBuffer buf, int offset) {
        return from(buf, offset).slice();
    }

    /**
     * The part of a buffer from an element to the buffer's capacity. The position of the buffer does not count.
     *
     * @param buf the buffer
     * @param offset the first element of the part
     * @return a buffer that shares its elements with {@code buf}
     */
    public static DoubleBuffer slice(DoubleBuffer buf, int offset) {
        return from(buf, offset).slice();
    }

    /**
     * The part of an array from an element to the end.
     *
     * @param buf the array
     * @param offset the first element of the part
     * @return a heap buffer that shares its elements with {@code buf}, in the native byte order
     */
    public static ByteBuffer slice(byte[] buf, int offset) {
        return slice(ByteBuffer.wrap(notNull(buf)).order(ByteOrder.nativeOrder()), offset);
    }

    /**
     * The part of an array from an element to the end.
     *
     * @param buf the array
     * @param offset the first element of the part
     * @return a heap buffer that shares its elements with {@code buf}
     */
    public static CharBuffer slice(char[] buf, int offset) {
        return slice(CharBuffer.wrap(notNull(buf)), offset);
    }

    /**
     * The part of an array from an element to the end.
     *
     * @param buf the array
     * @param offset the first element of the part
     * @return a heap buffer that shares its elements with {@code buf}
     */
    public static ShortBuffer slice(short[] buf, int offset) {
        return slice(ShortBuffer.wrap(notNull(buf)), offset);
    }

    /**
     * The part of an array from an element to the end.
     *
     * @param buf the array
     * @param offset the first element of the part
     * @return a heap buffer that shares its elements with {@code buf}
     */
    public static IntBuffer slice(int[] buf, int offset) {
        return slice(IntBuffer.wrap(notNull(buf)), offset);
    }

    /**
     * The part of an array from an element to the end.
     *
     * @param buf the array
     * @param offset the first element of the part
     * @return a heap buffer that shares its elements with {@code buf}
     */
    public static LongBuffer slice(long[] buf, int offset) {
        return slice(LongBuffer.wrap(notNull(buf)), offset);
    }

    /**
     * The part of an array from an element to the end.
     *
     * @param buf the array
     * @param offset the first element of the part
     * @return a heap buffer that shares its elements with {@code buf}
     */
    public static FloatBuffer slice(float[] buf, int offset) {
        return slice(FloatBuffer.wrap(notNull(buf)), offset);
    }

    /**
     * The part of an array from an element to the end.
     *
     * @param buf the array
     * @param offset the first element of the part
     * @return a heap buffer that shares its elements with {@code buf}
     */
    public static DoubleBuffer slice(double[] buf, int offset) {
        return slice(DoubleBuffer.wrap(notNull(buf)), offset);
    }

    /** A duplicate of the buffer, with this position. */
    @SuppressWarnings("unchecked") // a buffer's duplicate is of its own type
    private static <B extends Buffer> B from(B buf, int offset) {
        Buffer whole = notNull(buf).duplicate().clear();
        if (offset < 0 || offset > whole.capacity()) {
            throw new MPIException(ErrorClass.ERR_ARG, "offset is " + offset + "; it must be 0 to " + whole.capacity()
                + ", the number of elements of buf");
        }
        return (B) whole.position(offset);
    }

    private static <B> B notNull(B buffer) {
        if (buffer == null) {
            throw new MPIException(ErrorClass.ERR_BUFFER, "the buffer is null; pass one, which may have length 0");
        }
        return buffer;
    }

    private static int same(int number) {
        return number;
    }

    /** The world below the API, between Init and Finalize and during a session. */
    static World world() {
        World open = MPIException.result(WORLDS::open);
        if (open == null) {
            throw notInitialized();
        }
        return open;
    }

    /** The error of a call that needs Init, before Init and after Finalize. */
    static MPIException notInitialized() {
        return isInitialized() ? (MPIException) MPIException.of(LiveEngine.ended())
            : new MPIException(ErrorClass.ERR_OTHER, "called before MPI.Init; call MPI.Init(args) first");
    }
}
