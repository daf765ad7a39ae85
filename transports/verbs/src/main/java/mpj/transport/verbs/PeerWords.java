package mpj.transport.verbs;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import mpj.bindings.verbs.verbs_h;

/**
 * One word for each peer, which that peer writes by RDMA: how many packets it has taken, and how it stands. It comes
 * even when the peer has no credit to send a packet with. Beside it the words that this rank writes to its peers.
 *
 * <pre>
 * bit 0  congested: announcements are wanted instead of messages
 * bit 1  departed: the peer has closed its end in order, and sends nothing more
 * bit 2  connected: always set, so that the first word shows
 * 16-63  how many packets were taken
 * </pre>
 */
final class PeerWords implements AutoCloseable {
    static final long CONGESTED = 1;
    static final long DEPARTED = 2;
    static final long CONNECTED = 4;
    static final int TAKEN_SHIFT = 16;
    static final int BYTES = 8;
    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

    private final int size;
    private final MemorySegment memory;
    private final Registration registration;

    /**
     * @param size the number of ranks
     */
    PeerWords(Device device, int size, Arena arena) {
        this.size = size;
        memory = arena.allocate(2L * size * BYTES, 64);
        registration = device.register(memory, verbs_h.IBV_ACCESS_LOCAL_WRITE() | verbs_h.IBV_ACCESS_REMOTE_WRITE());
    }

    /** What a peer has written. The device writes the eight bytes at once, after the packets sent before it. */
    long read(int peer) {
        return (long) WORD.getAcquire(memory, (long) peer * BYTES);
    }

    /** Where a peer writes. */
    long address(int peer) {
        return memory.address() + (long) peer * BYTES;
    }

    int remoteKey() {
        return registration.remoteKey();
    }

    /** Sets what is written to a peer next. A write under way may take it along: it is never older than its own. */
    long outgoing(int peer, long word) {
        long at = (long) (size + peer) * BYTES;
        memory.set(ValueLayout.JAVA_LONG, at, word);
        return memory.address() + at;
    }

    int localKey() {
        return registration.localKey();
    }

    @Override
    public void close() {
        registration.close();
    }
}
