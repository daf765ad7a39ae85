package mpi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import mpj.core.comm.Joining;
import mpj.core.comm.Keyvals;
import mpj.core.comm.World;
import mpj.core.datatype.Constants;
import mpj.core.datatype.TypeDescriptor;
import mpj.core.error.InitFailure;
import mpj.core.group.ProcessGroup;
import mpj.core.message.InPlace;
import mpj.core.op.OpDescriptor;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.runtime.bootstrap.LeadingArguments;
import mpj.runtime.bootstrap.RuntimeProperties;

/**
 * Starts and ends MPI, and holds MPI's constants. A program may use datatypes before {@link #Init}, but not
 * communicators.
 */
public class MPI {
    private static final double NANOSECOND = 1e-9;

    /** The communicator of all ranks. MPI: MPI_COMM_WORLD. */
    public static Intracomm COMM_WORLD = new Intracomm();
    /** The communicator of this rank alone. MPI: MPI_COMM_SELF. */
    public static Comm COMM_SELF = new Intracomm();

    /** The Java type {@code byte}, in a {@code byte[]} or a segment. MPI: MPI_BYTE. */
    public static Datatype BYTE = Datatype.predefined(TypeDescriptor.BYTE);
    /** The Java type {@code char}, of 2 bytes, in a {@code char[]} or a segment. MPI: MPI_CHAR. */
    public static Datatype CHAR = Datatype.predefined(TypeDescriptor.CHAR);
    /** The Java type {@code short}, in a {@code short[]} or a segment. MPI: MPI_SHORT. */
    public static Datatype SHORT = Datatype.predefined(TypeDescriptor.SHORT);
    /** The Java type {@code boolean}, of 1 byte in a message, in a {@code boolean[]} or a segment. MPI: MPI_C_BOOL. */
    public static Datatype BOOLEAN = Datatype.predefined(TypeDescriptor.BOOLEAN);
    /** The Java type {@code int}, in an {@code int[]} or a segment. MPI: MPI_INT. */
    public static Datatype INT = Datatype.predefined(TypeDescriptor.INT);
    /** The Java type {@code long}, of 8 bytes, in a {@code long[]} or a segment. MPI: MPI_LONG_LONG. */
    public static Datatype LONG = Datatype.predefined(TypeDescriptor.LONG);
    /** The Java type {@code float}, in a {@code float[]} or a segment. MPI: MPI_FLOAT. */
    public static Datatype FLOAT = Datatype.predefined(TypeDescriptor.FLOAT);
    /** The Java type {@code double}, in a {@code double[]} or a segment. MPI: MPI_DOUBLE. */
    public static Datatype DOUBLE = Datatype.predefined(TypeDescriptor.DOUBLE);
    /** Objects that implement {@link java.io.Serializable}, in an array of any reference type. */
    public static Datatype OBJECT = Datatype.predefined(TypeDescriptor.OBJECT);
    /** Items that {@link Comm#Pack} has packed, in a {@code byte[]} or a segment. MPI: MPI_PACKED. */
    public static Datatype PACKED = Datatype.predefined(TypeDescriptor.PACKED);
    /** Sets the lower bound in {@link Datatype#Struct}, and has no elements. MPI: MPI_LB. */
    public static Datatype LB = Datatype.predefined(TypeDescriptor.LB);
    /** Sets the upper bound in {@link Datatype#Struct}, and has no elements. MPI: MPI_UB. */
    public static Datatype UB = Datatype.predefined(TypeDescriptor.UB);
    /** No datatype. As a part of another datatype, it is an empty block. MPI: MPI_DATATYPE_NULL. */
    public static Datatype NULL = Datatype.predefined(TypeDescriptor.NULL);
    /** A value and an index, for MAXLOC and MINLOC, both {@code short}. MPI: MPI_2INT, for shorts. */
    public static Datatype SHORT2 = Datatype.predefined(TypeDescriptor.SHORT2);
    /** A value and an index, both {@code int}. MPI: MPI_2INT. */
    public static Datatype INT2 = Datatype.predefined(TypeDescriptor.INT2);
    /** A value and an index, both {@code long}. MPI: MPI_2INT, for longs. */
    public static Datatype LONG2 = Datatype.predefined(TypeDescriptor.LONG2);
    /** A value and an index, both {@code float}. MPI: MPI_2REAL. */
    public static Datatype FLOAT2 = Datatype.predefined(TypeDescriptor.FLOAT2);
    /** A value and an index, both {@code double}. MPI: MPI_2DOUBLE_PRECISION. */
    public static Datatype DOUBLE2 = Datatype.predefined(TypeDescriptor.DOUBLE2);

