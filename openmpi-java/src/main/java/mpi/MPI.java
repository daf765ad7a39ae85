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
import mpj.core.comm.Keyvals;
import mpj.core.comm.ObjectName;
import mpj.core.comm.World;
import mpj.core.datatype.ByteTypes;
import mpj.core.datatype.Constants;
import mpj.core.datatype.TypeDescriptor;
import mpj.core.error.InitFailure;
import mpj.core.group.Comparison;
import mpj.core.group.ProcessGroup;
import mpj.core.op.OpDescriptor;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.runtime.bootstrap.LeadingArguments;
import mpj.runtime.bootstrap.RuntimeProperties;

/**
 * Starts and ends MPI, and has what stands for something: communicators, datatypes, operations, numbers. The numbers
 * are not those of Open MPI. They are no compile-time constants: a program that was compiled against another library's
 * gets these.
 *
 * <p>Before Init and after {@link #Finalize} a program may ask for the time, the versions and what state MPI is in,
 * and it may make buffers, infos and keyvals.
 */
public final class MPI {
    private static final double NANOSECOND = 1e-9;

    static final Keyvals KEYVALS = new Keyvals(ErrorClass.ERR_KEYVAL);

    /** Null before Init. */
    private static World world;

    /** All ranks. MPI: MPI_COMM_WORLD. */
    public static final Intracomm COMM_WORLD = new Intracomm();

    /** This rank alone. MPI: MPI_COMM_SELF. */
    public static final Intracomm COMM_SELF = new Intracomm();

    /** A program of one thread. MPI: MPI_THREAD_SINGLE. */
    public static final int THREAD_SINGLE = same(0);

    /** Only the thread that called Init calls MPI. MPI: MPI_THREAD_FUNNELED. */
    public static final int THREAD_FUNNELED = same(1);

    /** Threads call MPI one at a time. MPI: MPI_THREAD_SERIALIZED. */
    public static final int THREAD_SERIALIZED = same(2);

    /** Threads call MPI whenever they like. MPI: MPI_THREAD_MULTIPLE. */
    public static final int THREAD_MULTIPLE = same(3);

    /** The communicator has a graph topology. MPI: MPI_GRAPH. */
    public static final int GRAPH = same(0);

    /** The communicator has a distributed graph topology. MPI: MPI_DIST_GRAPH. */
    public static final int DIST_GRAPH = same(1);

    /** The communicator has a Cartesian topology. MPI: MPI_CART. */
    public static final int CART = same(2);

    /** A message from any rank, where a source is expected. MPI: MPI_ANY_SOURCE. */
    public static final int ANY_SOURCE = same(Constants.ANY_SOURCE);

    /** A message with any tag, where one that is received is expected. MPI: MPI_ANY_TAG. */
    public static final int ANY_TAG = same(Constants.ANY_TAG);

    /** MPI: MPI_MAX. */
    public static final Op MAX = new Op(OpDescriptor.MAX);

    /** MPI: MPI_MIN. */
    public static final Op MIN = new Op(OpDescriptor.MIN);

    /** MPI: MPI_SUM. */
    public static final Op SUM = new Op(OpDescriptor.SUM);

    /** MPI: MPI_PROD. */
    public static final Op PROD = new Op(OpDescriptor.PROD);

    /** MPI: MPI_LAND. */
    public static final Op LAND = new Op(OpDescriptor.LAND);

    /** MPI: MPI_BAND. */
    public static final Op BAND = new Op(OpDescriptor.BAND);

    /** MPI: MPI_LOR. */
    public static final Op LOR = new Op(OpDescriptor.LOR);

    /** MPI: MPI_BOR. */
    public static final Op BOR = new Op(OpDescriptor.BOR);

    /** MPI: MPI_LXOR. */
    public static final Op LXOR = new Op(OpDescriptor.LXOR);

    /** MPI: MPI_BXOR. */
    public static final Op BXOR = new Op(OpDescriptor.BXOR);

    /** MPI: MPI_REPLACE. */
    public static final Op REPLACE = new Op(OpDescriptor.REPLACE);

    /** MPI: MPI_NO_OP. */
    public static final Op NO_OP = new Op(OpDescriptor.NO_OP);

    /** MPI: MPI_MINLOC. */
    public static final Op MINLOC = new Op(OpDescriptor.MINLOC);

    /** MPI: MPI_MAXLOC. */
    public static final Op MAXLOC = new Op(OpDescriptor.MAXLOC);

    /** MPI: MPI_DATATYPE_NULL. */
    public static final Datatype DATATYPE_NULL = Datatype.predefined(ByteTypes.NULL);

