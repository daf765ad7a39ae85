package mpjbuf;

import java.io.ByteArrayOutputStream;

/** The bytes of an object stream. They must fit into an array. */
final class StreamBytes extends ByteArrayOutputStream {
    private final int most;

    /** @param most the largest number of bytes */
    StreamBytes(int most) {
        this.most = most;
    }

    /** Thrown when more bytes are written than the stream may have. */
    static final class Full extends RuntimeException {
        private static final long serialVersionUID = 1;

        private Full(int most) {
            super("a dynamic buffer holds no more than " + most + " bytes; write the objects to several buffers, or"
                + " arrays of primitives to the static buffer");
        }
    }

    @Override
    public synchronized void write(int oneByte) {
        check(1);
        super.write(oneByte);
    }

    @Override
    public synchronized void write(byte[] from, int offset, int length) {
        check(length);
        super.write(from, offset, length);
    }

    private void check(int more) {
        if (more > most - count) {
            throw new Full(most);
        }
    }
}
