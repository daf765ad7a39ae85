package mpj.runtime.wire;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ProtocolException;

/**
 * Sends and receives messages over two streams. Each message is in a frame, which begins with its length. One thread
 * may read, and any number may write. No byte is read ahead, because the stream may belong to another reader after a
 * message.
 *
 * @param <S> the messages that are sent
 * @param <R> the messages that are received
 */
public final class Frames<S extends Struct<S>, R extends Struct<R>> {
    private final Union<S> sent;
    private final OutputStream out;
    private final Union<R> received;
    private final DataInputStream in;

    public Frames(Union<S> sent, OutputStream out, Union<R> received, InputStream in) {
        this.sent = sent;
        this.out = out;
        this.received = received;
        this.in = new DataInputStream(in);
    }

    /**
     * Sends a message in one write.
     *
     * @throws ProtocolException when a field or the message exceeds its limit; nothing is sent then
     */
    public void send(S message) throws IOException {
        byte[] frame = sent.frame(message);
        synchronized (out) {
            out.write(frame);
            out.flush();
        }
    }

    /**
     * Waits for the next message.
     *
     * @throws EOFException when the other side has closed the connection
     * @throws ProtocolException when the bytes are no message of this conversation
     */
    public R receive() throws IOException {
        int length = in.readInt();
        received.checkLength(length);
        // Memory grows with the bytes that arrive, not with the announced length.
        byte[] message = in.readNBytes(length);
        if (message.length < length) {
            throw new EOFException();
        }
        return received.read(message);
    }
}
