package mpi;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import mpj.engine.Engine;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.TransportChoice;
import mpj.runtime.bootstrap.Bootstrap;
import mpj.runtime.bootstrap.BootstrapException;
import mpj.transport.spi.TransportException;
import mpjbuf.layout.ElementType;

/**
 * The start and end of an MPI program, and MPI's constants. Datatypes may be used before {@link #Init}; communicators
 * not.
 */
public class MPI {
    private static final String TRANSPORT = "mpj.transport";
    private static final String EAGER_LIMIT = "mpj.eager.limit";
    private static final long DEFAULT_EAGER_LIMIT = 64 << 10;
    private static final double NANOSECOND = 1e-9;

    /** The communicator of all ranks. */
    public static Intracomm COMM_WORLD = new Intracomm();
    /** The communicator of this rank alone. */
    public static Comm COMM_SELF = new Intracomm();

    public static Datatype BYTE = new Datatype.Basic(ElementType.BYTE);
    public static Datatype CHAR = new Datatype.Basic(ElementType.CHAR);
    public static Datatype SHORT = new Datatype.Basic(ElementType.SHORT);
    public static Datatype BOOLEAN = new Datatype.Basic(ElementType.BOOLEAN);
    public static Datatype INT = new Datatype.Basic(ElementType.INT);
    public static Datatype LONG = new Datatype.Basic(ElementType.LONG);
    public static Datatype FLOAT = new Datatype.Basic(ElementType.FLOAT);
    public static Datatype DOUBLE = new Datatype.Basic(ElementType.DOUBLE);
    /** Objects that implement {@link java.io.Serializable}, in an array of any reference type. */
    public static Datatype OBJECT = new Datatype.Objects();

    public static int UNDEFINED = -1;
    /** Matches a message from any rank. */
    public static int ANY_SOURCE = -2;
    /** Matches a message with any tag. */
    public static int ANY_TAG = -2;
    /** A rank that does not exist: sending to it and receiving from it return at once. */
    public static int PROC_NULL = -3;
    /** What a buffered message needs beside its data, in bytes. */
    public static int BSEND_OVERHEAD = 64;
    public static Request REQUEST_NULL = Request.none();

    /** MPI's error classes, see {@link MPIException#Get_error_class}. */
    public static final int ERR_BUFFER = 1;
    public static final int ERR_COUNT = 2;
    public static final int ERR_TYPE = 3;
    public static final int ERR_TAG = 4;
    public static final int ERR_COMM = 5;
    public static final int ERR_RANK = 6;
    public static final int ERR_REQUEST = 7;
    public static final int ERR_ARG = 13;
    public static final int ERR_TRUNCATE = 15;
    public static final int ERR_OTHER = 16;
    public static final int ERR_INTERN = 17;

    private static Engine engine;
    private static boolean finalized;
    private static AttachedBuffer attached;

    private MPI() {
    }

    /**
     * Starts MPI: learns from the launcher which rank this process is, and makes it known to the others. MPI: MPI_Init.
     *
     * @param argv the program's arguments
     * @return the same
     * @throws MPIException when it was called before, or the job cannot be joined
     */
    public static synchronized String[] Init(String[] argv) {
        if (engine != null || finalized) {
            throw new MPIException(ErrorClass.ERR_OTHER, "MPI.Init was called before; it may be called once");
        }
        try {
            Bootstrap bootstrap = Bootstrap.connect();
            engine = new Engine(bootstrap, TransportChoice.of(System.getProperty(TRANSPORT)), eagerLimit());
        } catch (BootstrapException | TransportException e) {
            throw new MPIException(ErrorClass.ERR_OTHER, e.getMessage(), e);
        } catch (EngineException e) {
            throw new MPIException(e);
        }
        int[] everyone = new int[engine.size()];
        for (int i = 0; i < everyone.length; i++) {
            everyone[i] = i;
        }
        COMM_WORLD.open(engine, 0, everyone);
        COMM_SELF.open(engine, 2, new int[] {engine.rank()});
        return argv;
    }

    private static long eagerLimit() {
        String value = System.getProperty(EAGER_LIMIT);
        try {
            long limit = value == null ? DEFAULT_EAGER_LIMIT : Long.parseLong(value);
            if (limit >= 0) {
                return limit / Long.BYTES * Long.BYTES;
            }
        } catch (NumberFormatException e) {
            // named below
        }
        throw new MPIException(ErrorClass.ERR_ARG, "-D" + EAGER_LIMIT + "=" + value + " is not a number of bytes");
    }

    /**
     * Ends MPI, after every rank has called it. MPI: MPI_Finalize.
     *
     * @throws MPIException before {@link #Init}, or when it was called before
     */
    public static synchronized void Finalize() {
        Engine open = engine();
        if (attached != null) {
            attached.drain(open);
            attached = null;
        }
        COMM_WORLD.Barrier();
        open.flush();
        COMM_WORLD.close();
        COMM_SELF.close();
        engine = null;
        finalized = true;
        open.close();
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

    static synchronized MPIException notOpen() {
        return new MPIException(ErrorClass.ERR_OTHER,
            finalized ? "called after MPI.Finalize" : "called before MPI.Init; call MPI.Init(args) first");
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
     * Sets how much {@link Comm#Bsend} may buffer. MPI: MPI_Buffer_attach.
     *
     * @param userBuffer its remaining bytes count; it belongs to MPI until {@link #Buffer_detach}
     */
    public static void Buffer_attach(ByteBuffer userBuffer) {
        if (userBuffer == null) {
            throw new MPIException(ErrorClass.ERR_BUFFER, "userBuffer is null");
        }
        attach(new AttachedBuffer(userBuffer, userBuffer.remaining()));
    }

    /**
     * Sets how much {@link Comm#Bsend} may buffer. MPI: MPI_Buffer_attach.
     *
     * @param userBuffer its length counts; it belongs to MPI until {@link #Buffer_detach}
     */
    public static void Buffer_attach(byte[] userBuffer) {
        if (userBuffer == null) {
            throw new MPIException(ErrorClass.ERR_BUFFER, "userBuffer is null");
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

    /** Waits until what is buffered has left, and takes the buffer away. MPI: MPI_Buffer_detach. */
    public static synchronized void Buffer_detach() {
        Engine open = engine();
        if (attached == null) {
            throw new MPIException(ErrorClass.ERR_BUFFER, "no buffer is attached");
        }
        attached.drain(open);
        attached = null;
    }

    static synchronized AttachedBuffer attachedBuffer() {
        if (attached == null) {
            throw new MPIException(ErrorClass.ERR_BUFFER,
                "a buffered send needs an attached buffer; call MPI.Buffer_attach first");
        }
        return attached;
    }
}
