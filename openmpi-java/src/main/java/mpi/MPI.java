package mpi;

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
import mpj.core.comm.World;
import mpj.core.datatype.TypeDescriptor;
import mpj.core.error.InitFailure;
import mpj.core.op.OpDescriptor;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.runtime.bootstrap.LeadingArguments;
import mpj.runtime.bootstrap.RuntimeProperties;

/** TODO. MPI: see the list. */
public final class MPI {
    static final Keyvals KEYVALS = new Keyvals(ErrorClass.ERR_KEYVAL);

    /** Null before Init. */
    private static World world;

    /** MPI: MPI_COMM_WORLD. */
    public static final Intracomm COMM_WORLD = new Intracomm();

    /** MPI: MPI_COMM_SELF. */
    public static final Intracomm COMM_SELF = new Intracomm();

    /** MPI: MPI_THREAD_SINGLE. */
    public static final int THREAD_SINGLE = 3;

    /** MPI: MPI_THREAD_FUNNELED. */
    public static final int THREAD_FUNNELED = 4;

    /** MPI: MPI_THREAD_SERIALIZED. */
    public static final int THREAD_SERIALIZED = 5;

    /** MPI: MPI_THREAD_MULTIPLE. */
    public static final int THREAD_MULTIPLE = 6;

    /** MPI: MPI_GRAPH. */
    public static final int GRAPH = 7;

    /** MPI: MPI_DIST_GRAPH. */
    public static final int DIST_GRAPH = 8;

    /** MPI: MPI_CART. */
    public static final int CART = 9;

    /** MPI: MPI_ANY_SOURCE. */
    public static final int ANY_SOURCE = 10;

    /** MPI: MPI_ANY_TAG. */
    public static final int ANY_TAG = 11;

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
    public static final Op REPLACE = null;

    /** MPI: MPI_NO_OP. */
    public static final Op NO_OP = null;

    /** MPI: MPI_MINLOC. */
    public static final Op MINLOC = new Op(OpDescriptor.MINLOC);

    /** MPI: MPI_MAXLOC. */
    public static final Op MAXLOC = new Op(OpDescriptor.MAXLOC);

    /** MPI: MPI_DATATYPE_NULL. */
    public static final Datatype DATATYPE_NULL = null;

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
    public static final Datatype FLOAT_COMPLEX = null;

    /** MPI: MPI_DOUBLE_COMPLEX. */
    public static final Datatype DOUBLE_COMPLEX = null;

    /** MPI: MPI_INT2. */
    public static final Datatype INT2 = null;

    /** MPI: MPI_SHORT_INT. */
    public static final Datatype SHORT_INT = null;

    /** MPI: MPI_LONG_INT. */
    public static final Datatype LONG_INT = null;

    /** MPI: MPI_FLOAT_INT. */
    public static final Datatype FLOAT_INT = null;

    /** MPI: MPI_DOUBLE_INT. */
    public static final Datatype DOUBLE_INT = null;

    /** MPI: MPI_int2. */
    public static final Int2 int2 = null;

    /** MPI: MPI_shortInt. */
    public static final ShortInt shortInt = null;

    /** MPI: MPI_longInt. */
    public static final LongInt longInt = null;

    /** MPI: MPI_floatInt. */
    public static final FloatInt floatInt = null;

    /** MPI: MPI_doubleInt. */
    public static final DoubleInt doubleInt = null;

    /** A request with nothing under way: any wait for it returns at once. MPI: MPI_REQUEST_NULL. */
    public static final Request REQUEST_NULL = null;

    /** MPI: MPI_GROUP_EMPTY. */
    public static final Group GROUP_EMPTY = null;

    /** MPI: MPI_INFO_ENV. */
    public static final Info INFO_ENV = null;

    /** MPI: MPI_INFO_NULL. */
    public static final Info INFO_NULL = null;

    /** MPI: MPI_PROC_NULL. */
    public static final int PROC_NULL = 52;