    /** The larger of two values; true is larger than false. MPI: MPI_MAX. */
    public static Op MAX = new Op(OpDescriptor.MAX);
    /** The smaller of two values; false is smaller than true. MPI: MPI_MIN. */
    public static Op MIN = new Op(OpDescriptor.MIN);
    /** The sum of two values, of any type but boolean. MPI: MPI_SUM. */
    public static Op SUM = new Op(OpDescriptor.SUM);
    /** The product of two values, of any type but boolean. MPI: MPI_PROD. */
    public static Op PROD = new Op(OpDescriptor.PROD);
    /** Logical and, of booleans, and of integers, where 0 is false. MPI: MPI_LAND. */
    public static Op LAND = new Op(OpDescriptor.LAND);
    /** Bitwise and, of integers. MPI: MPI_BAND. */
    public static Op BAND = new Op(OpDescriptor.BAND);
    /** Logical or, of booleans, and of integers, where 0 is false. MPI: MPI_LOR. */
    public static Op LOR = new Op(OpDescriptor.LOR);
    /** Bitwise or, of integers. MPI: MPI_BOR. */
    public static Op BOR = new Op(OpDescriptor.BOR);
    /** Logical exclusive or, of booleans, and of integers, where 0 is false. MPI: MPI_LXOR. */
    public static Op LXOR = new Op(OpDescriptor.LXOR);
    /** Bitwise exclusive or, of integers. MPI: MPI_BXOR. */
    public static Op BXOR = new Op(OpDescriptor.BXOR);
    /** The largest value and the smallest index that has it, of pairs. MPI: MPI_MAXLOC. */
    public static Op MAXLOC = new Op(OpDescriptor.MAXLOC);
    /** The smallest value and the smallest index that has it, of pairs. MPI: MPI_MINLOC. */
    public static Op MINLOC = new Op(OpDescriptor.MINLOC);

    /** The value of an index or a count that does not exist. MPI: MPI_UNDEFINED. */
    public static int UNDEFINED = Constants.UNDEFINED;
    /** Matches a message from any rank. MPI: MPI_ANY_SOURCE. */
    public static int ANY_SOURCE = Constants.ANY_SOURCE;
    /** Matches a message with any tag. MPI: MPI_ANY_TAG. */
    public static int ANY_TAG = Constants.ANY_TAG;
    /**
     * A rank that does not exist: a send to it and a receive from it return at once, without data. MPI: MPI_PROC_NULL.
     */
    public static int PROC_NULL = Constants.PROC_NULL;
    /**
     * The value that the root itself passes as the root in a collective of two groups; see {@link Intercomm}.
     * MPI: MPI_ROOT.
     */
    public static final int ROOT = Constants.ROOT;
    /**
     * The number of bytes that a buffered message needs in the attached buffer in addition to its data. This library
     * needs none. MPI: MPI_BSEND_OVERHEAD.
     */
    public static int BSEND_OVERHEAD = 0;
    /**
     * The number of bytes that MPJ Express needs before the data of a message in the buffer to send from. This library
     * needs none.
     */
    public static int SEND_OVERHEAD = 0;
    /**
     * The number of bytes that MPJ Express needs before the data of a message in the buffer to receive into. This
     * library needs none.
     */
    public static int RECV_OVERHEAD = 0;
    /** A status without a message. MPI: an empty status. */
    public static Status EMPTY_STATUS = new Status();
    /**
     * Takes the place of a buffer in a collective, if a rank sends from the same place into which it receives.
     * {@link Intracomm} says where this is possible. MPI: MPI_IN_PLACE.
     */
    public static final Object IN_PLACE = InPlace.IN_PLACE;
    /** A request without an operation. MPI: MPI_REQUEST_NULL. */
    public static Request REQUEST_NULL = new Request(null, null);

    // MPI's error classes, which programs compare with MPIException.Get_error_class.