    /** MPI: MPI_BYTE. */
    public static final Datatype BYTE = Datatype.predefined(TypeDescriptor.BYTE);

    /** MPI: MPI_CHAR. */
    public static final Datatype CHAR = Datatype.predefined(TypeDescriptor.CHAR);

    /** MPI: MPI_SHORT. */
    public static final Datatype SHORT = Datatype.predefined(TypeDescriptor.SHORT);

    /** MPI: MPI_BOOLEAN. */
    public static final Datatype BOOLEAN = Datatype.predefined(TypeDescriptor.BOOLEAN);

    /** MPI: MPI_INT. */
    public static final Datatype INT = Datatype.predefined(TypeDescriptor.INT);

    /** MPI: MPI_LONG. */
    public static final Datatype LONG = Datatype.predefined(TypeDescriptor.LONG);

    /** MPI: MPI_FLOAT. */
    public static final Datatype FLOAT = Datatype.predefined(TypeDescriptor.FLOAT);

    /** MPI: MPI_DOUBLE. */
    public static final Datatype DOUBLE = Datatype.predefined(TypeDescriptor.DOUBLE);

    /** MPI: MPI_PACKED. */
    public static final Datatype PACKED = Datatype.predefined(TypeDescriptor.PACKED);

    /** MPI: MPI_FLOAT_COMPLEX. */
    public static final Datatype FLOAT_COMPLEX = Datatype.predefined(ByteTypes.FLOAT_COMPLEX);

    /** MPI: MPI_DOUBLE_COMPLEX. */
    public static final Datatype DOUBLE_COMPLEX = Datatype.predefined(ByteTypes.DOUBLE_COMPLEX);

    /** A value and its index, two ints. MPI: MPI_2INT. */
    public static final Datatype INT2 = Datatype.predefined(ByteTypes.INT2);

    /** MPI: MPI_SHORT_INT. */
    public static final Datatype SHORT_INT = Datatype.predefined(ByteTypes.SHORT_INT);

    /** MPI: MPI_LONG_INT. */
    public static final Datatype LONG_INT = Datatype.predefined(ByteTypes.LONG_INT);

    /** MPI: MPI_FLOAT_INT. */
    public static final Datatype FLOAT_INT = Datatype.predefined(ByteTypes.FLOAT_INT);

    /** MPI: MPI_DOUBLE_INT. */
    public static final Datatype DOUBLE_INT = Datatype.predefined(ByteTypes.DOUBLE_INT);

    /** To read and write items of {@link #INT2} with. */
    public static final Int2 int2 = new Int2();

    /** To read and write items of {@link #SHORT_INT} with. */
    public static final ShortInt shortInt = new ShortInt();

    /** To read and write items of {@link #LONG_INT} with. */
    public static final LongInt longInt = new LongInt();

    /** To read and write items of {@link #FLOAT_INT} with. */
    public static final FloatInt floatInt = new FloatInt();

    /** To read and write items of {@link #DOUBLE_INT} with. */
    public static final DoubleInt doubleInt = new DoubleInt();

    /** A request with nothing under way: any wait for it returns at once. MPI: MPI_REQUEST_NULL. */
    public static final Request REQUEST_NULL = new Request(null, null);

    /** The group without members. MPI: MPI_GROUP_EMPTY. */
    public static final Group GROUP_EMPTY = new Group(ProcessGroup.EMPTY);

    /**
     * What is known of the job, from Init on; it can only be read. It has some of the keys that MPI reserves for it:
     * maxprocs, host, arch, wdir and thread_level. MPI: MPI_INFO_ENV.
     */
    public static final Info INFO_ENV = new Info();

    /** No hints. MPI: MPI_INFO_NULL. */
    public static final Info INFO_NULL = new Info(mpj.core.comm.Info.none());

    /** No rank: a message to or from there is nothing. MPI: MPI_PROC_NULL. */
    public static final int PROC_NULL = same(Constants.PROC_NULL);

    /** An index, a rank or a count where there is none. MPI: MPI_UNDEFINED. */
    public static final int UNDEFINED = same(Constants.UNDEFINED);

    /** Two groups or communicators are the same. MPI: MPI_IDENT. */
    public static final int IDENT = Comparison.IDENT.ordinal();

    /** Two communicators have the same members in the same order, and other contexts. MPI: MPI_CONGRUENT. */
    public static final int CONGRUENT = Comparison.CONGRUENT.ordinal();

    /** Two groups or communicators have the same members in another order. MPI: MPI_SIMILAR. */
    public static final int SIMILAR = Comparison.SIMILAR.ordinal();