    /** MPI: MPI_UNDEFINED. */
    public static final int UNDEFINED = 53;

    /** MPI: MPI_IDENT. */
    public static final int IDENT = 54;

    /** MPI: MPI_CONGRUENT. */
    public static final int CONGRUENT = 55;

    /** MPI: MPI_SIMILAR. */
    public static final int SIMILAR = 56;

    /** MPI: MPI_UNEQUAL. */
    public static final int UNEQUAL = 57;

    /** MPI: MPI_TAG_UB. */
    public static final int TAG_UB = 58;

    /** MPI: MPI_HOST. */
    public static final int HOST = 59;

    /** MPI: MPI_IO. */
    public static final int IO = 60;

    /** MPI: MPI_WTIME_IS_GLOBAL. */
    public static final int WTIME_IS_GLOBAL = 61;

    /** MPI: MPI_APPNUM. */
    public static final int APPNUM = 62;

    /** MPI: MPI_LASTUSEDCODE. */
    public static final int LASTUSEDCODE = 63;

    /** MPI: MPI_UNIVERSE_SIZE. */
    public static final int UNIVERSE_SIZE = 64;

    /** MPI: MPI_WIN_BASE. */
    public static final int WIN_BASE = 65;

    /** MPI: MPI_WIN_SIZE. */
    public static final int WIN_SIZE = 66;

    /** MPI: MPI_WIN_DISP_UNIT. */
    public static final int WIN_DISP_UNIT = 67;

    /** MPI: MPI_VERSION. */
    public static final int VERSION = 68;

    /** MPI: MPI_SUBVERSION. */
    public static final int SUBVERSION = 69;

    /** MPI: MPI_ROOT. */
    public static final int ROOT = 70;

    /** MPI: MPI_KEYVAL_INVALID. */
    public static final int KEYVAL_INVALID = 71;

    /** MPI: MPI_BSEND_OVERHEAD. */
    public static final int BSEND_OVERHEAD = 72;

    /** MPI: MPI_MAX_OBJECT_NAME. */
    public static final int MAX_OBJECT_NAME = 73;

    /** MPI: MPI_MAX_PORT_NAME. */
    public static final int MAX_PORT_NAME = 74;

    /** MPI: MPI_MAX_DATAREP_STRING. */
    public static final int MAX_DATAREP_STRING = 75;

    /** MPI: MPI_MAX_INFO_KEY. */
    public static final int MAX_INFO_KEY = 76;

    /** MPI: MPI_MAX_INFO_VAL. */
    public static final int MAX_INFO_VAL = 77;

    /** MPI: MPI_ORDER_C. */
    public static final int ORDER_C = 78;

    /** MPI: MPI_ORDER_FORTRAN. */
    public static final int ORDER_FORTRAN = 79;

    /** MPI: MPI_DISTRIBUTE_BLOCK. */
    public static final int DISTRIBUTE_BLOCK = 80;

    /** MPI: MPI_DISTRIBUTE_CYCLIC. */
    public static final int DISTRIBUTE_CYCLIC = 81;

    /** MPI: MPI_DISTRIBUTE_NONE. */
    public static final int DISTRIBUTE_NONE = 82;

    /** MPI: MPI_DISTRIBUTE_DFLT_DARG. */
    public static final int DISTRIBUTE_DFLT_DARG = 83;

    /** MPI: MPI_MODE_CREATE. */
    public static final int MODE_CREATE = 84;

    /** MPI: MPI_MODE_RDONLY. */
    public static final int MODE_RDONLY = 85;

    /** MPI: MPI_MODE_WRONLY. */
    public static final int MODE_WRONLY = 86;

    /** MPI: MPI_MODE_RDWR. */
    public static final int MODE_RDWR = 87;

    /** MPI: MPI_MODE_DELETE_ON_CLOSE. */
    public static final int MODE_DELETE_ON_CLOSE = 88;

