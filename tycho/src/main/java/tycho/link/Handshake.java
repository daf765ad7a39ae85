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

/** The handshake of TLS over a socket, by the thread that calls. */
final class Handshake {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final SSLEngine engine;
    private final InputStream in;
    private final OutputStream out;
    private final ByteBuffer unread;
    private final ByteBuffer unsent;

    private Handshake(SSLEngine engine, Socket socket) throws IOException {
        this.engine = engine;
        in = socket.getInputStream();
        out = socket.getOutputStream();
        unread = ByteBuffer.allocate(2 * engine.getSession().getPacketBufferSize());
        unsent = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
    }

    /**
     * Makes the handshake; answers the bytes after it, which have arrived already.
     *
     * @param socket a socket that waits, no longer than the handshake may take between two messages
     */
    static byte[] run(SSLEngine engine, Socket socket) throws IOException {
        Handshake handshake = new Handshake(engine, socket);
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
        ByteBuffer empty = ByteBuffer.allocate(engine.getSession().getApplicationBufferSize());
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
                    SSLEngineResult result = engine.unwrap(unread, empty);
                    unread.compact();
                    more = result.getStatus() == SSLEngineResult.Status.OK && unread.position() > 0;
                    if (result.getStatus() == SSLEngineResult.Status.CLOSED) {
                        throw new EOFException("the other end has closed the connection during the TLS handshake");
                    }
                    if (empty.position() > 0) {
                        throw new IOException("data came during the TLS handshake");
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
            throw tooLong();
        }
        int bytes = in.read(unread.array(), unread.position(), unread.remaining());
        if (bytes < 0) {
            throw new EOFException("the other end has closed the connection during the TLS handshake");
        }
        unread.position(unread.position() + bytes);
    }

    private boolean wrap() throws IOException {
        SSLEngineResult result = engine.wrap(NOTHING, unsent);
        if (result.getStatus() == SSLEngineResult.Status.BUFFER_OVERFLOW) {
            // A record that is too long makes the engine ask for longer buffers, also for what it writes itself.
            throw tooLong();
        }
        out.write(unsent.array(), 0, unsent.position());
        unsent.clear();
        return result.bytesProduced() > 0;
    }

    private static SSLException tooLong() {
        return new SSLException("the other end sent a record of TLS that is longer than TLS 1.3 permits");
    }

    /** Says why the handshake has failed, if the other end can be told. */
    private void sendAlert() {
        try {
            engine.closeOutbound();
            while (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP && wrap()) {
                unsent.clear();
            }
        } catch (IOException e) {
            // The failure of the handshake is what counts.
        }
    }
}
