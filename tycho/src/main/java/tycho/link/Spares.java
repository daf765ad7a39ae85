package tycho.link;

import java.nio.ByteBuffer;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** Buffers that nobody uses at the moment. The links of one client or mediator share them. Thread-safe. */
final class Spares {
    private static final int MOST = 8;

    private final BlockingQueue<ByteBuffer> records = new ArrayBlockingQueue<>(MOST);
    private final BlockingQueue<Outgoing> outgoing = new ArrayBlockingQueue<>(MOST);

    /** An empty buffer for a record that a handshake sends. */
    ByteBuffer takeRecord() {
        ByteBuffer spare = records.poll();
        return spare == null ? ByteBuffer.allocate(Handshake.RECORD) : spare.clear();
    }

    void release(ByteBuffer record) {
        records.offer(record);
    }

    Outgoing takeOutgoing() {
        Outgoing spare = outgoing.poll();
        return spare == null ? new Outgoing() : spare;
    }

    /** Takes back what has nothing left to write. */
    void release(Outgoing written) {
        outgoing.offer(written);
    }
}
