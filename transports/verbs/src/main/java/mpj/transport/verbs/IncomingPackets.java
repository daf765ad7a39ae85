package mpj.transport.verbs;

import static mpj.transport.verbs.PacketLayout.COUNTS_AT;
import static mpj.transport.verbs.PacketLayout.LONG;

import java.lang.foreign.MemorySegment;
import mpj.transport.spi.TransportException;

/**
 * Counts the packets that have come from one peer, by either way, and what the peer has been told about them. It also
 * decides which way the peer may use: a peer that sends much gets a ring of {@link EagerRings}, which is open while
 * this rank polls.
 */
final class IncomingPackets {
    /** A ring that was closed for a sleep is opened again when this many packets have come without another sleep. */
    private static final int AWAKE = 4;

    private final int creditsGiven;
    private final EagerRings rings;
    private final RingOffer offer = new RingOffer();
    /** The peer's ring, or null while it has none. */
    private IncomingRing ring;
    private boolean retiring;
    private long taken;
    private long told;
    private int sendsUntold;
    private int recent;
    private long takenAtSleep;

    /**
     * @param creditsGiven the number of packets that the peer may have under way to the receive queue
     */
    IncomingPackets(int creditsGiven, EagerRings rings) {
        this.creditsGiven = creditsGiven;
        this.rings = rings;
    }

    int creditsGiven() {
        return creditsGiven;
    }

    /** The number of packets that were taken, which is also the number of the next packet. */
    long taken() {
        return taken;
    }

    /** The place of the next packet in the ring, or {@link IncomingRing#NONE}. */
    long find() {
        return ring == null ? IncomingRing.NONE : ring.find(taken);
    }

    /** The size of the payload of the packet that was found, in bytes. */
    long size() {
        return ring.size(taken);
    }

    /**
     * Checks a packet that was sent.
     *
     * @param peer the peer's name in error messages
     * @param at the place where the packet begins in the memory
     * @param bytes the size of its payload, or a negative number if it ends before its payload
     * @return why it cannot be the next packet; null if it is
     */
    TransportException damage(String peer, MemorySegment memory, long at, long bytes) {
        if (bytes < 0) {
            return new TransportException("transport verbs: a packet of " + peer + " ends before its payload");
        }
        int number = PacketLayout.number(memory.get(LONG, at + COUNTS_AT));
        if (number != (int) taken) {
            return new TransportException("transport verbs: packet " + number + " of " + peer
                + " came instead of packet " + taken
                + "; if the device does not keep writes in order, -Dmpj.verbs.rings=0 does without rings");
        }
        return null;
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

    /** Whether the peer should be told how many packets were taken, because it may have no credit left. */
    boolean tells() {
        return sendsUntold >= Math.max(1, creditsGiven / 2)
            || ring != null && taken - told >= IncomingRing.PLACES / 2;
    }

    void told() {
        told = taken;
        sendsUntold = 0;
    }

    /** This rank's word to the peer. */
    long word(long flags) {
        return PeerWord.word(taken, offer.isOpen() ? ring.index() + 1 : 0, flags);
    }

    // ---------------------------------------------------------------------------------------------------- the ring

    /** The number of packets that have come since a ring was last asked for while none was free. */
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

    /** Opens the ring again if this rank seems to stay awake. Returns true if it was opened. */
    boolean reopens() {
        boolean opens = ring != null && !offer.isOpen() && !retiring && taken - takenAtSleep >= AWAKE
            && rings.nobodySleeps();
        if (opens) {
            offer.open();
        }
        return opens;
    }

    /** Closes the ring for good, because another peer is to have it. */
    void retire() {
        retiring = true;
        offer.close();
    }

    /** Gives the ring back if nothing can come into it any more; else returns null. */
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

    /** Closes the ring for a sleep. Returns true if it was open. */
    boolean closes() {
        boolean wasOpen = offer.isOpen();
        offer.close();
        takenAtSleep = taken;
        return wasOpen;
    }

    /** Whether the peer's count of packets for the ring must be read. */
    boolean asks() {
        return ring != null && offer.asks();
    }

    void asked() {
        offer.asked();
    }

    void answer(long count) {
        offer.answer(count);
    }

    /** Whether anything that comes next ends a sleep. */
    boolean maySleep() {
        return ring == null || find() == IncomingRing.NONE && offer.maySleep(taken);
    }
}
