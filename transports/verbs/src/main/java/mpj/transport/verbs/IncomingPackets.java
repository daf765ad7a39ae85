package mpj.transport.verbs;

/**
 * What has come from one peer, by either way, and what the peer has been told of that. Also which way it may use: a
 * peer that sends much gets a ring of {@link EagerRings}, which is open while this rank polls.
 */
final class IncomingPackets {
    /** A ring that was closed for a sleep is opened when so many packets have come without another. */
    private static final int AWAKE = 4;

    private final int creditsGiven;
    private final EagerRings rings;
    private final RingOffer offer = new RingOffer();
    /** Null while the peer has none. */
    private IncomingRing ring;
    private boolean retiring;
    private long taken;
    private long told;
    private int sendsUntold;
    private int recent;
    private long takenAtSleep;

    /**
     * @param creditsGiven how many packets the peer may have under way to the receive queue
     */
    IncomingPackets(int creditsGiven, EagerRings rings) {
        this.creditsGiven = creditsGiven;
        this.rings = rings;
    }

    int creditsGiven() {
        return creditsGiven;
    }

    /** How many were taken; the number of the next. */
    long taken() {
        return taken;
    }

    /** Where the next packet is in the ring, or {@link IncomingRing#NONE}. */
    long find() {
        return ring == null ? IncomingRing.NONE : ring.find(taken);
    }

    /** The payload's size of the packet that was found. */
    long size() {
        return ring.size(taken);
    }

    void takeWritten() {
        taken++;
        recent++;
    }

    void takeSent() {
        taken++;
        recent++;
        sendsUntold++;
    }

    /** Whether the peer should be told what was taken: it may have no credit left. */
    boolean tells() {
        return sendsUntold >= Math.max(1, creditsGiven / 2)
            || ring != null && taken - told >= IncomingRing.PLACES / 2;
    }

    void told() {
        told = taken;
        sendsUntold = 0;
    }

    /** This rank's word for the peer. */
    long word(long flags) {
        return PeerWord.word(taken, offer.isOpen() ? ring.index() + 1 : 0, flags);
    }

    // ---------------------------------------------------------------------------------------------------- the ring

    /** How many packets have come since somebody last asked for a ring when none was free. */
    int recent() {
        return recent;
    }

    void forgetRecent() {
        recent = 0;
    }

    boolean wantsRing() {
        return ring == null && recent >= rings.after();
    }

    void give(IncomingRing given) {
        ring = given;
        offer.open();
    }

    /** Opens the ring again if this rank seems to stay awake; true if it does. */
    boolean reopens() {
        boolean opens = ring != null && !offer.isOpen() && !retiring && taken - takenAtSleep >= AWAKE
            && rings.nobodySleeps();
        if (opens) {
            offer.open();
        }
        return opens;
    }

    /** Closes the ring for good: another peer shall have it. */
    void retire() {
        retiring = true;
        offer.close();
    }

    /** Gives the ring back, if nothing comes into it any more. */
    IncomingRing takeRetired() {
        if (!retiring || !offer.isOver(taken)) {
            return null;
        }
        retiring = false;
        return takeBack();
    }

    IncomingRing takeBack() {
        IncomingRing back = ring;
        ring = null;
        return back;
    }

    /** Closes the ring for a sleep; true if it was open. */
    boolean closes() {
        boolean wasOpen = offer.isOpen();
        offer.close();
        takenAtSleep = taken;
        return wasOpen;
    }

    /** Whether the peer's count for the ring has to be read. */
    boolean asks() {
        return ring != null && offer.asks();
    }

    void asked() {
        offer.asked();
    }

    void answer(long count) {
        offer.answer(count);
    }

    /** Whether whatever comes next ends a sleep. */
    boolean maySleep() {
        return ring == null || find() == IncomingRing.NONE && offer.maySleep(taken);
    }
}
