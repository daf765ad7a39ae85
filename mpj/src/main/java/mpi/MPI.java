package mpi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
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
 * The start and end of an MPI program, and MPI's constants. Datatypes may be used before {@link #Init}; communicators
 * not.
 */
public class MPI {
    private static final double NANOSECOND = 1e-9;

    /** The communicator of all ranks. MPI: MPI_COMM_WORLD. */
    public static Intracomm COMM_WORLD = new Intracomm();
    /** The communicator of this rank alone. MPI: MPI_COMM_SELF. */
    public static Comm COMM_SELF = new Intracomm();

    /** {@code byte}, in a {@code byte[]} or a segment. MPI: MPI_BYTE. */
    public static Datatype BYTE = Datatype.predefined(TypeDescriptor.BYTE);
    /** {@code char}, of 2 bytes, in a {@code char[]} or a segment. MPI: MPI_CHAR. */
    public static Datatype CHAR = Datatype.predefined(TypeDescriptor.CHAR);
    /** {@code short}, in a {@code short[]} or a segment. MPI: MPI_SHORT. */
    public static Datatype SHORT = Datatype.predefined(TypeDescriptor.SHORT);
    /** {@code boolean}, of 1 byte in a message, in a {@code boolean[]} or a segment. MPI: MPI_C_BOOL. */
    public static Datatype BOOLEAN = Datatype.predefined(TypeDescriptor.BOOLEAN);
    /** {@code int}, in an {@code int[]} or a segment. MPI: MPI_INT. */
    public static Datatype INT = Datatype.predefined(TypeDescriptor.INT);
    /** {@code long}, of 8 bytes, in a {@code long[]} or a segment. MPI: MPI_LONG_LONG. */
    public static Datatype LONG = Datatype.predefined(TypeDescriptor.LONG);
    /** {@code float}, in a {@code float[]} or a segment. MPI: MPI_FLOAT. */
    public static Datatype FLOAT = Datatype.predefined(TypeDescriptor.FLOAT);
    /** {@code double}, in a {@code double[]} or a segment. MPI: MPI_DOUBLE. */
    public static Datatype DOUBLE = Datatype.predefined(TypeDescriptor.DOUBLE);
    /** Objects that implement {@link java.io.Serializable}, in an array of any reference type. */
    public static Datatype OBJECT = Datatype.predefined(TypeDescriptor.OBJECT);
    /** What {@link Comm#Pack} has packed, in a {@code byte[]} or a segment. MPI: MPI_PACKED. */
    public static Datatype PACKED = Datatype.predefined(TypeDescriptor.PACKED);
    /** Sets the lower bound in {@link Datatype#Struct}; it has no elements. MPI: MPI_LB. */
    public static Datatype LB = Datatype.predefined(TypeDescriptor.LB);
    /** Sets the upper bound in {@link Datatype#Struct}; it has no elements. MPI: MPI_UB. */
    public static Datatype UB = Datatype.predefined(TypeDescriptor.UB);
    /** No datatype: in another, an empty part. MPI: MPI_DATATYPE_NULL. */
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

    /** The larger, of any type but boolean. MPI: MPI_MAX. */
    public static Op MAX = new Op(OpDescriptor.MAX);
    /** The smaller, of any type but boolean. MPI: MPI_MIN. */
    public static Op MIN = new Op(OpDescriptor.MIN);
    /** The sum, of any type but boolean. MPI: MPI_SUM. */
    public static Op SUM = new Op(OpDescriptor.SUM);
    /** The product, of any type but boolean. MPI: MPI_PROD. */
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

    /** What an index or a count is when there is none. MPI: MPI_UNDEFINED. */
    public static int UNDEFINED = Constants.UNDEFINED;
    /** Matches a message from any rank. MPI: MPI_ANY_SOURCE. */
    public static int ANY_SOURCE = Constants.ANY_SOURCE;
    /** Matches a message with any tag. MPI: MPI_ANY_TAG. */
    public static int ANY_TAG = Constants.ANY_TAG;
    /** A rank that does not exist: sending to it and receiving from it return at once. MPI: MPI_PROC_NULL. */
    public static int PROC_NULL = Constants.PROC_NULL;
    /** In a collective of two groups, what its root passes as the root; see {@link Intercomm}. MPI: MPI_ROOT. */
    public static final int ROOT = Constants.ROOT;
    /** What a buffered message needs in the attached buffer beside its data: nothing here. MPI: MPI_BSEND_OVERHEAD. */
    public static int BSEND_OVERHEAD = 0;
    /** What a message needs in front of its data in a buffer that MPJ Express sends from: nothing here. */
    public static int SEND_OVERHEAD = 0;
    /** What a message needs in front of its data in a buffer that MPJ Express receives into: nothing here. */
    public static int RECV_OVERHEAD = 0;
    /** The status of a message from nobody, of nothing. MPI: an empty status. */
    public static Status EMPTY_STATUS = new Status();
    /**
     * In a collective, in place of a buffer: what a rank sends is where it receives, as {@link Intracomm} says.
     * MPI: MPI_IN_PLACE.
     */
    public static final Object IN_PLACE = InPlace.IN_PLACE;
    /** A request with nothing under way. MPI: MPI_REQUEST_NULL. */
    public static Request REQUEST_NULL = new Request(null, null);

