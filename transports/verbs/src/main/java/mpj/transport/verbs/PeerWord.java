package mpj.transport.verbs;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * The word that a peer writes into this rank's memory by RDMA: how many packets it has taken, and its state. The word
 * comes even when the peer has no credit for a packet. Next to it this rank keeps three values for the peer: the word
 * that it will write to the peer next; the count of packets for the peer's {@linkplain IncomingRing ring}, which the
 * peer reads; and the peer's count for this rank's ring, as it was last read.
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
    /** The bytes that this rank keeps for the peer. */
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
     * @param memory memory that is registered with the device
     * @param at the place of the peer's word in it
     * @param own the place of what this rank keeps for the peer in it
     */
    PeerWord(MemorySegment memory, Registration registration, long at, long own) {
        this.memory = memory;
        this.registration = registration;
        this.at = at;
        this.own = own;
    }

    /**
     * @param ring the ring that is open to the peer, from 1; 0 if none is
     */
    static long word(long taken, int ring, long flags) {
        return taken << TAKEN_SHIFT | (long) ring << RING_SHIFT | CONNECTED | flags;
    }

    /** The number of packets that were taken, modulo 2^32. */
    static int taken(long word) {
        return (int) (word >>> TAKEN_SHIFT);
    }

    static int ring(long word) {
        return (int) word >>> RING_SHIFT & MOST_RINGS;
    }

    /**
     * The word that the peer has written. The device writes the eight bytes at once, after the packets that were sent
     * before.
     */
    long read() {
        return (long) WORD.getAcquire(memory, at);
    }

    /**
     * Counts a packet that is about to be written into the peer's ring, and then reads the peer's word, which says
     * whether the ring is open. {@link RingOffer} explains the order.
     */
    long count(long count) {
        WORD.setVolatile(memory, own + COUNT_AT, count);
        return (long) WORD.getVolatile(memory, at);
    }

    /** The address where the peer writes its word. */
    long address() {
        return memory.address() + at;
    }

    /** The address where the peer reads the count. */
    long countAddress() {
        return memory.address() + own + COUNT_AT;
    }

    int remoteKey() {
        return registration.remoteKey();
    }

    /**
     * Sets the word that is written to the peer next, and returns its address. A write that is under way may take this
     * word instead of its own, and this word is never older.
     */
    long outgoing(long word) {
        memory.set(ValueLayout.JAVA_LONG, own + NEXT_AT, word);
        return memory.address() + own + NEXT_AT;
    }

    /** The address to which the peer's count is read. */
    long readAddress() {
        return memory.address() + own + READ_AT;
    }

    /** The peer's count, once the read has completed. */
    long countOfPeer() {
        return (long) WORD.getAcquire(memory, own + READ_AT);
    }

    int localKey() {
        return registration.localKey();
    }
}
