package mpj.transport.verbs;

import java.util.Arrays;

/**
 * Numbers the packets to a peer, and knows how many may be under way. A packet that is sent takes a buffer of the
 * peer's receive queue; a packet that is written takes a place of the ring. The peer takes packets in the order of
 * their numbers, so one count of the packets that it has taken applies to both.
 */
final class SendWindow {
    /** The numbers of the last packets that were sent, one for each buffer that the peer has for this rank. */
    private final long[] sent;
    private int next;
    private long number;
    private long taken;

    /**
     * @param credits the number of buffers of the peer's receive queue that are reserved for this rank
     */
    SendWindow(int credits) {
        sent = new long[credits];
        Arrays.fill(sent, -1);
    }

    /** The number of the next packet. */
    long number() {
        return number;
    }

    /** Whether the packet may be sent: the peer has taken the packet whose buffer this one would use. */
    boolean maySend() {
        return sent[next] < taken;
    }

    /** Whether the packet may be written into a ring of this many places, one of which may still be read from. */
    boolean mayWrite(int places) {
        return number - taken < places - 1;
    }

    void send() {
        sent[next] = number++;
        next = next + 1 == sent.length ? 0 : next + 1;
    }

    void write() {
        number++;
    }

    /** Takes note of how many packets the peer has taken, given the low 32 bits. The news may come late. */
    void taken(int low) {
        int more = low - (int) taken;
        if (more > 0) {
            taken += more;
        }
    }
}