    // MPI's error classes, to compare with MPIException.Get_error_class.

    /** The buffer is null, too short, read-only or not attached. MPI: MPI_ERR_BUFFER. */
    public static final int ERR_BUFFER = 1;
    /** The count is negative. MPI: MPI_ERR_COUNT. */
    public static final int ERR_COUNT = 2;
    /** The datatype is not the buffer's, or not the message's. MPI: MPI_ERR_TYPE. */
    public static final int ERR_TYPE = 3;
    /** The tag is negative and no wildcard. MPI: MPI_ERR_TAG. */
    public static final int ERR_TAG = 4;
    /** The communicator is not one that can be used. MPI: MPI_ERR_COMM. */
    public static final int ERR_COMM = 5;
    /** The communicator has no such rank. MPI: MPI_ERR_RANK. */
    public static final int ERR_RANK = 6;
    /** The request, or the array of requests, is null. MPI: MPI_ERR_REQUEST. */
    public static final int ERR_REQUEST = 7;
    /** The communicator has no such rank to be the root. MPI: MPI_ERR_ROOT. */
    public static final int ERR_ROOT = 8;
    /** The operation is null, freed, or not defined for the datatype. MPI: MPI_ERR_OP. */
    public static final int ERR_OP = 10;
    /** Another argument, or a property, has a value that it cannot have. MPI: MPI_ERR_ARG. */
    public static final int ERR_ARG = 13;
    /** The message is longer than the receive. MPI: MPI_ERR_TRUNCATE. */
    public static final int ERR_TRUNCATE = 15;
    /** What no other class fits; the message says more. MPI: MPI_ERR_OTHER. */
    public static final int ERR_OTHER = 16;
    /** The library failed, not the program. MPI: MPI_ERR_INTERN. */
    public static final int ERR_INTERN = 17;

    static final Keyvals KEYVALS = new Keyvals(ErrorClass.ERR_ARG);

    /** Null before Init. */
    private static World world;

    /** For programs that make one, as mpiJava allows; it has no use. */
    public MPI() {
    }

