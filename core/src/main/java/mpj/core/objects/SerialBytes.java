package mpj.core.objects;

import java.io.ByteArrayOutputStream;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/** The serialized form of objects, which must fit into an array. */
final class SerialBytes extends ByteArrayOutputStream {
    /** No JVM makes a longer array. */
    static final int MOST = Integer.MAX_VALUE - 8;

    private final int most;

    SerialBytes(int usual, int most) {
        super(usual);
        this.most = most;
    }

    @Override
    public synchronized void write(int oneByte) {
        check(count + 1L, most);
        super.write(oneByte);
    }

    @Override
    public synchronized void write(byte[] from, int offset, int length) {
        check((long) count + length, most);
        super.write(from, offset, length);
    }

    /** Throws if there are more bytes than a message may have. */
    static void check(long bytes, int most) {
        if (bytes > most) {
            throw new EngineException(ErrorClass.ERR_COUNT, "the objects to be sent take more than " + most
                + " bytes when they are serialized, which is the most that a message of objects can have; send them"
                + " in several messages, or send arrays of primitives as such, with MPI.DOUBLE and the like");
        }
    }
}