    /** MPI: MPI_MODE_UNIQUE_OPEN. */
    public static final int MODE_UNIQUE_OPEN = 89;

    /** MPI: MPI_MODE_EXCL. */
    public static final int MODE_EXCL = 90;

    /** MPI: MPI_MODE_APPEND. */
    public static final int MODE_APPEND = 91;

    /** MPI: MPI_MODE_SEQUENTIAL. */
    public static final int MODE_SEQUENTIAL = 92;

    /** MPI: MPI_DISPLACEMENT_CURRENT. */
    public static final int DISPLACEMENT_CURRENT = 93;

    /** MPI: MPI_SEEK_SET. */
    public static final int SEEK_SET = 94;

    /** MPI: MPI_SEEK_CUR. */
    public static final int SEEK_CUR = 95;

    /** MPI: MPI_SEEK_END. */
    public static final int SEEK_END = 96;

    /** MPI: MPI_MODE_NOCHECK. */
    public static final int MODE_NOCHECK = 97;

    /** MPI: MPI_MODE_NOPRECEDE. */
    public static final int MODE_NOPRECEDE = 98;

    /** MPI: MPI_MODE_NOPUT. */
    public static final int MODE_NOPUT = 99;

    /** MPI: MPI_MODE_NOSTORE. */
    public static final int MODE_NOSTORE = 100;

    /** MPI: MPI_MODE_NOSUCCEED. */
    public static final int MODE_NOSUCCEED = 101;

    /** MPI: MPI_LOCK_EXCLUSIVE. */
    public static final int LOCK_EXCLUSIVE = 102;

    /** MPI: MPI_LOCK_SHARED. */
    public static final int LOCK_SHARED = 103;

    /** MPI: MPI_ERRORS_ARE_FATAL. */
    public static final Errhandler ERRORS_ARE_FATAL = Errhandler.ERRORS_ARE_FATAL;

    /** MPI: MPI_ERRORS_ABORT. */
    public static final Errhandler ERRORS_ABORT = null;

    /** MPI: MPI_ERRORS_RETURN. */
    public static final Errhandler ERRORS_RETURN = Errhandler.ERRORS_RETURN;

    /** MPI: MPI_SUCCESS. */
    public static final int SUCCESS = 107;

    /** MPI: MPI_ERR_BUFFER. */
    public static final int ERR_BUFFER = 108;

    /** MPI: MPI_ERR_COUNT. */
    public static final int ERR_COUNT = 109;

    /** MPI: MPI_ERR_TYPE. */
    public static final int ERR_TYPE = 110;

    /** MPI: MPI_ERR_TAG. */
    public static final int ERR_TAG = 111;

    /** MPI: MPI_ERR_COMM. */
    public static final int ERR_COMM = 112;

    /** MPI: MPI_ERR_RANK. */
    public static final int ERR_RANK = 113;

    /** MPI: MPI_ERR_REQUEST. */
    public static final int ERR_REQUEST = 114;

    /** MPI: MPI_ERR_ROOT. */
    public static final int ERR_ROOT = 115;

    /** MPI: MPI_ERR_GROUP. */
    public static final int ERR_GROUP = 116;

    /** MPI: MPI_ERR_OP. */
    public static final int ERR_OP = 117;

    /** MPI: MPI_ERR_TOPOLOGY. */
    public static final int ERR_TOPOLOGY = 118;

    /** MPI: MPI_ERR_DIMS. */
    public static final int ERR_DIMS = 119;

    /** MPI: MPI_ERR_ARG. */
    public static final int ERR_ARG = 120;

    /** MPI: MPI_ERR_UNKNOWN. */
    public static final int ERR_UNKNOWN = 121;

    /** MPI: MPI_ERR_TRUNCATE. */
    public static final int ERR_TRUNCATE = 122;

    /** MPI: MPI_ERR_OTHER. */
    public static final int ERR_OTHER = 123;

