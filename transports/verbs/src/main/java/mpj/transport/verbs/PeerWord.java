package mpj.transport.verbs;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * The word that a peer writes here by RDMA: how many packets it has taken, and how it stands. It comes even when the
 * peer has no credit to send a packet with. Beside it is what this rank keeps for the peer: the word that it writes
 * there next, the count of packets for the peer's {@linkplain IncomingRing ring}, which the peer reads, and the peer's
 * own such count, as it was read.
 *
 * <pre>
 * bit 0    congested: announcements are wanted instead of messages
 * bit 1    departed: the peer has closed its end in order, and sends nothing more
 * bit 2    connected: always set, so that the first word shows
 * 3-15     which of the peer's rings is open to this rank, from 1; 0 if none
 * 16-63    how many packets were taken
 * </pre>
 */
final class PeerWord {
    static final long CONGESTED = 1;
    static final long DEPARTED = 2;
    static final long CONNECTED = 4;
    static final int MOST_RINGS = (1 << 13) - 1;
    static final int BYTES = 8;
    /** What this rank keeps for the peer. */
    static final int OWN_BYTES = 4 * BYTES;
    private static final int RING_SHIFT = 3;
    private static final int TAKEN_SHIFT = 16;
    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

    private static final long NEXT_AT = 0;
    private static final long COUNT_AT = BYTES;
    private static final long READ_AT = 2 * BYTES;

    private final MemorySegment memory;
    private final Registration registration;
    private final long at;
    private final long own;

    /**
     * @param memory registered for the device
     * @param at where the peer's word lies in it
     * @param own where what this rank keeps for the peer lies in it
     */
    PeerWord(MemorySegment memory, Registration registration, long at, long own) {
        this.memory = memory;
        this.registration = registration;
        this.at = at;
        this.own = own;
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

    /** What the peer has written. The device writes the eight bytes at once, after the packets sent before it. */
    long read() {
        return (long) WORD.getAcquire(memory, at);
    }

    /**
     * Counts a packet that is to be written into the peer's ring, then looks whether that is open; see
     * {@link RingOffer} for why in this order.
     */
    long count(long count) {
        WORD.setVolatile(memory, own + COUNT_AT, count);
        return (long) WORD.getVolatile(memory, at);
    }

    /** Where the peer writes its word. */
    long address() {
        return memory.address() + at;
    }

    /** Where the peer reads the count. */
    long countAddress() {
        return memory.address() + own + COUNT_AT;
    }

    int remoteKey() {
        return registration.remoteKey();
    }

    /** Sets what is written to the peer next. A write under way may take it along: it is never older than its own. */
    long outgoing(long word) {
        memory.set(ValueLayout.JAVA_LONG, own + NEXT_AT, word);
        return memory.address() + own + NEXT_AT;
    }

    /** Where the peer's count goes when it is read. */
    long readAddress() {
        return memory.address() + own + READ_AT;
    }

    /** The peer's count, after the read has completed. */
    long countOfPeer() {
        return (long) WORD.getAcquire(memory, own + READ_AT);
    }

    int localKey() {
        return registration.localKey();
    }
}