    /** The buffer is null, too short, read-only or not attached. MPI: MPI_ERR_BUFFER. */
    public static final int ERR_BUFFER = 1;
    /** The count is negative. MPI: MPI_ERR_COUNT. */
    public static final int ERR_COUNT = 2;
    /** The datatype does not match the buffer, or does not match the message. MPI: MPI_ERR_TYPE. */
    public static final int ERR_TYPE = 3;
    /** The tag is negative and not a wildcard. MPI: MPI_ERR_TAG. */
    public static final int ERR_TAG = 4;
    /** The communicator cannot be used. MPI: MPI_ERR_COMM. */
    public static final int ERR_COMM = 5;
    /** The communicator has no such rank. MPI: MPI_ERR_RANK. */
    public static final int ERR_RANK = 6;
    /** The request, or the array of requests, is null. MPI: MPI_ERR_REQUEST. */
    public static final int ERR_REQUEST = 7;
    /** The communicator has no such root. MPI: MPI_ERR_ROOT. */
    public static final int ERR_ROOT = 8;
    /** The operation is null, freed, or not defined for the datatype. MPI: MPI_ERR_OP. */
    public static final int ERR_OP = 10;
    /** Another argument, or a property, has an invalid value. MPI: MPI_ERR_ARG. */
    public static final int ERR_ARG = 13;
    /** The message is longer than the receive. MPI: MPI_ERR_TRUNCATE. */
    public static final int ERR_TRUNCATE = 15;
    /** An error for which there is no other class. The message describes it. MPI: MPI_ERR_OTHER. */
    public static final int ERR_OTHER = 16;
    /** The library failed, not the program. MPI: MPI_ERR_INTERN. */
    public static final int ERR_INTERN = 17;
    /** A process that the call needs has failed. This library's own. MPI: MPI_ERR_PROC_FAILED. */
    public static final int ERR_PROC_FAILED = 64;
    /**
     * A process has failed that may be the sender for a receive from any source. The receive goes on; see {@link
     * Comm#Ack_failed}. This library's own. MPI: MPI_ERR_PROC_FAILED_PENDING.
     */
    public static final int ERR_PROC_FAILED_PENDING = 65;
    /** The communicator was revoked; see {@link Comm#Revoke}. This library's own. MPI: MPI_ERR_REVOKED. */
    public static final int ERR_REVOKED = 66;

    static final Keyvals KEYVALS = new Keyvals(ErrorClass.ERR_ARG);

    /** Null before Init. */
    private static World world;

    /** An object of this class has no use. The constructor exists for programs that call it, as mpiJava allows. */
    public MPI() {
    }

    /**
     * Starts MPI. The process learns its rank from the launcher, and becomes known to the other ranks. MPI: MPI_Init.
     *
     * <p>Unlike in MPI, a program may call Init again after {@link #Finalize}, on all ranks, and any number of times.
     * Datatypes and operations remain valid. Communicators and requests from before must not be used again. Under a
     * launcher other than mpjrun, a program may call Init only once.
     *
     * @param argv the program's arguments
     * @return the program's own arguments: these arguments, without those that {@code mpjrun --mpj-args} puts in front
     *     of them
     * @throws MPIException when Init was called before and {@link #Finalize} was not, or when this process cannot join
     *     the job
     */
    public static synchronized String[] Init(String[] argv) {
        if (world != null && world.isOpen()) {
            throw new MPIException(ErrorClass.ERR_OTHER, "MPI.Init was called before; it may be called again after"
                + " MPI.Finalize");
        }
        try {
            world = World.open(world != null, new World.Api(MPIException::of, Errhandler.ERRORS_RETURN, KEYVALS,
                MPI.class.getClassLoader().getParent()));
            Joining.meetParent(world);
        } catch (RuntimeException e) {
            throw e instanceof EngineException ? InitFailure.atCaller(MPIException.of(e), MPI.class) : e;
        }
        COMM_WORLD.open(world.all());
        COMM_SELF.open(world.self());
        if (RuntimeProperties.VERBOSE.value()) {
            System.err.println("mpj: " + MPIException.result(world::transports));
        }
        return LeadingArguments.strip(world.rank(), argv);
    }

    /**
     * Ends MPI, after every rank has called this. If another thread is in a call of MPI, that call throws an
     * {@link MPIException}. MPI: MPI_Finalize.
     *
     * @throws MPIException before {@link #Init}, and when Finalize was called before. When a buffered send has failed,
     *     MPI is ended first, and the exception then names the send
     */
    public static void Finalize() {
        MPIException.run(world()::close); // without this class's lock, which another thread's operation may need
    }