    /** Two groups or communicators have other members. MPI: MPI_UNEQUAL. */
    public static final int UNEQUAL = Comparison.UNEQUAL.ordinal();

    /** The attribute that tells the largest tag. MPI: MPI_TAG_UB. */
    public static final int TAG_UB = same(Keyvals.TAG_UB);

    /** The attribute that tells the rank of the host process, {@link #PROC_NULL} as there is none. MPI: MPI_HOST. */
    public static final int HOST = same(Keyvals.HOST);

    /** The attribute that tells who can do input and output, {@link #ANY_SOURCE} as all can. MPI: MPI_IO. */
    public static final int IO = same(Keyvals.IO);

    /**
     * The attribute that tells whether {@link #wtime} is the same on all ranks, 0 as it is not. MPI:
     * MPI_WTIME_IS_GLOBAL.
     */
    public static final int WTIME_IS_GLOBAL = same(Keyvals.WTIME_IS_GLOBAL);

    /**
     * The attribute that tells which of the job's programs this rank runs, from 0 ({@code mpjrun -np 1 A : -np 2 B}).
     * MPI: MPI_APPNUM.
     */
    public static final int APPNUM = same(Keyvals.APPNUM);

    /** The attribute that tells the largest error code. MPI: MPI_LASTUSEDCODE. */
    public static final int LASTUSEDCODE = same(Keyvals.LASTUSEDCODE);

    /** The attribute that tells how many processes there may be: those of the job. MPI: MPI_UNIVERSE_SIZE. */
    public static final int UNIVERSE_SIZE = same(Keyvals.UNIVERSE_SIZE);

    /** The attribute of a window that is its memory. MPI: MPI_WIN_BASE. */
    public static final int WIN_BASE = same(0);

    /** The attribute of a window that is its size. MPI: MPI_WIN_SIZE. */
    public static final int WIN_SIZE = same(1);

    /** The attribute of a window that is the unit of displacements. MPI: MPI_WIN_DISP_UNIT. */
    public static final int WIN_DISP_UNIT = same(2);

    /** The version of the MPI standard that this API has, before the dot. MPI: MPI_VERSION. */
    public static final int VERSION = same(3);

    /** The version of the MPI standard that this API has, after the dot. MPI: MPI_SUBVERSION. */
    public static final int SUBVERSION = same(1);

    /** In a collective of two groups, what its root passes as the root; see {@link Intercomm}. MPI: MPI_ROOT. */
    public static final int ROOT = same(Constants.ROOT);

    /** No keyval. MPI: MPI_KEYVAL_INVALID. */
    public static final int KEYVAL_INVALID = same(Keyvals.INVALID);

    /** What a buffered message needs in the attached buffer beside its data: nothing here. MPI: MPI_BSEND_OVERHEAD. */
    public static final int BSEND_OVERHEAD = same(0);

    /** How many characters a name may have. MPI: MPI_MAX_OBJECT_NAME. */
    public static final int MAX_OBJECT_NAME = same(ObjectName.MOST);

    /** How many characters the name of a port may have. MPI: MPI_MAX_PORT_NAME. */
    public static final int MAX_PORT_NAME = same(1024);

    /** How many characters the name of a data representation may have. MPI: MPI_MAX_DATAREP_STRING. */
    public static final int MAX_DATAREP_STRING = same(127);

    /** How many characters a key of an info may have. MPI: MPI_MAX_INFO_KEY. */
    public static final int MAX_INFO_KEY = same(mpj.core.comm.Info.MAX_KEY);

    /** How many characters a value of an info may have. MPI: MPI_MAX_INFO_VAL. */
    public static final int MAX_INFO_VAL = same(mpj.core.comm.Info.MAX_VALUE);

    /** The last dimension of an array runs fastest. MPI: MPI_ORDER_C. */
    public static final int ORDER_C = same(0);

    /** The first dimension of an array runs fastest. MPI: MPI_ORDER_FORTRAN. */
    public static final int ORDER_FORTRAN = same(1);

    /** A dimension of an array is distributed in blocks. MPI: MPI_DISTRIBUTE_BLOCK. */
    public static final int DISTRIBUTE_BLOCK = same(0);

    /** A dimension of an array is distributed in turn. MPI: MPI_DISTRIBUTE_CYCLIC. */
    public static final int DISTRIBUTE_CYCLIC = same(1);

    /** A dimension of an array is not distributed. MPI: MPI_DISTRIBUTE_NONE. */
    public static final int DISTRIBUTE_NONE = same(2);

