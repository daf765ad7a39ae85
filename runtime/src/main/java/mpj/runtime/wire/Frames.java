package mpj.runtime.wire;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ProtocolException;

/**
 * Messages over two streams, each in a frame that begins with its length. One thread reads; any number write. No byte
 * is read ahead: after a message the stream may belong to somebody else.
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
     * Sends a message, in one write.
     *
     * @throws ProtocolException when a field or the message is longer than its limit; nothing is sent then
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
     * @throws EOFException when the other side has closed
     * @throws ProtocolException when what came is no message of this conversation
     */
    public R receive() throws IOException {
        int length = in.readInt();
        received.checkLength(length);
        // Memory grows with what arrives, not with what was announced.
        byte[] message = in.readNBytes(length);
        if (message.length < length) {
            throw new EOFException();
        }
        return received.read(message);
    }
}
