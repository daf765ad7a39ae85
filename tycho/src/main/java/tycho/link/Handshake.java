package tycho.link;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;

/**
 * The handshake of TLS over a socket, by the thread that calls. Strangers can begin many of them. So each has little
 * memory while it waits.
 */
final class Handshake {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
    /** Hardly any message of a handshake is longer. */
    private static final int USUAL_UNREAD = 1 << 12;
    /** More than any record has. */
    private static final int MOST_UNREAD = 1 << 15;
    /** The engine asks for room for the longest record, however short its own record is. */
    static final int RECORD = (1 << 14) + (1 << 10);

    private final SSLEngine engine;
    private final TimedInput in;
    private final OutputStream out;
    private final Spares spares;
    private ByteBuffer unread;

    private Handshake(SSLEngine engine, Socket socket, InputStream in, int millis, Spares spares)
            throws IOException {
        this.engine = engine;
        this.in = new TimedInput(socket, in, millis);
        out = socket.getOutputStream();
        this.spares = spares;
        unread = ByteBuffer.allocate(USUAL_UNREAD);
    }

    /**
     * Makes the handshake; answers the bytes after it, which have arrived already.
     *
     * @param socket a socket that waits
     * @param in     what the other end sends
     * @param millis how long the handshake may take
     * @param spares have buffers for what is sent
     */
    static byte[] run(SSLEngine engine, Socket socket, InputStream in, int millis, Spares spares) throws IOException {
        Handshake handshake = new Handshake(engine, socket, in, millis, spares);
        try {
            handshake.run();
        } catch (IOException e) {
            handshake.sendAlert();
            throw e;
        }
        byte[] rest = new byte[handshake.unread.position()];
        handshake.unread.flip().get(rest);
        return rest;
    }

    private void run() throws IOException {
        engine.beginHandshake();
        boolean more = false;
        while (true) {
            switch (engine.getHandshakeStatus()) {
                case NEED_TASK -> {
                    for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
                        task.run();
                    }
                }
                case NEED_WRAP -> wrap();
                case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> {
                    if (!more) {
                        read();
                    }
                    unread.flip();
                    // Data has no place in a handshake, and the engine refuses it.
                    SSLEngineResult result = engine.unwrap(unread, NOTHING);
                    unread.compact();
                    more = result.getStatus() == SSLEngineResult.Status.OK && unread.position() > 0;
                    if (result.getStatus() == SSLEngineResult.Status.CLOSED) {
                        throw new EOFException("the other end has closed the connection during the TLS handshake");
                    }
                }
                default -> {
                    return;
                }
            }
        }
    }

    private void read() throws IOException {
        if (!unread.hasRemaining()) {
            if (unread.capacity() >= MOST_UNREAD) {
                throw tooLong();
            }
            unread = ByteBuffer.allocate(2 * unread.capacity()).put(unread.flip());
        }
        int bytes = in.read(unread.array(), unread.position(), unread.remaining());
        if (bytes < 0) {
            throw new EOFException("the other end has closed the connection during the TLS handshake");
        }
        unread.position(unread.position() + bytes);
    }

    private boolean wrap() throws IOException {
        ByteBuffer unsent = spares.takeRecord();
        try {
            SSLEngineResult result = engine.wrap(NOTHING, unsent);
            if (result.getStatus() == SSLEngineResult.Status.BUFFER_OVERFLOW) {
                // A record that is too long makes the engine ask for longer buffers, also for what it writes itself.
                throw tooLong();
            }
            out.write(unsent.array(), 0, unsent.position());
            return result.bytesProduced() > 0;
        } finally {
            spares.release(unsent);
        }
    }

    private static SSLException tooLong() {
        return new SSLException("the other end sent a record of TLS that is longer than TLS 1.3 permits");
    }

    /** Says why the handshake has failed, if the other end can be told. */
    private void sendAlert() {
        try {
            engine.closeOutbound();
            boolean more = true;
            while (more && engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
                more = wrap();
            }
        } catch (IOException e) {
            // The failure of the handshake is what counts.
        }
    }
}