    /** The usual argument of a distribution. MPI: MPI_DISTRIBUTE_DFLT_DARG. */
    public static final int DISTRIBUTE_DFLT_DARG = same(-1);

    /** The file is made if it is not there. MPI: MPI_MODE_CREATE. */
    public static final int MODE_CREATE = same(1);

    /** The file is read. MPI: MPI_MODE_RDONLY. */
    public static final int MODE_RDONLY = same(1 << 1);

    /** The file is written. MPI: MPI_MODE_WRONLY. */
    public static final int MODE_WRONLY = same(1 << 2);

    /** The file is read and written. MPI: MPI_MODE_RDWR. */
    public static final int MODE_RDWR = same(1 << 3);

    /** The file is deleted when it is closed. MPI: MPI_MODE_DELETE_ON_CLOSE. */
    public static final int MODE_DELETE_ON_CLOSE = same(1 << 4);

    /** Nobody else has the file open. MPI: MPI_MODE_UNIQUE_OPEN. */
    public static final int MODE_UNIQUE_OPEN = same(1 << 5);

    /** It is an error if the file to make is there. MPI: MPI_MODE_EXCL. */
    public static final int MODE_EXCL = same(1 << 6);

    /** All pointers begin at the end of the file. MPI: MPI_MODE_APPEND. */
    public static final int MODE_APPEND = same(1 << 7);

    /** The file is read or written in its order only. MPI: MPI_MODE_SEQUENTIAL. */
    public static final int MODE_SEQUENTIAL = same(1 << 8);

    /** A view begins at the current place of the shared pointer. MPI: MPI_DISPLACEMENT_CURRENT. */
    public static final int DISPLACEMENT_CURRENT = same(-1);

    /** A place in a file counts from its beginning. MPI: MPI_SEEK_SET. */
    public static final int SEEK_SET = same(0);

    /** A place in a file counts from the current one. MPI: MPI_SEEK_CUR. */
    public static final int SEEK_CUR = same(1);

    /** A place in a file counts from its end. MPI: MPI_SEEK_END. */
    public static final int SEEK_END = same(2);

    /** An assertion about a window: the other side is known to be ready. MPI: MPI_MODE_NOCHECK. */
    public static final int MODE_NOCHECK = same(1);

    /** An assertion about a window: no access of this rank comes before. MPI: MPI_MODE_NOPRECEDE. */
    public static final int MODE_NOPRECEDE = same(1 << 1);

    /** An assertion about a window: the window is not written by others until the next call. MPI: MPI_MODE_NOPUT. */
    public static final int MODE_NOPUT = same(1 << 2);

    /** An assertion about a window: the window was not written by its own rank. MPI: MPI_MODE_NOSTORE. */
    public static final int MODE_NOSTORE = same(1 << 3);

    /** An assertion about a window: no access of this rank comes after. MPI: MPI_MODE_NOSUCCEED. */
    public static final int MODE_NOSUCCEED = same(1 << 4);

    /** Nobody else has the window. MPI: MPI_LOCK_EXCLUSIVE. */
    public static final int LOCK_EXCLUSIVE = same(0);

    /** Others may have the window, too. MPI: MPI_LOCK_SHARED. */
    public static final int LOCK_SHARED = same(1);

    /** An error ends the job, with a message. MPI: MPI_ERRORS_ARE_FATAL. */
    public static final Errhandler ERRORS_ARE_FATAL = Errhandler.ERRORS_ARE_FATAL;

    /** An error ends the job, as {@link Comm#abort} does. MPI: MPI_ERRORS_ABORT. */
    public static final Errhandler ERRORS_ABORT = Errhandler.ERRORS_ABORT;

    /** An error throws an {@link MPIException}: the default. MPI: MPI_ERRORS_RETURN. */
    public static final Errhandler ERRORS_RETURN = Errhandler.ERRORS_RETURN;

    /** No error. MPI: MPI_SUCCESS. */
    public static final int SUCCESS = ErrorClass.SUCCESS.code();

    /** The buffer is null, too small, or of a kind that the call does not take. MPI: MPI_ERR_BUFFER. */
    public static final int ERR_BUFFER = ErrorClass.ERR_BUFFER.code();

    /** The count is negative. MPI: MPI_ERR_COUNT. */
    public static final int ERR_COUNT = ErrorClass.ERR_COUNT.code();

    /**
     * The datatype is null, was freed, is not committed, or is not that of the buffer or message. MPI: MPI_ERR_TYPE.
     */
    public static final int ERR_TYPE = ErrorClass.ERR_TYPE.code();

