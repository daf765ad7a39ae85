package mpi;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import mpj.engine.EagerLimit;
import mpj.engine.Engine;
import mpj.engine.EngineException;
import mpj.engine.EngineProperties;
import mpj.engine.ErrorClass;
import mpj.engine.TransportChoice;
import mpj.runtime.bootstrap.Bootstrap;
import mpj.runtime.bootstrap.LeadingArguments;
import mpj.runtime.bootstrap.RuntimeProperties;
import mpj.settings.Settings;
import mpjbuf.layout.ElementType;

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
    public static Datatype BYTE = Datatype.primitive(ElementType.BYTE);
    /** {@code char}, of 2 bytes, in a {@code char[]} or a segment. MPI: MPI_CHAR. */
    public static Datatype CHAR = Datatype.primitive(ElementType.CHAR);
    /** {@code short}, in a {@code short[]} or a segment. MPI: MPI_SHORT. */
    public static Datatype SHORT = Datatype.primitive(ElementType.SHORT);
    /** {@code boolean}, of 1 byte in a message, in a {@code boolean[]} or a segment. MPI: MPI_C_BOOL. */
    public static Datatype BOOLEAN = Datatype.primitive(ElementType.BOOLEAN);
    /** {@code int}, in an {@code int[]} or a segment. MPI: MPI_INT. */
    public static Datatype INT = Datatype.primitive(ElementType.INT);
    /** {@code long}, of 8 bytes, in a {@code long[]} or a segment. MPI: MPI_LONG_LONG. */
    public static Datatype LONG = Datatype.primitive(ElementType.LONG);
    /** {@code float}, in a {@code float[]} or a segment. MPI: MPI_FLOAT. */
    public static Datatype FLOAT = Datatype.primitive(ElementType.FLOAT);
    /** {@code double}, in a {@code double[]} or a segment. MPI: MPI_DOUBLE. */
    public static Datatype DOUBLE = Datatype.primitive(ElementType.DOUBLE);
    /** Objects that implement {@link java.io.Serializable}, in an array of any reference type. */
    public static Datatype OBJECT = Datatype.object();
    /** What {@link Comm#Pack} has packed, in a {@code byte[]} or a segment. MPI: MPI_PACKED. */
    public static Datatype PACKED = Datatype.packed();
    /** Sets the lower bound in {@link Datatype#Struct}; it has no elements. MPI: MPI_LB. */
    public static Datatype LB = Datatype.marker("LB", TypeMap.LOWER_BOUND);
    /** Sets the upper bound in {@link Datatype#Struct}; it has no elements. MPI: MPI_UB. */
    public static Datatype UB = Datatype.marker("UB", TypeMap.UPPER_BOUND);
    /** No datatype: in another, an empty part. MPI: MPI_DATATYPE_NULL. */
    public static Datatype NULL = Datatype.marker("NULL", TypeMap.EMPTY);
    /** A value and an index, for MAXLOC and MINLOC, both {@code short}. MPI: MPI_2INT, for shorts. */
    public static Datatype SHORT2 = Datatype.pair("SHORT2", SHORT);
    /** A value and an index, both {@code int}. MPI: MPI_2INT. */
    public static Datatype INT2 = Datatype.pair("INT2", INT);
    /** A value and an index, both {@code long}. MPI: MPI_2INT, for longs. */
    public static Datatype LONG2 = Datatype.pair("LONG2", LONG);
    /** A value and an index, both {@code float}. MPI: MPI_2REAL. */
    public static Datatype FLOAT2 = Datatype.pair("FLOAT2", FLOAT);
    /** A value and an index, both {@code double}. MPI: MPI_2DOUBLE_PRECISION. */
    public static Datatype DOUBLE2 = Datatype.pair("DOUBLE2", DOUBLE);

    /** The larger, of any type but boolean. MPI: MPI_MAX. */
    public static Op MAX = new Op(Operator.MAX);
    /** The smaller, of any type but boolean. MPI: MPI_MIN. */
    public static Op MIN = new Op(Operator.MIN);
    /** The sum, of any type but boolean. MPI: MPI_SUM. */
    public static Op SUM = new Op(Operator.SUM);
    /** The product, of any type but boolean. MPI: MPI_PROD. */
    public static Op PROD = new Op(Operator.PROD);
    /** Logical and, of booleans, and of integers, where 0 is false. MPI: MPI_LAND. */
    public static Op LAND = new Op(Operator.LAND);
    /** Bitwise and, of integers. MPI: MPI_BAND. */
    public static Op BAND = new Op(Operator.BAND);
    /** Logical or, of booleans, and of integers, where 0 is false. MPI: MPI_LOR. */
    public static Op LOR = new Op(Operator.LOR);
    /** Bitwise or, of integers. MPI: MPI_BOR. */
    public static Op BOR = new Op(Operator.BOR);
    /** Logical exclusive or, of booleans, and of integers, where 0 is false. MPI: MPI_LXOR. */
    public static Op LXOR = new Op(Operator.LXOR);
    /** Bitwise exclusive or, of integers. MPI: MPI_BXOR. */
    public static Op BXOR = new Op(Operator.BXOR);
    /** The largest value and the smallest index that has it, of pairs. MPI: MPI_MAXLOC. */
    public static Op MAXLOC = new Op(Operator.MAXLOC);
    /** The smallest value and the smallest index that has it, of pairs. MPI: MPI_MINLOC. */
    public static Op MINLOC = new Op(Operator.MINLOC);

    /** What an index or a count is when there is none. MPI: MPI_UNDEFINED. */
    public static int UNDEFINED = -1;
    /** Matches a message from any rank. MPI: MPI_ANY_SOURCE. */
    public static int ANY_SOURCE = -2;
    /** Matches a message with any tag. MPI: MPI_ANY_TAG. */
    public static int ANY_TAG = -2;
    /** A rank that does not exist: sending to it and receiving from it return at once. MPI: MPI_PROC_NULL. */
    public static int PROC_NULL = -3;
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
    public static final Object IN_PLACE = new InPlace();
    /** A request with nothing under way. MPI: MPI_REQUEST_NULL. */
    public static Request REQUEST_NULL = Request.none();

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

    private static Engine engine;
    private static JobCollectives collectives;
    private static boolean finalized;
    private static AttachedBuffer attached;

    /** For programs that make one, as mpiJava allows; it has no use. */
    public MPI() {
    }

    /**
     * Starts MPI: learns from the launcher which rank this process is, and makes it known to the others. MPI: MPI_Init.
     *
     * @param argv the program's arguments
     * @return the program's own: the same, without those that {@code mpjrun --mpj-args} put in front
     * @throws MPIException when it was called before, or the job cannot be joined
     */
    public static synchronized String[] Init(String[] argv) {
        if (engine != null || finalized) {
            throw new MPIException(ErrorClass.ERR_OTHER, "MPI.Init was called before; it may be called once");
        }
        try {
            Settings.check(RuntimeProperties.all());
            Bootstrap bootstrap = Bootstrap.connect();
            String transport = RuntimeProperties.TRANSPORT.value();
            collectives = JobCollectives.open(bootstrap, transport);
            engine = new Engine(bootstrap, TransportChoice.of(transport), eagerLimit());
        } catch (RuntimeException e) {
            throw InitFailure.of(e);
        }
        int[] everyone = new int[engine.size()];
        for (int i = 0; i < everyone.length; i++) {
            everyone[i] = i;
        }
        openPredefined(everyone);
        if (RuntimeProperties.VERBOSE.value()) {
            System.err.println("mpj: " + transports());
        }
        return LeadingArguments.strip(engine.rank(), argv);
    }

    private static String transports() {
        try {
            return engine.transports();
        } catch (EngineException e) {
            throw new MPIException(e);
        }
    }

    private static EagerLimit eagerLimit() {
        long limit = EngineProperties.EAGER_LIMIT.value();
        return limit < 0 ? EagerLimit.ofTransports() : new EagerLimit(limit);
    }

    /**
     * Ends MPI, after every rank has called it. MPI: MPI_Finalize.
     *
     * @throws MPIException before {@link #Init}, or when it was called before; at the end of all, also when a buffered
     *     send has failed, which it names
     */
    public static synchronized void Finalize() {
        Engine open = engine();
        MPIException unsent = detach(open);
        try {
            synchronizeForTheLastTime(open);
            open.flush();
            closeAll();
            engine = null;
            finalized = true;
            open.close();
        } catch (RuntimeException e) {
            throw MPIException.of(e);
        }
        if (unsent != null) {
            throw unsent;
        }
    }

    private static void synchronizeForTheLastTime(Engine open) {
        try {
            if (!open.awaitAll()) {
                COMM_WORLD.collectives().synchronize();
            }
        } catch (MPIException e) {
            if (!open.survival().awaitSurvivors()) {
                throw e;
            }
        }
    }

    /**
     * Whether {@link #Init} was called. MPI: MPI_Initialized.
     *
     * @return true if so
     */
    public static synchronized boolean Initialized() {
        return engine != null || finalized;
    }

    static synchronized Engine engine() {
        if (engine == null) {
            throw notOpen();
        }
        return engine;
    }

    static JobCollectives collectives() {
        return collectives;
    }

    static synchronized MPIException notOpen() {
        return new MPIException(ErrorClass.ERR_OTHER, finalized
            ? "called after MPI.Finalize, which no call may follow"
            : "called before MPI.Init; call MPI.Init(args) first");
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
        engine();
        try {
            return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        } catch (IOException e) {
            try {
                return InetAddress.getLocalHost().getHostName();
            } catch (IOException f) {
                return "localhost";
            }
        }
    }

    /**
     * Sets how much {@link Comm#Bsend} may buffer: messages that have not left yet, whose sizes together are no more
     * than the buffer's. Objects count nothing, as their size is not known before. MPI: MPI_Buffer_attach.
     *
     * @param userBuffer its remaining bytes count; it belongs to MPI until {@link #Buffer_detach}
     * @throws MPIException when it is null, or one is attached already
     */
    public static void Buffer_attach(ByteBuffer userBuffer) {
        if (userBuffer == null) {
            throw new MPIException(ErrorClass.ERR_BUFFER, "userBuffer is null; pass an array or a ByteBuffer");
        }
        attach(new AttachedBuffer(userBuffer, userBuffer.remaining()));
    }

    /**
     * As {@link #Buffer_attach(ByteBuffer)}. MPI: MPI_Buffer_attach.
     *
     * @param userBuffer its length counts; it belongs to MPI until {@link #Buffer_detach}
     * @throws MPIException when it is null, or one is attached already
     */
    public static void Buffer_attach(byte[] userBuffer) {
        if (userBuffer == null) {
            throw new MPIException(ErrorClass.ERR_BUFFER, "userBuffer is null; pass an array or a ByteBuffer");
        }
        attach(new AttachedBuffer(userBuffer, userBuffer.length));
    }

    private static synchronized void attach(AttachedBuffer buffer) {
        engine();
        if (attached != null) {
            throw new MPIException(ErrorClass.ERR_BUFFER, "a buffer is attached already; detach it first");
        }
        attached = buffer;
    }

    /**
     * Waits until what is buffered has left, and takes the buffer away. MPI: MPI_Buffer_detach.
     *
     * @throws MPIException when none is attached; also when a buffered send has failed, which it names: the buffer is
     *     detached all the same
     */
    public static synchronized void Buffer_detach() {
        Engine open = engine();
        if (attached == null) {
            throw new MPIException(ErrorClass.ERR_BUFFER, "no buffer is attached; call MPI.Buffer_attach first");
        }
        MPIException unsent = detach(open);
        if (unsent != null) {
            throw unsent;
        }
    }

    /** Returns the failure of a buffered send, or null. */
    private static MPIException detach(Engine open) {
        MPIException unsent = attached == null ? null : attached.drain(open);
        attached = null;
        return unsent;
    }

    static synchronized AttachedBuffer attachedBuffer() {
        if (attached == null) {
            throw new MPIException(ErrorClass.ERR_BUFFER,
                "a buffered send needs an attached buffer; call MPI.Buffer_attach first");
        }
        return attached;
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
    public static Group GROUP_EMPTY = new Group(new int[0], -1);
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
    public static int TAG_UB = Attributes.TAG_UB;
    /** The attribute that tells the rank of the host process, {@link #PROC_NULL} as there is none. MPI: MPI_HOST. */
    public static int HOST = Attributes.HOST;
    /** The attribute that tells who can do input and output, {@link #ANY_SOURCE} as all can. MPI: MPI_IO. */
    public static int IO = Attributes.IO;

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

    private static ContextIds contextIds;
    /** What Finalize closes. Weak: a program that drops its communicators without Free still loses them. */
    private static final Set<Comm> OPEN = Collections.newSetFromMap(new WeakHashMap<>());
    private static Thread mainThread;

    private static void openPredefined(int[] everyone) {
        mainThread = Thread.currentThread();
        contextIds = new ContextIds(engine.size(), engine.rank());
        COMM_WORLD.open(engine, ContextIds.context(contextIds.use(0)), everyone);
        COMM_SELF.open(engine, ContextIds.context(contextIds.use(1)), new int[] {engine.rank()});
    }

    static ContextIds contextIds() {
        return contextIds;
    }

    static void opened(Comm comm) {
        synchronized (OPEN) {
            OPEN.add(comm);
        }
    }

    static void closed(Comm comm) {
        synchronized (OPEN) {
            OPEN.remove(comm);
        }
    }

    private static void closeAll() {
        synchronized (OPEN) {
            OPEN.forEach(Comm::close);
            OPEN.clear();
        }
    }

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
        engine();
        return THREAD_MULTIPLE;
    }

    /**
     * Whether this is the thread that called Init. MPI: MPI_Is_thread_main.
     *
     * @return true if so
     * @throws MPIException before {@link #Init} or after {@link #Finalize}
     */
    public static synchronized boolean isMainThread() {
        engine();
        return Thread.currentThread() == mainThread;
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
