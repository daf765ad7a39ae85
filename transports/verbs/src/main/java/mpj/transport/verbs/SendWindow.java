package mpj.transport.verbs;

import java.util.Arrays;

/**
 * Numbers the packets to a peer, and knows how many may be under way: those that are sent, each of which takes a buffer
 * of the peer's receive queue, and those that are written into its ring. The peer takes them in the order of their
 * numbers, so one count of what it has taken speaks for both.
 */
final class SendWindow {
    /** The numbers of the last packets that were sent, as many as the peer has buffers for. */
    private final long[] sent;
    private int next;
    private long number;
    private long taken;

    /**
     * @param credits how many buffers of the peer's receive queue are set aside for this rank
     */
    SendWindow(int credits) {
        sent = new long[credits];
        Arrays.fill(sent, -1);
    }

    /** The next packet's number. */
    long number() {
        return number;
    }

    /** Whether the packet may be sent: as many sends ago, one went that the peer has taken. */
    boolean maySend() {
        return sent[next] < taken;
    }

    /** Whether the packet may be written into a ring of so many places, of which one may still be read from. */
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

    /** Learns how many the peer has taken, from 32 bits of it; news may come late. */
    void taken(int low) {
        int more = low - (int) taken;
        if (more > 0) {
            taken += more;
        }
    }
}