    /** The tag is none. MPI: MPI_ERR_TAG. */
    public static final int ERR_TAG = ErrorClass.ERR_TAG.code();

    /** The communicator is null or was freed. MPI: MPI_ERR_COMM. */
    public static final int ERR_COMM = ErrorClass.ERR_COMM.code();

    /** The communicator or group has no such rank. MPI: MPI_ERR_RANK. */
    public static final int ERR_RANK = ErrorClass.ERR_RANK.code();

    /** The request cannot be used like this. MPI: MPI_ERR_REQUEST. */
    public static final int ERR_REQUEST = ErrorClass.ERR_REQUEST.code();

    /** The communicator has no such root. MPI: MPI_ERR_ROOT. */
    public static final int ERR_ROOT = ErrorClass.ERR_ROOT.code();

    /** The group was freed, is null, or is not of the communicator. MPI: MPI_ERR_GROUP. */
    public static final int ERR_GROUP = ErrorClass.ERR_GROUP.code();

    /** The operation is null, was freed, or is not defined for the datatype. MPI: MPI_ERR_OP. */
    public static final int ERR_OP = ErrorClass.ERR_OP.code();

    /** The topology is not one, has more ranks than the communicator, or is of another kind. MPI: MPI_ERR_TOPOLOGY. */
    public static final int ERR_TOPOLOGY = ErrorClass.ERR_TOPOLOGY.code();

    /** The dimensions of a Cartesian topology are wrong. MPI: MPI_ERR_DIMS. */
    public static final int ERR_DIMS = ErrorClass.ERR_DIMS.code();

    /** Another argument is wrong. MPI: MPI_ERR_ARG. */
    public static final int ERR_ARG = ErrorClass.ERR_ARG.code();

    /** It is not known what failed. MPI: MPI_ERR_UNKNOWN. */
    public static final int ERR_UNKNOWN = ErrorClass.ERR_UNKNOWN.code();

    /** The message is larger than the buffer. MPI: MPI_ERR_TRUNCATE. */
    public static final int ERR_TRUNCATE = ErrorClass.ERR_TRUNCATE.code();

    /** Something else failed; the message says what. MPI: MPI_ERR_OTHER. */
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

    /** The memory is none that a window can have. MPI: MPI_ERR_BASE. */
    public static final int ERR_BASE = ErrorClass.ERR_BASE.code();

    /** Elements of a file cannot be converted. MPI: MPI_ERR_CONVERSION. */
    public static final int ERR_CONVERSION = ErrorClass.ERR_CONVERSION.code();

    /** The displacement is wrong. MPI: MPI_ERR_DISP. */
    public static final int ERR_DISP = ErrorClass.ERR_DISP.code();

    /** The data representation is there already. MPI: MPI_ERR_DUP_DATAREP. */
    public static final int ERR_DUP_DATAREP = ErrorClass.ERR_DUP_DATAREP.code();

    /** The file is there already. MPI: MPI_ERR_FILE_EXISTS. */
    public static final int ERR_FILE_EXISTS = ErrorClass.ERR_FILE_EXISTS.code();

    /** The file is open. MPI: MPI_ERR_FILE_IN_USE. */
    public static final int ERR_FILE_IN_USE = ErrorClass.ERR_FILE_IN_USE.code();

    /** The file is none. MPI: MPI_ERR_FILE. */
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

    /** The keyval is none, or one of MPI's own. MPI: MPI_ERR_KEYVAL. */
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

    /** The file is not there. MPI: MPI_ERR_NO_SUCH_FILE. */
    public static final int ERR_NO_SUCH_FILE = ErrorClass.ERR_NO_SUCH_FILE.code();

    /** The port is none. MPI: MPI_ERR_PORT. */
    public static final int ERR_PORT = ErrorClass.ERR_PORT.code();

    /** A process of the job has ended. MPI: MPI_ERR_PROC_ABORTED. */
    public static final int ERR_PROC_ABORTED = ErrorClass.ERR_PROC_ABORTED.code();

    /** The quota is used up. MPI: MPI_ERR_QUOTA. */
    public static final int ERR_QUOTA = ErrorClass.ERR_QUOTA.code();

    /** The file can only be read. MPI: MPI_ERR_READ_ONLY. */
    public static final int ERR_READ_ONLY = ErrorClass.ERR_READ_ONLY.code();

    /** Accesses to a window conflict. MPI: MPI_ERR_RMA_CONFLICT. */
    public static final int ERR_RMA_CONFLICT = ErrorClass.ERR_RMA_CONFLICT.code();

