package mpj.transport.verbs;

/**
 * Whether a peer may write into its ring, and when this rank may sleep, although a write wakes nobody.
 *
 * <p>Before it sleeps, a rank closes the ring: it writes its word into the peer's memory, and behind that, on the same
 * queue pair, reads the peer's count of packets for the ring. The peer, for each packet, first counts it and then looks
 * at the word, as volatile accesses, which are in one order for all. A device carries out a read after the write ahead
 * of it. So of two things one is true: the peer sees that the ring is closed and sends the packet, whose completion
 * wakes; or the count that is read includes it. The peer's program has no part in this, and may compute meanwhile.
 *
 * <p>The rank may sleep at once, since the end of the read wakes it. It then knows how many packets are in the ring or
 * on their way there, and does not sleep again until it has taken them.
 */
final class RingOffer {
    private boolean open;
    private boolean asking;
    /** The ring was opened while the count was being read: the answer says nothing. */
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

    /** Whether the peer's count has to be read. */
    boolean asks() {
        return !open && !asking && !answered;
    }

    /** The word that closes the ring is on its way, and the read behind it. */
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

    /** Whether whatever comes ends a sleep. */
    boolean maySleep(long taken) {
        return asking || isOver(taken);
    }
}
