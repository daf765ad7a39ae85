package mpj.transport.verbs;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import mpj.bindings.verbs.verbs_h;

/**
 * One word for each peer, which that peer writes by RDMA: how many packets it has taken, and how it stands. It comes
 * even when the peer has no credit to send a packet with. Beside it what this rank keeps for each peer: the word that
 * it writes there next, the count of packets for the peer's {@linkplain IncomingRing ring}, which the peer reads, and
 * the peer's own such count, as it was read.
 *
 * <pre>
 * bit 0    congested: announcements are wanted instead of messages
 * bit 1    departed: the peer has closed its end in order, and sends nothing more
 * bit 2    connected: always set, so that the first word shows
 * 3-15     which of the peer's rings is open to this rank, from 1; 0 if none
 * 16-63    how many packets were taken
 * </pre>
 */
final class PeerWords implements AutoCloseable {
    static final long CONGESTED = 1;
    static final long DEPARTED = 2;
    static final long CONNECTED = 4;
    static final int MOST_RINGS = (1 << 13) - 1;
    static final int BYTES = 8;
    private static final int RING_SHIFT = 3;
    private static final int TAKEN_SHIFT = 16;
    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

    private static final long OWN_BYTES = 4 * BYTES;
    private static final long NEXT_AT = 0;
    private static final long COUNT_AT = BYTES;
    private static final long READ_AT = 2 * BYTES;

    private final long ownAt;
    private final MemorySegment memory;
    private final Registration registration;

    /**
     * @param size the number of ranks
     */
    PeerWords(Device device, int size, Arena arena) {
        ownAt = (long) size * BYTES;
        memory = arena.allocate(ownAt + size * OWN_BYTES, 64);
        registration = device.register(memory, verbs_h.IBV_ACCESS_LOCAL_WRITE() | verbs_h.IBV_ACCESS_REMOTE_WRITE()
            | verbs_h.IBV_ACCESS_REMOTE_READ());
    }

    /**
     * @param ring which is open to the peer, from 1; 0 if none
     */
    static long word(long taken, int ring, long flags) {
        return taken << TAKEN_SHIFT | (long) ring << RING_SHIFT | CONNECTED | flags;
    }

    /** How many packets were taken, modulo 2^32. */
    static int taken(long word) {
        return (int) (word >>> TAKEN_SHIFT);
    }

    static int ring(long word) {
        return (int) word >>> RING_SHIFT & MOST_RINGS;
    }

    /** What a peer has written. The device writes the eight bytes at once, after the packets sent before it. */
    long read(int peer) {
        return (long) WORD.getAcquire(memory, (long) peer * BYTES);
    }

    /**
     * Counts a packet that is to be written into the peer's ring, then looks whether that is open; see
     * {@link RingOffer} for why in this order.
     */
    long count(int peer, long count) {
        WORD.setVolatile(memory, own(peer) + COUNT_AT, count);
        return (long) WORD.getVolatile(memory, (long) peer * BYTES);
    }

    private long own(int peer) {
        return ownAt + peer * OWN_BYTES;
    }

    /** Where a peer writes its word. */
    long address(int peer) {
        return memory.address() + (long) peer * BYTES;
    }

    /** Where a peer reads the count. */
    long countAddress(int peer) {
        return memory.address() + own(peer) + COUNT_AT;
    }

    int remoteKey() {
        return registration.remoteKey();
    }

    /** Sets what is written to a peer next. A write under way may take it along: it is never older than its own. */
    long outgoing(int peer, long word) {
        long at = own(peer) + NEXT_AT;
        memory.set(ValueLayout.JAVA_LONG, at, word);
        return memory.address() + at;
    }

    /** Where the peer's count goes when it is read. */
    long readAddress(int peer) {
        return memory.address() + own(peer) + READ_AT;
    }

    /** The peer's count, after the read has completed. */
    long countOf(int peer) {
        return (long) WORD.getAcquire(memory, own(peer) + READ_AT);
    }

    int localKey() {
        return registration.localKey();
    }

    @Override
    public void close() {
        registration.close();
    }
}