    /** Calls for a window come in a wrong order. MPI: MPI_ERR_RMA_SYNC. */
    public static final int ERR_RMA_SYNC = ErrorClass.ERR_RMA_SYNC.code();

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

    /** The window is none. MPI: MPI_ERR_WIN. */
    public static final int ERR_WIN = ErrorClass.ERR_WIN.code();

    /** No error has a larger code. MPI: MPI_ERR_LASTCODE. */
    public static final int ERR_LASTCODE = ErrorClass.LAST.code();

    /** Resources of the system are used up. MPI: MPI_ERR_SYSRESOURCE. */
    public static final int ERR_SYSRESOURCE = ErrorClass.ERR_SYSRESOURCE.code();

    /** For programs that make one; it has no use. */
    public MPI() {
    }

    /**
     * Starts MPI: learns from the launcher which rank this process is, and makes it known to the others. MPI: MPI_Init.
     * Beyond MPI, a program may call it again after {@link #Finalize}, on all ranks, as often as it likes. Datatypes
     * and operations stay; communicators and requests of before are not used again. Launchers of others allow it once.
     *
     * @param args the program's arguments
     * @return the program's own: the same, without those that {@code mpjrun --mpj-args} put in front
     * @throws MPIException when it was called before without {@link #Finalize}, or the job cannot be joined
     */
    public static synchronized String[] Init(String[] args) {
        if (world != null && world.isOpen()) {
            throw new MPIException(ErrorClass.ERR_OTHER, "MPI.Init was called before; it may be called again after"
                + " MPI.Finalize");
        }
        try {
            world = World.open(world != null, new World.Api(MPIException::of, Errhandler.ERRORS_RETURN, KEYVALS,
                MPI.class.getClassLoader().getParent()));
        } catch (RuntimeException e) {
            throw e instanceof EngineException ? InitFailure.atCaller(MPIException.of(e), MPI.class) : e;
        }
        COMM_WORLD.open(world.all());
        COMM_SELF.open(world.self());
        INFO_ENV.open(world.environment());
        if (RuntimeProperties.VERBOSE.value()) {
            System.err.println("mpj: " + MPIException.result(world::transports));
        }
        return LeadingArguments.strip(world.rank(), args);
    }

    /**
     * As {@link #Init}, for a program with threads. MPI: MPI_Init_thread.
     *
     * @param args the program's arguments
     * @param required what the program needs: {@link #THREAD_SINGLE} to {@link #THREAD_MULTIPLE}
     * @return what threads may do: always {@link #THREAD_MULTIPLE}
     * @throws MPIException as {@link #Init} does, and when {@code required} is no level
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
     * What threads may do. MPI: MPI_Query_thread.
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
        return world().isMainThread();
    }

    /**
     * Ends MPI, after every rank has called it. A call that another thread is in then throws an {@link MPIException}.
     * MPI: MPI_Finalize.
     *
     * @throws MPIException before {@link #Init}, or when it was called before; at the end of all, also when a buffered
     *     send has failed, which it names
     */
    public static void Finalize() {
        MPIException.run(world()::close); // without this class's lock: another thread's operation may ask for it
    }

    /**
     * The time since some moment in the past, in seconds. MPI: MPI_Wtime.
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
     * The name of the host this rank runs on. MPI: MPI_Get_processor_name.
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
    public static synchronized boolean isInitialized() {
        return world != null;
    }

    /**
     * Whether {@link #Finalize} was called, and {@link #Init} not again since. MPI: MPI_Finalized.
     *
     * @return true if so
     */
    public static synchronized boolean isFinalized() {
        return world != null && !world.isOpen();
    }

    /**
     * Sets how much {@link Comm#bSend} may buffer: messages that have not left yet, whose sizes together are no more
     * than the buffer's. MPI: MPI_Buffer_attach.
     *
     * @param buffer its length counts; it belongs to MPI until {@link #detachBuffer}
     * @throws MPIException of class {@link #ERR_BUFFER} when it is null, or one is attached already
     */
    public static void attachBuffer(byte[] buffer) {
        MPIException.run(() -> world().bufferedSends().attach(notNull(buffer), buffer.length));
    }

    /**
     * Waits until what is buffered has left, and takes the buffer away. MPI: MPI_Buffer_detach.
     *
     * @return what was attached
     * @throws MPIException of class {@link #ERR_BUFFER} when none is attached; also when a buffered send has failed,
     *     which it names: the buffer is detached all the same
     */
    public static byte[] detachBuffer() {
        return (byte[]) MPIException.result(world().bufferedSends()::detach);
    }

    /**
     * Tells profilers something; there is none. MPI: MPI_Pcontrol.
     *
     * @param level how much to profile
     * @param obj more for the profiler
     */
    public static void pControl(int level, Object obj) {
    }

