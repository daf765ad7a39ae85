package mpj.transport.verbs;

/**
 * Whether a peer may write into its ring, and when this rank may sleep, although such a write wakes nobody.
 *
 * <p>Before a rank sleeps, it closes the ring. It writes its word into the peer's memory, and behind that, on the same
 * queue pair, it reads the peer's count of packets for the ring. The peer, for each packet, first counts the packet and
 * then reads the word. Both are volatile accesses, which have one order for all. A device carries out a read after the
 * write that precedes it. So one of two things is true: the peer sees that the ring is closed and sends the packet,
 * whose completion wakes this rank; or the count that this rank reads includes the packet. The peer's program takes no
 * part in this, and may compute meanwhile.
 *
 * <p>The rank may sleep at once, because the end of the read wakes it. It then knows how many packets are in the ring
 * or on their way there, and does not sleep again until it has taken them.
 */
final class RingOffer {
    private boolean open;
    private boolean asking;
    /** Whether the ring was opened while the count was being read. The answer is then worthless. */
    private boolean stale;
    private boolean answered;
    private long count;

    boolean isOpen() {
        return open;
    }

    void open() {
        open = true;
        answered = false;
        stale = asking;
    }

    void close() {
        open = false;
    }

    /** Whether the peer's count must be read. */
    boolean asks() {
        return !open && !asking && !answered;
    }

    /** Notes that the word which closes the ring is on its way, and the read behind it. */
    void asked() {
        asking = true;
        stale = false;
    }

    void answer(long countOfPeer) {
        asking = false;
        if (!open && !stale) {
            answered = true;
            count = countOfPeer;
        }
    }

    /** Whether no packet can come into the ring any more. */
    boolean isOver(long taken) {
        return answered && count <= taken;
    }

    /** Whether anything that comes ends a sleep. */
    boolean maySleep(long taken) {
        return asking || isOver(taken);
    }
}