    /**
     * Starts MPI: learns from the launcher which rank this process is, and makes it known to the others. MPI: MPI_Init.
     * Beyond MPI, a program may call it again after {@link #Finalize}, on all ranks, as often as it likes. Datatypes
     * and operations stay; communicators and requests of before are not used again. Launchers of others allow it once.
     *
     * @param argv the program's arguments
     * @return the program's own: the same, without those that {@code mpjrun --mpj-args} put in front
     * @throws MPIException when it was called before without {@link #Finalize}, or the job cannot be joined
     */
    public static synchronized String[] Init(String[] argv) {
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
        if (RuntimeProperties.VERBOSE.value()) {
            System.err.println("mpj: " + MPIException.result(world::transports));
        }
        return LeadingArguments.strip(world.rank(), argv);
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
     * Whether {@link #Init} was called. MPI: MPI_Initialized.
     *
     * @return true if so
     */
    public static synchronized boolean Initialized() {
        return world != null;
    }

    /**
     * Whether {@link #Finalize} was called, and {@link #Init} not again since. MPI: MPI_Finalized.
     *
     * @return true if so
     */
    public static synchronized boolean Finalized() {
        return world != null && !world.isOpen();
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

    /**
     * The time since some moment in the past, in seconds. MPI: MPI_Wtime.
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
     * The name of the host this rank runs on. MPI: MPI_Get_processor_name.
     *
     * @return the host's name
     * @throws MPIException before {@link #Init} or after {@link #Finalize}
     */
    public static String Get_processor_name() {
        world();
        return World.processorName();
    }

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
     *     MPI.COMM_WORLD.Send(row, 0, 1 << 17, MPI.DOUBLE, 1, 0);
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
     * Sets how much {@link Comm#Bsend} may buffer: messages that have not left yet, whose sizes together are no more
     * than the buffer's. Objects count nothing, as their size is not known before. A buffer that is attached already
     * is replaced, as in MPJ Express; what it has buffered still leaves. MPI: MPI_Buffer_attach.
     *
     * @param userBuffer its remaining bytes count; it belongs to MPI until {@link #Buffer_detach}
     * @throws MPIException when it is null
     */
    public static void Buffer_attach(ByteBuffer userBuffer) {
        if (userBuffer == null) {
            throw new MPIException(ErrorClass.ERR_BUFFER, "userBuffer is null; pass an array or a ByteBuffer");
        }
        attach(userBuffer, userBuffer.remaining());
    }

    /**
     * As {@link #Buffer_attach(ByteBuffer)}. MPI: MPI_Buffer_attach.
     *
     * @param userBuffer its length counts; it belongs to MPI until {@link #Buffer_detach}
     * @throws MPIException when it is null
     */
    public static void Buffer_attach(byte[] userBuffer) {
        if (userBuffer == null) {
            throw new MPIException(ErrorClass.ERR_BUFFER, "userBuffer is null; pass an array or a ByteBuffer");
        }
        attach(userBuffer, userBuffer.length);
    }

    private static void attach(Object userBuffer, int bytes) {
        World open = world();
        MPIException.run(() -> open.bufferedSends().attachAnew(userBuffer, bytes));
    }

    /**
     * Waits until what is buffered has left, and takes the buffer away. MPI: MPI_Buffer_detach.
     *
     * @throws MPIException when none is attached; also when a buffered send has failed, which it names: the buffer is
     *     detached all the same
     */
    public static void Buffer_detach() {
        MPIException.run(world().bufferedSends()::detach);
    }

    // ------------------------------------------------------------------------- groups, communicators, topologies

    /** Two groups or communicators are the same. MPI: MPI_IDENT. */
    public static final int IDENT = 0;
    /** Two groups or communicators have the same members in another order. MPI: MPI_SIMILAR. */
    public static final int SIMILAR = 1;
    /** Two groups or communicators have other members. MPI: MPI_UNEQUAL. */
    public static final int UNEQUAL = 2;
    /** Two communicators have the same members in the same order, and other contexts. MPI: MPI_CONGRUENT. */
    public static final int CONGRUENT = 3;
    /** The communicator has a graph topology. MPI: MPI_GRAPH. */
    public static int GRAPH = 1;
    /** The communicator has a Cartesian topology. MPI: MPI_CART. */
    public static int CART = 2;
    /** The group without members. MPI: MPI_GROUP_EMPTY. */
    public static Group GROUP_EMPTY = new Group(ProcessGroup.EMPTY);
    /** No group: null. MPI: MPI_GROUP_NULL. */
    public static Group GROUP_NULL = null;
    /** No communicator: null, which ranks get that are not in a new one. MPI: MPI_COMM_NULL. */
    public static Comm COMM_NULL = null;

    /** The group was freed, is null, or is not of the communicator. MPI: MPI_ERR_GROUP. */
    public static final int ERR_GROUP = 9;
    /** The topology is not one, or has more ranks than the communicator. MPI: MPI_ERR_TOPOLOGY. */
    public static final int ERR_TOPOLOGY = 11;
    /** The dimensions of a Cartesian topology are wrong. MPI: MPI_ERR_DIMS. */
    public static final int ERR_DIMS = 12;

    /** The attribute that tells the largest tag. MPI: MPI_TAG_UB. */
    public static int TAG_UB = Keyvals.TAG_UB;
    /** The attribute that tells the rank of the host process, {@link #PROC_NULL} as there is none. MPI: MPI_HOST. */
    public static int HOST = Keyvals.HOST;
    /** The attribute that tells who can do input and output, {@link #ANY_SOURCE} as all can. MPI: MPI_IO. */
    public static int IO = Keyvals.IO;
    /**
     * The attribute that tells which of the job's programs this rank runs, from 0 ({@code mpjrun -np 1 A : -np 2 B}).
     * MPI: MPI_APPNUM.
     */
    public static final int APPNUM = Keyvals.APPNUM;

    /** An error ends the job, with a message. MPI: MPI_ERRORS_ARE_FATAL. */
    public static Errhandler ERRORS_ARE_FATAL = Errhandler.ERRORS_ARE_FATAL;
    /** An error throws an {@link MPIException}: the default. MPI: MPI_ERRORS_RETURN. */
    public static Errhandler ERRORS_RETURN = Errhandler.ERRORS_RETURN;

    /** A program of one thread. MPI: MPI_THREAD_SINGLE. */
    public static int THREAD_SINGLE = 1;
    /** Only the thread that called Init calls MPI. MPI: MPI_THREAD_FUNNELED. */
    public static int THREAD_FUNNELED = 2;
    /** Threads call MPI one at a time. MPI: MPI_THREAD_SERIALIZED. */
    public static int THREAD_SERIALIZED = 3;
    /** Threads call MPI whenever they like. MPI: MPI_THREAD_MULTIPLE. */
    public static int THREAD_MULTIPLE = 4;

    /**
     * As {@link #Init}, for a program with threads. MPI: MPI_Init_thread. Threads may always call whenever they like:
     * {@link #queryThread} says so.
     *
     * @param required what the program needs: {@link #THREAD_SINGLE} to {@link #THREAD_MULTIPLE}
     * @param provided not used: an int cannot take a result
     * @param argv the program's arguments
     * @return the same as {@link #Init}
     * @throws MPIException as {@link #Init} does, and when {@code required} is no level
     */
    public static String[] initThread(int required, int provided, String[] argv) {
        if (required < THREAD_SINGLE || required > THREAD_MULTIPLE) {
            throw new MPIException(ErrorClass.ERR_ARG, "required is " + required
                + "; it must be one of MPI.THREAD_SINGLE to MPI.THREAD_MULTIPLE");
        }
        return Init(argv);
    }

    /**
     * What threads may do. MPI: MPI_Query_thread.
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