    // ------------------------------------------------------------------------------------------------- buffers

    /**
     * Allocates memory for messages, freed when the program no longer refers to it; as
     * {@link #allocate(long, Arena)} with {@link Arena#ofAuto}. MPI: MPI_Alloc_mem.
     *
     * @param bytes its size, at least 0
     * @return memory in which every byte is 0
     * @throws MPIException as {@link #allocate(long, Arena)} does
     */
    public static MemorySegment allocate(long bytes) {
        return allocate(bytes, Arena.ofAuto());
    }

    /**
     * Allocates memory for messages, which any call takes as a buffer, whole or in part. Where ranks share a host, a
     * peer reads a message of more than 16 KiB straight out of it: one copy in place of two. That needs room in
     * /dev/shm. Where there is none, and with transports that read any memory, it is memory as others. Any thread may
     * call this.
     *
     * <pre>{@code
     * try (Arena arena = Arena.ofShared()) {
     *     MemorySegment row = MPI.allocate(1 << 20, arena);
     *     row.setAtIndex(ValueLayout.JAVA_DOUBLE, 0, 1.5);
     *     MPI.COMM_WORLD.send(row, 1 << 17, MPI.DOUBLE, 1, 0);
     * }
     * }</pre>
     *
     * MPI: MPI_Alloc_mem; closing the arena is MPI_Free_mem. A message that is still under way then fails.
     *
     * @param bytes its size, at least 0; 2^31 and more are possible
     * @param arena what it belongs to
     * @return memory in which every byte is 0, at the start of a page if it has one or more
     * @throws MPIException before {@link #Init} and after {@link #Finalize}, and when the size is negative, the arena
     *     null, closed or another thread's, or there is not so much memory
     */
    public static MemorySegment allocate(long bytes, Arena arena) {
        World open = world();
        return MPIException.result(() -> open.allocate(bytes, arena));
    }

    /**
     * Makes a direct buffer, whose order is the native one, for any call that takes a buffer.
     *
     * @param capacity the number of its elements, perhaps 0
     * @return the buffer, all 0
     */
    public static ByteBuffer newByteBuffer(int capacity) {
        return direct(capacity, Byte.BYTES);
    }

    /**
     * Makes a direct buffer of chars, for any call that takes a buffer.
     *
     * @param capacity the number of its elements, perhaps 0
     * @return the buffer, all 0
     */
    public static CharBuffer newCharBuffer(int capacity) {
        return direct(capacity, Character.BYTES).asCharBuffer();
    }

    /**
     * Makes a direct buffer of shorts, for any call that takes a buffer.
     *
     * @param capacity the number of its elements, perhaps 0
     * @return the buffer, all 0
     */
    public static ShortBuffer newShortBuffer(int capacity) {
        return direct(capacity, Short.BYTES).asShortBuffer();
    }

    /**
     * Makes a direct buffer of ints, for any call that takes a buffer.
     *
     * @param capacity the number of its elements, perhaps 0
     * @return the buffer, all 0
     */
    public static IntBuffer newIntBuffer(int capacity) {
        return direct(capacity, Integer.BYTES).asIntBuffer();
    }

    /**
     * Makes a direct buffer of longs, for any call that takes a buffer.
     *
     * @param capacity the number of its elements, perhaps 0
     * @return the buffer, all 0
     */
    public static LongBuffer newLongBuffer(int capacity) {
        return direct(capacity, Long.BYTES).asLongBuffer();
    }

    /**
     * Makes a direct buffer of floats, for any call that takes a buffer.
     *
     * @param capacity the number of its elements, perhaps 0
     * @return the buffer, all 0
     */
    public static FloatBuffer newFloatBuffer(int capacity) {
        return direct(capacity, Float.BYTES).asFloatBuffer();
    }

    /**
     * Makes a direct buffer of doubles, for any call that takes a buffer.
     *
     * @param capacity the number of its elements, perhaps 0
     * @return the buffer, all 0
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
     * A part of a buffer, from an element to its capacity; its position does not count.
     *
     * @param buf the buffer
     * @param offset the first element of the part
     * @return a buffer that shares its elements with it, in the same byte order
     */
    public static ByteBuffer slice(ByteBuffer buf, int offset) {
        return from(buf, offset).slice().order(buf.order());
    }

    /**
     * A part of a buffer, from an element to its capacity; its position does not count.
     *
     * @param buf the buffer
     * @param offset the first element of the part
     * @return a buffer that shares its elements with it
     */
    public static CharBuffer slice(CharBuffer buf, int offset) {
        return from(buf, offset).slice();
    }

