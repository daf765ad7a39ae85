package mpj.transport.nio;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;

/** A stream whose bytes are encrypted. Reads and writes carry out the TLS handshake. */
final class TlsStream implements Stream {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final SocketChannel channel;
    private final SSLEngine engine;
    /** Encrypted bytes on their way in. Between calls, the buffer is ready for putting. */
    private final ByteBuffer arrived;
    /** Decrypted bytes that are to be read. Between calls, the buffer is ready for getting. */
    private final ByteBuffer readable;
    /** Encrypted bytes on their way out. Between calls, the buffer is ready for getting. */
    private final ByteBuffer leaving;
    private boolean ended;
    /** Whether what has arrived is only a part of a record. */
    private boolean partial = true;

    TlsStream(SocketChannel channel, SSLEngine engine) {
        this.channel = channel;
        this.engine = engine;
        arrived = ByteBuffer.allocateDirect(engine.getSession().getPacketBufferSize());
        readable = ByteBuffer.allocateDirect(engine.getSession().getApplicationBufferSize()).flip();
        leaving = ByteBuffer.allocateDirect(engine.getSession().getPacketBufferSize()).flip();
    }

    @Override
    public SocketChannel channel() {
        return channel;
    }

    @Override
    public boolean hasReadable() {
        return readable.hasRemaining() || !partial;
    }

    @Override
    public boolean hasUnsent() {
        return leaving.hasRemaining();
    }

    @Override
    public boolean takesArrays() {
        return false;
    }

    @Override
    public int read(MemorySegment memory, long offset, long bytes) throws IOException {
        ByteBuffer into = memory.asSlice(offset, bytes).asByteBuffer();
        int read = 0;
        while (into.hasRemaining()) {
            if (readable.hasRemaining()) {
                read += take(into);
            } else if (!decrypt()) {
                return read == 0 && ended ? -1 : read;
            }
        }
        return read;
    }

    private int take(ByteBuffer into) {
        int part = Math.min(into.remaining(), readable.remaining());
        into.put(into.position(), readable, readable.position(), part);
        into.position(into.position() + part);
        readable.position(readable.position() + part);
        return part;
    }

    /**
     * Takes one step: decrypts a record, reads from the socket, or continues the handshake. Returns false if no step is
     * possible.
     */
    private boolean decrypt() throws IOException {
        if (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
            return encrypt(NOTHING);
        }
        arrived.flip();
        readable.clear();
        SSLEngineResult result;
        try {
            result = engine.unwrap(arrived, readable);
        } finally {
            readable.flip();
            arrived.compact();
        }
        runTasks();
        partial = result.getStatus() != SSLEngineResult.Status.OK || arrived.position() == 0;
        return switch (result.getStatus()) {
            case OK -> true;
            case BUFFER_UNDERFLOW -> receive();
            case CLOSED -> end();
            case BUFFER_OVERFLOW -> throw new IOException("it sent a TLS record that is too large");
        };
    }

    private boolean receive() throws IOException {
        int bytes = channel.read(arrived);
        partial = bytes <= 0;
        return bytes > 0 || bytes < 0 && end();
    }

    private boolean end() {
        ended = true;
        return false;
    }

    @Override
    public int write(MemorySegment memory, long offset, long bytes, boolean more) throws IOException {
        ByteBuffer from = memory.asSlice(offset, bytes).asByteBuffer();
        boolean moved = true;
        while (moved) {
            if (leaving.hasRemaining()) {
                channel.write(leaving);
            }
            moved = !leaving.hasRemaining() && (shakesHands() ? shakeHands() : from.hasRemaining() && encrypt(from));
        }
        return from.position();
    }

    private boolean shakesHands() {
        return engine.getHandshakeStatus() != HandshakeStatus.NOT_HANDSHAKING
            && engine.getHandshakeStatus() != HandshakeStatus.FINISHED;
    }

    private boolean shakeHands() throws IOException {
        if (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
            return encrypt(NOTHING);
        }
        // Bytes that are decrypted already must be read first, because there is room for one record.
        return !readable.hasRemaining() && decrypt();
    }

    /**
     * Encrypts one record, and sends as much of it as the socket takes. Returns false if the socket does not take the
     * rest of the previous record.
     */
    private boolean encrypt(ByteBuffer from) throws IOException {
        if (leaving.hasRemaining() && channel.write(leaving) >= 0 && leaving.hasRemaining()) {
            return false;
        }
        leaving.clear();
        SSLEngineResult result;
        try {
            result = engine.wrap(from, leaving);
        } finally {
            leaving.flip();
        }
        runTasks();
        channel.write(leaving);
        return result.getStatus() == SSLEngineResult.Status.OK;
    }

    private void runTasks() {
        for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
            task.run();
        }
    }
}
