package mpj.runtime.agent;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ProtocolException;

/**
 * Messages between two agents, over the ssh channel's streams: each in a frame that begins with its length. One thread
 * reads; any number write.
 */
final class Frames {
    /** Beyond any fence's values; what claims to be longer is garbage. */
    private static final int MAX_BYTES = 1 << 30;

    /** Writes a message's kind and fields. */
    @FunctionalInterface
    interface Body {
        void write(DataOutputStream out) throws IOException;
    }

    private final DataInputStream in;
    private final OutputStream out;

    Frames(InputStream in, OutputStream out) {
        this.in = new DataInputStream(new BufferedInputStream(in));
        this.out = out;
    }

    void send(Body message) throws IOException {
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        DataOutputStream fields = new DataOutputStream(frame);
        fields.writeInt(0);
        message.write(fields);
        byte[] bytes = frame.toByteArray();
        int length = bytes.length - Integer.BYTES;
        for (int i = 0; i < Integer.BYTES; i++) {
            bytes[i] = (byte) (length >>> Byte.SIZE * (Integer.BYTES - 1 - i));
        }
        synchronized (out) {
            out.write(bytes);
            out.flush();
        }
    }

    /**
     * Waits for the next message; its fields are read from what is returned.
     *
     * @throws EOFException when the other side is gone
     */
    DataInputStream receive() throws IOException {
        int length = in.readInt();
        if (length < 1 || length > MAX_BYTES) {
            throw new ProtocolException("a message of " + length + " bytes; the limit is " + MAX_BYTES);
        }
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException();
        }
        return new DataInputStream(new ByteArrayInputStream(bytes));
    }
}