    /** MPI: MPI_ERR_INTERN. */
    public static final int ERR_INTERN = 124;

    /** MPI: MPI_ERR_IN_STATUS. */
    public static final int ERR_IN_STATUS = 125;

    /** MPI: MPI_ERR_PENDING. */
    public static final int ERR_PENDING = 126;

    /** MPI: MPI_ERR_ACCESS. */
    public static final int ERR_ACCESS = 127;

    /** MPI: MPI_ERR_AMODE. */
    public static final int ERR_AMODE = 128;

    /** MPI: MPI_ERR_ASSERT. */
    public static final int ERR_ASSERT = 129;

    /** MPI: MPI_ERR_BAD_FILE. */
    public static final int ERR_BAD_FILE = 130;

    /** MPI: MPI_ERR_BASE. */
    public static final int ERR_BASE = 131;

    /** MPI: MPI_ERR_CONVERSION. */
    public static final int ERR_CONVERSION = 132;

    /** MPI: MPI_ERR_DISP. */
    public static final int ERR_DISP = 133;

    /** MPI: MPI_ERR_DUP_DATAREP. */
    public static final int ERR_DUP_DATAREP = 134;

    /** MPI: MPI_ERR_FILE_EXISTS. */
    public static final int ERR_FILE_EXISTS = 135;

    /** MPI: MPI_ERR_FILE_IN_USE. */
    public static final int ERR_FILE_IN_USE = 136;

    /** MPI: MPI_ERR_FILE. */
    public static final int ERR_FILE = 137;

    /** MPI: MPI_ERR_INFO_KEY. */
    public static final int ERR_INFO_KEY = 138;

    /** MPI: MPI_ERR_INFO_NOKEY. */
    public static final int ERR_INFO_NOKEY = 139;

    /** MPI: MPI_ERR_INFO_VALUE. */
    public static final int ERR_INFO_VALUE = 140;

    /** MPI: MPI_ERR_INFO. */
    public static final int ERR_INFO = 141;

    /** MPI: MPI_ERR_IO. */
    public static final int ERR_IO = 142;

    /** MPI: MPI_ERR_KEYVAL. */
    public static final int ERR_KEYVAL = 143;

    /** MPI: MPI_ERR_LOCKTYPE. */
    public static final int ERR_LOCKTYPE = 144;

    /** MPI: MPI_ERR_NAME. */
    public static final int ERR_NAME = 145;

    /** MPI: MPI_ERR_NO_MEM. */
    public static final int ERR_NO_MEM = 146;

    /** MPI: MPI_ERR_NOT_SAME. */
    public static final int ERR_NOT_SAME = 147;

    /** MPI: MPI_ERR_NO_SPACE. */
    public static final int ERR_NO_SPACE = 148;

    /** MPI: MPI_ERR_NO_SUCH_FILE. */
    public static final int ERR_NO_SUCH_FILE = 149;

    /** MPI: MPI_ERR_PORT. */
    public static final int ERR_PORT = 150;

    /** MPI: MPI_ERR_PROC_ABORTED. */
    public static final int ERR_PROC_ABORTED = 151;

    /** MPI: MPI_ERR_QUOTA. */
    public static final int ERR_QUOTA = 152;

    /** MPI: MPI_ERR_READ_ONLY. */
    public static final int ERR_READ_ONLY = 153;

    /** MPI: MPI_ERR_RMA_CONFLICT. */
    public static final int ERR_RMA_CONFLICT = 154;

    /** MPI: MPI_ERR_RMA_SYNC. */
    public static final int ERR_RMA_SYNC = 155;

    /** MPI: MPI_ERR_SERVICE. */
    public static final int ERR_SERVICE = 156;

    /** MPI: MPI_ERR_SIZE. */
    public static final int ERR_SIZE = 157;

    /** MPI: MPI_ERR_SPAWN. */
    public static final int ERR_SPAWN = 158;