    /**
     * Whether {@link #Init} was called. MPI: MPI_Initialized.
     *
     * @return true if so
     */
    public static synchronized boolean Initialized() {
        return world != null;
    }

    /**
     * Whether {@link #Finalize} was called, and {@link #Init} was not called again since then. MPI: MPI_Finalized.
     *
     * @return true if so
     */
    public static synchronized boolean Finalized() {
        return world != null && !world.isOpen();
    }

    /** The world below the API, between Init and Finalize. */
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

    /**
     * The time since an arbitrary moment in the past, in seconds. MPI: MPI_Wtime.
     *
     * @return seconds
     */
    public static double Wtime() {
        return System.nanoTime() * NANOSECOND;
    }

    /**
     * The resolution of {@link #Wtime}, in seconds. MPI: MPI_Wtick.
     *
     * @return seconds
     */
    public static double Wtick() {
        return NANOSECOND;
    }

    /**
     * The name of the host on which this rank runs. MPI: MPI_Get_processor_name.
     *
     * @return the host's name
     * @throws MPIException before {@link #Init} or after {@link #Finalize}
     */
    public static String Get_processor_name() {
        world();
        return World.processorName();
    }

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
     *     MPI.COMM_WORLD.Send(row, 0, 1 << 17, MPI.DOUBLE, 1, 0);
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
     * Attaches a buffer. Its size limits the sum of the sizes of the messages that {@link Comm#Bsend} keeps until they
     * have left. Objects count as 0 bytes, because their size is not known in advance. As in MPJ Express, this replaces
     * a buffer that is already attached. The messages that the old buffer has buffered are still sent.
     * MPI: MPI_Buffer_attach.
     *
     * @param userBuffer the buffer, of which only the number of remaining bytes matters. It belongs to MPI until
     *     {@link #Buffer_detach}
     * @throws MPIException when the buffer is null
     */
    public static void Buffer_attach(ByteBuffer userBuffer) {
        if (userBuffer == null) {
            throw new MPIException(ErrorClass.ERR_BUFFER, "userBuffer is null; pass an array or a ByteBuffer");
        }
        attach(userBuffer, userBuffer.remaining());
    }

    /**
     * The same as {@link #Buffer_attach(ByteBuffer)}. MPI: MPI_Buffer_attach.
     *
     * @param userBuffer the buffer, of which only the length matters. It belongs to MPI until {@link #Buffer_detach}
     * @throws MPIException when the buffer is null
     */
    public static void Buffer_attach(byte[] userBuffer) {
        if (userBuffer == null) {
            throw new MPIException(ErrorClass.ERR_BUFFER, "userBuffer is null; pass an array or a ByteBuffer");
        }
        attach(userBuffer, userBuffer.length);
    }

    private static void attach(Object userBuffer, int bytes) {
        World open = world();
        MPIException.run(() -> open.bufferedSends().attachOrReplace(userBuffer, bytes));
    }

    /**
     * Waits until all messages in the attached buffer have left, and detaches the buffer. Messages in buffers of mpjbuf
     * take no room in the attached buffer, and Finalize waits for them. MPI: MPI_Buffer_detach.
     *
     * @throws MPIException when no buffer is attached. When a buffered send has failed, the buffer is detached as well,
     *     and the exception names the send
     */
    public static void Buffer_detach() {
        MPIException.run(world().bufferedSends()::detach);
    }

    // ------------------------------------------------------------------------- groups, communicators, topologies

    /** Two groups or communicators are the same. MPI: MPI_IDENT. */
    public static final int IDENT = 0;
    /** Two groups or communicators have the same members in another order. MPI: MPI_SIMILAR. */
    public static final int SIMILAR = 1;
    /** Two groups or communicators have different members. MPI: MPI_UNEQUAL. */
    public static final int UNEQUAL = 2;
    /** Two communicators have the same members in the same order, but different contexts. MPI: MPI_CONGRUENT. */
    public static final int CONGRUENT = 3;
    /** The communicator has a graph topology. MPI: MPI_GRAPH. */
    public static int GRAPH = 1;
    /** The communicator has a Cartesian topology. MPI: MPI_CART. */
    public static int CART = 2;
    /** The group without members. MPI: MPI_GROUP_EMPTY. */
    public static Group GROUP_EMPTY = new Group(ProcessGroup.EMPTY);
    /** No group: null. MPI: MPI_GROUP_NULL. */
    public static Group GROUP_NULL = null;
    /** No communicator: null. A rank that is not in a new communicator gets this value. MPI: MPI_COMM_NULL. */
    public static Comm COMM_NULL = null;

    /** The group is null, was freed, or does not belong to the communicator. MPI: MPI_ERR_GROUP. */
    public static final int ERR_GROUP = 9;
    /** The topology is not valid, or has more ranks than the communicator. MPI: MPI_ERR_TOPOLOGY. */
    public static final int ERR_TOPOLOGY = 11;
    /** The dimensions of a Cartesian topology are wrong. MPI: MPI_ERR_DIMS. */
    public static final int ERR_DIMS = 12;

    /** The attribute with the largest tag. MPI: MPI_TAG_UB. */
    public static int TAG_UB = Keyvals.TAG_UB;
    /**
     * The attribute with the rank of the host process. It is {@link #PROC_NULL}, because there is no such process.
     * MPI: MPI_HOST.
     */
    public static int HOST = Keyvals.HOST;
    /**
     * The attribute with the rank that can do input and output. It is {@link #ANY_SOURCE}, because all ranks can.
     * MPI: MPI_IO.
     */
    public static int IO = Keyvals.IO;
    /**
     * The attribute with the number of the program that this rank runs, from 0, if the job has several programs
     * ({@code mpjrun -np 1 A : -np 2 B}). MPI: MPI_APPNUM.
     */
    public static final int APPNUM = Keyvals.APPNUM;

    /** An error ends the job and prints a message. MPI: MPI_ERRORS_ARE_FATAL. */
    public static Errhandler ERRORS_ARE_FATAL = Errhandler.ERRORS_ARE_FATAL;
    /** An error throws an {@link MPIException}. This is the default. MPI: MPI_ERRORS_RETURN. */
    public static Errhandler ERRORS_RETURN = Errhandler.ERRORS_RETURN;

    /** A program of one thread. MPI: MPI_THREAD_SINGLE. */
    public static int THREAD_SINGLE = 1;
    /** Only the thread that called Init calls MPI. MPI: MPI_THREAD_FUNNELED. */
    public static int THREAD_FUNNELED = 2;
    /** Threads call MPI one at a time. MPI: MPI_THREAD_SERIALIZED. */
    public static int THREAD_SERIALIZED = 3;
    /** Any thread may call MPI at any time. MPI: MPI_THREAD_MULTIPLE. */
    public static int THREAD_MULTIPLE = 4;

    /**
     * The same as {@link #Init}, for a program with threads. MPI: MPI_Init_thread. Any thread may always call MPI at
     * any time, as {@link #queryThread} says.
     *
     * @param required the level that the program needs: {@link #THREAD_SINGLE} to {@link #THREAD_MULTIPLE}
     * @param provided not used, because an int argument cannot return a result
     * @param argv the program's arguments
     * @return the program's own arguments, as {@link #Init} returns them
     * @throws MPIException like {@link #Init}, and when {@code required} is not a level
     */
    public static String[] initThread(int required, int provided, String[] argv) {
        if (required < THREAD_SINGLE || required > THREAD_MULTIPLE) {
            throw new MPIException(ErrorClass.ERR_ARG, "required is " + required
                + "; it must be one of MPI.THREAD_SINGLE to MPI.THREAD_MULTIPLE");
        }
        return Init(argv);
    }

    /**
     * The level of thread support. MPI: MPI_Query_thread.
     *
     * @return {@link #THREAD_MULTIPLE}
     * @throws MPIException before {@link #Init} or after {@link #Finalize}
     */
    public static int queryThread() {
        world();
        return THREAD_MULTIPLE;
    }

    /**
     * Whether this is the thread that called Init. MPI: MPI_Is_thread_main.
     *
     * @return true if so
     * @throws MPIException before {@link #Init} or after {@link #Finalize}
     */
    public static boolean isMainThread() {
        return world().isMainThread();
    }

    /**
     * Sets the error handler of {@link #COMM_WORLD}.
     *
     * @param errhandler {@link #ERRORS_RETURN} or {@link #ERRORS_ARE_FATAL}
     */
    public static void Errorhandler_set(Errhandler errhandler) {
        COMM_WORLD.Errhandler_set(errhandler);
    }

    /**
     * The error handler of {@link #COMM_WORLD}.
     *
     * @return the handler
     */
    public static Errhandler Errorhandler_get() {
        return COMM_WORLD.Errorhandler_get();
    }
}
