package tycho.link;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import tycho.wire.Packet;

/** Packets that are being encrypted and written. A link has one only while it writes. Not thread-safe. */
final class Outgoing {
    /** Several records of TLS, so that one call of the system writes them. */
    private static final int ROOM = 1 << 17;
    private static final int RECORD = 1 << 14;
    private static final BlockingQueue<Outgoing> FREE = new ArrayBlockingQueue<>(8);

    private final ByteBuffer encrypted = ByteBuffer.allocate(ROOM).limit(0);
    private final ArrayDeque<ByteBuffer> plain = new ArrayDeque<>();
    private long plainBytes;
    private long taken;

    private Outgoing() {
    }

    /** How many bytes a packet has with its lengths. */
    static long length(Packet packet) {
        return Incoming.LENGTHS + packet.length();
    }

    static Outgoing take() {
        Outgoing free = FREE.poll();
        return free == null ? new Outgoing() : free;
    }

    void release() {
        FREE.offer(this);
    }

    /** Encrypts packets until there is no room, which it answers with true, or no packet. */
    boolean fill(SSLEngine engine, Supplier<Packet> packets) throws IOException {
        if (encrypted.hasRemaining()) {
            return true;
        }
        encrypted.clear();
        try {
            while (true) {
                while (plainBytes < RECORD) {
                    Packet packet = packets.get();
                    if (packet == null) {
                        break;
                    }
                    byte[] head = packet.head();
                    plain.add(ByteBuffer.allocate(Incoming.LENGTHS + head.length).putInt(head.length)
                        .putInt(packet.body().length).put(head).flip());
                    if (packet.body().length > 0) {
                        plain.add(ByteBuffer.wrap(packet.body()));
                    }
                    plainBytes += length(packet);
                    taken += length(packet);
                }
                if (plainBytes == 0) {
                    return false;
                }
                SSLEngineResult result = engine.wrap(plain.toArray(ByteBuffer[]::new), encrypted);
                plainBytes -= result.bytesConsumed();
                while (!plain.isEmpty() && !plain.peek().hasRemaining()) {
                    plain.poll();
                }
                switch (result.getStatus()) {
                    case BUFFER_OVERFLOW -> {
                        return true;
                    }
                    case CLOSED -> throw new IOException("the connection was closed for writing");
                    default -> { }
                }
            }
        } finally {
            encrypted.flip();
        }
    }

    /** Writes what is encrypted; answers whether all of it is written. */
    boolean writeTo(SocketChannel channel) throws IOException {
        while (encrypted.hasRemaining()) {
            if (channel.write(encrypted) == 0) {
                return false;
            }
        }
        return true;
    }

    /** How many bytes of packets were taken since the last call. */
    long takeWritten() {
        long bytes = taken;
        taken = 0;
        return bytes;
    }
}