    /**
     * A part of a buffer, from an element to its capacity; its position does not count.
     *
     * @param buf the buffer
     * @param offset the first element of the part
     * @return a buffer that shares its elements with it
     */
    public static ShortBuffer slice(ShortBuffer buf, int offset) {
        return from(buf, offset).slice();
    }

    /**
     * A part of a buffer, from an element to its capacity; its position does not count.
     *
     * @param buf the buffer
     * @param offset the first element of the part
     * @return a buffer that shares its elements with it
     */
    public static IntBuffer slice(IntBuffer buf, int offset) {
        return from(buf, offset).slice();
    }

    /**
     * A part of a buffer, from an element to its capacity; its position does not count.
     *
     * @param buf the buffer
     * @param offset the first element of the part
     * @return a buffer that shares its elements with it
     */
    public static LongBuffer slice(LongBuffer buf, int offset) {
        return from(buf, offset).slice();
    }

    /**
     * A part of a buffer, from an element to its capacity; its position does not count.
     *
     * @param buf the buffer
     * @param offset the first element of the part
     * @return a buffer that shares its elements with it
     */
    public static FloatBuffer slice(FloatBuffer buf, int offset) {
        return from(buf, offset).slice();
    }

    /**
     * A part of a buffer, from an element to its capacity; its position does not count.
     *
     * @param buf the buffer
     * @param offset the first element of the part
     * @return a buffer that shares its elements with it
     */
    public static DoubleBuffer slice(DoubleBuffer buf, int offset) {
        return from(buf, offset).slice();
    }

    /**
     * A part of an array, from an element to its end.
     *
     * @param buf the array
     * @param offset the first element of the part
     * @return a heap buffer that shares its elements with it, in the native byte order
     */
    public static ByteBuffer slice(byte[] buf, int offset) {
        return slice(ByteBuffer.wrap(notNull(buf)).order(ByteOrder.nativeOrder()), offset);
    }

    /**
     * A part of an array, from an element to its end.
     *
     * @param buf the array
     * @param offset the first element of the part
     * @return a heap buffer that shares its elements with it
     */
    public static CharBuffer slice(char[] buf, int offset) {
        return slice(CharBuffer.wrap(notNull(buf)), offset);
    }

    /**
     * A part of an array, from an element to its end.
     *
     * @param buf the array
     * @param offset the first element of the part
     * @return a heap buffer that shares its elements with it
     */
    public static ShortBuffer slice(short[] buf, int offset) {
        return slice(ShortBuffer.wrap(notNull(buf)), offset);
    }

    /**
     * A part of an array, from an element to its end.
     *
     * @param buf the array
     * @param offset the first element of the part
     * @return a heap buffer that shares its elements with it
     */
    public static IntBuffer slice(int[] buf, int offset) {
        return slice(IntBuffer.wrap(notNull(buf)), offset);
    }

    /**
     * A part of an array, from an element to its end.
     *
     * @param buf the array
     * @param offset the first element of the part
     * @return a heap buffer that shares its elements with it
     */
    public static LongBuffer slice(long[] buf, int offset) {
        return slice(LongBuffer.wrap(notNull(buf)), offset);
    }

    /**
     * A part of an array, from an element to its end.
     *
     * @param buf the array
     * @param offset the first element of the part
     * @return a heap buffer that shares its elements with it
     */
    public static FloatBuffer slice(float[] buf, int offset) {
        return slice(FloatBuffer.wrap(notNull(buf)), offset);
    }

    /**
     * A part of an array, from an element to its end.
     *
     * @param buf the array
     * @param offset the first element of the part
     * @return a heap buffer that shares its elements with it
     */
    public static DoubleBuffer slice(double[] buf, int offset) {
        return slice(DoubleBuffer.wrap(notNull(buf)), offset);
    }

    /** A duplicate at this position. */
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
            throw new MPIException(ErrorClass.ERR_BUFFER, "the buffer is null; pass one, of length 0 if need be");
        }
        return buffer;
    }

    private static int same(int number) {
        return number;
    }

    /** Throws before Init and after Finalize. */
    static void checkOpen() {
        world();
    }

    /** MPI as it is below the API, between Init and Finalize. */
    private static synchronized World world() {
        if (world == null) {
            throw notOpen();
        }
        MPIException.run(world::checkOpen);
        return world;
    }

    static MPIException notOpen() {
        return new MPIException(ErrorClass.ERR_OTHER, "called before MPI.Init; call MPI.Init(args) first");
    }
}