    /** MPI: MPI_ERR_UNSUPPORTED_DATAREP. */
    public static final int ERR_UNSUPPORTED_DATAREP = 159;

    /** MPI: MPI_ERR_UNSUPPORTED_OPERATION. */
    public static final int ERR_UNSUPPORTED_OPERATION = 160;

    /** MPI: MPI_ERR_WIN. */
    public static final int ERR_WIN = 161;

    /** MPI: MPI_ERR_LASTCODE. */
    public static final int ERR_LASTCODE = 162;

    /** MPI: MPI_ERR_SYSRESOURCE. */
    public static final int ERR_SYSRESOURCE = 163;

    /**
     * TODO.
     */
    public MPI() {
    }

    /**
     * TODO. MPI: MPI_Init.
     *
     * @param args TODO
     * @return TODO
     */
    public static synchronized String[] Init(String[] args) {
        if (world != null) {
            throw new MPIException(ErrorClass.ERR_OTHER, "MPI.Init was called before; it may be called once");
        }
        try {
            world = World.open(new World.Api(MPIException::of, Errhandler.ERRORS_RETURN, KEYVALS,
                MPI.class.getClassLoader().getParent()));
        } catch (RuntimeException e) {
            throw e instanceof EngineException ? InitFailure.atCaller(MPIException.of(e), MPI.class) : e;
        }
        COMM_WORLD.open(world.all());
        COMM_SELF.open(world.self());
        if (RuntimeProperties.VERBOSE.value()) {
            System.err.println("mpj: " + MPIException.result(world::transports));
        }
        return LeadingArguments.strip(world.rank(), args);
    }

    /**
     * TODO. MPI: MPI_Init_thread.
     *
     * @param args TODO
     * @param required TODO
     * @return TODO
     */
    public static int InitThread(String[] args, int required) {
        throw MPIException.notYet("MPI.InitThread");
    }

    /**
     * TODO. MPI: MPI_Query_thread.
     * @return TODO
     */
    public static int queryThread() {
        throw MPIException.notYet("MPI.queryThread");
    }

    /**
     * TODO. MPI: MPI_Is_thread_main.
     * @return TODO
     */
    public static boolean isThreadMain() {
        throw MPIException.notYet("MPI.isThreadMain");
    }

    /**
     * TODO. MPI: MPI_Finalize.
     */
    public static synchronized void Finalize() {
        MPIException.run(world()::close);
    }

    /**
     * TODO. MPI: MPI_Wtime.
     * @return TODO
     */
    public static double wtime() {
        throw MPIException.notYet("MPI.wtime");
    }

    /**
     * TODO. MPI: MPI_Wtick.
     * @return TODO
     */
    public static double wtick() {
        throw MPIException.notYet("MPI.wtick");
    }

    /**
     * TODO. MPI: MPI_Get_version.
     * @return TODO
     */
    public static Version getVersion() {
        throw MPIException.notYet("MPI.getVersion");
    }

    /**
     * TODO. MPI: MPI_Get_library_version.
     * @return TODO
     */
    public static String getLibVersion() {
        throw MPIException.notYet("MPI.getLibVersion");
    }

    /**
     * TODO. MPI: MPI_Get_processor_name.
     * @return TODO
     */
    public static String getProcessorName() {
        throw MPIException.notYet("MPI.getProcessorName");
    }

    /**
     * TODO. MPI: MPI_Initialized.
     * @return TODO
     */
    public static boolean isInitialized() {
        throw MPIException.notYet("MPI.isInitialized");
    }

    /**
     * TODO. MPI: MPI_Finalized.
     * @return TODO
     */
    public static boolean isFinalized() {
        throw MPIException.notYet("MPI.isFinalized");
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
     * TODO. MPI: MPI_Pcontrol.
     *
     * @param level TODO
     * @param obj TODO
     */
    public static void pControl(int level, Object obj) {
        throw MPIException.notYet("MPI.pControl");
    }

    // ------------------------------------------------------------------------------------------------- buffers

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
