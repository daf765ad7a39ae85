package tycho.link;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Consumer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import tycho.wire.Packet;

/** Packets that are being encrypted and written. A link has one only while it writes. Not thread-safe. */
final class Outgoing {
    /** Several records of TLS, so that one call of the system writes them. */
    private static final int ROOM = 1 << 17;
    private static final int RECORD = 1 << 14;

    private final ByteBuffer encrypted = ByteBuffer.allocate(ROOM).limit(0);
    private final ArrayDeque<Packet> packets = new ArrayDeque<>();
    /** The next bytes to encrypt: short packets follow each other here, so that a record has many of them. */
    private final ByteBuffer packed = ByteBuffer.allocate(2 * RECORD);
    /** The bytes after {@link #packed}: long parts of a packet, which are not copied. */
    private final ArrayDeque<ByteBuffer> parts = new ArrayDeque<>();
    private long encryptedBytes;

    /** How many bytes a packet has with its lengths. */
    static long length(Packet packet) {
        return Incoming.LENGTHS + packet.length();
    }

    /**
     * Encrypts packets until there is no room, which it answers with true, or no packet.
     *
     * @param more takes a queue, and adds the packets that are to be written
     */
    boolean fill(SSLEngine engine, Consumer<Queue<Packet>> more) throws IOException {
        if (encrypted.hasRemaining()) {
            return true;
        }
        encrypted.clear();
        try {
            while (true) {
                pack(more);
                if (packed.position() == 0 && parts.isEmpty()) {
                    return false;
                }
                SSLEngineResult result = wrap(engine);
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

    /** Takes packets until there is enough for a record. */
    private void pack(Consumer<Queue<Packet>> more) {
        while (!parts.isEmpty() && parts.peek().remaining() < RECORD
                && parts.peek().remaining() <= packed.remaining()) {
            packed.put(parts.poll());
        }
        while (parts.isEmpty() && packed.position() < RECORD) {
            if (packets.isEmpty()) {
                more.accept(packets);
            }
            Packet packet = packets.poll();
            if (packet == null) {
                return;
            }
            packed.putInt(packet.head().length).putInt(packet.body().length);
            pack(packet.head());
            pack(packet.body());
        }
    }

    private void pack(byte[] part) {
        if (parts.isEmpty() && part.length <= packed.remaining()) {
            packed.put(part);
        } else {
            parts.add(ByteBuffer.wrap(part));
        }
    }

    private SSLEngineResult wrap(SSLEngine engine) throws IOException {
        packed.flip();
        SSLEngineResult result;
        if (parts.isEmpty()) {
            result = engine.wrap(packed, encrypted);
        } else {
            ByteBuffer[] all = new ByteBuffer[1 + parts.size()];
            all[0] = packed;
            int next = 1;
            for (ByteBuffer each : parts) {
                all[next++] = each;
            }
            result = engine.wrap(all, encrypted);
        }
        encryptedBytes += result.bytesConsumed();
        packed.compact();
        while (!parts.isEmpty() && !parts.peek().hasRemaining()) {
            parts.poll();
        }
        return result;
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

    /** How many bytes of packets were encrypted since the last call. */
    long takeEncrypted() {
        long bytes = encryptedBytes;
        encryptedBytes = 0;
        return bytes;
    }
}
