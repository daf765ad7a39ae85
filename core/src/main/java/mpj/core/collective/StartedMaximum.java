package mpj.core.collective;

import mpj.engine.CollectiveMessages;
import mpj.engine.EngineException;
import mpj.engine.Operation;
import mpjbuf.layout.ElementType;
import mpjbuf.layout.SectionHeader;

/**
 * Finds the largest of the values of all ranks of a communicator, a step at a time. It is {@link GroupExchange#maximum}
 * for an operation that the engine carries on, and finds any number of maxima, one after the other. It works by
 * dissemination among the ranks, of both groups if there are two. All methods except {@link #context} are called with
 * the engine's lock held.
 */
public final class StartedMaximum {
    private static final int SEND = 0;
    private static final int RECEIVE = 1;
    private static final int REQUESTS = 2;

    private final CollectiveMessages messages;
    private final int[] members;
    private final int place;
    private final long[] sent = new long[1];
    private final long[] received = new long[1];
    private long maximum;
    private int distance;
    private boolean underWay;

    /**
     * For several maxima, one after the other.
     *
     * @param members the ranks in the job, in the same order on every rank
     * @param place this process's place among them
     * @param tag the tag of its messages
     */
    StartedMaximum(CollectiveMessages messages, int[] members, int place, int tag) {
        this.messages = messages;
        this.members = members;
        this.place = place;
        messages.begin(REQUESTS, tag);
    }

    /** The context of its messages. */
    public int context() {
        return messages.context();
    }

    /** Begins the next maximum. The maximum before must have ended. */
    public void begin(long value) {
        maximum = value;
        distance = 1;
    }

    /** Goes on as far as it can without waiting. Returns true when the maximum is found. */
    public boolean advance() {
        while (distance < members.length) {
            if (!underWay) {
                exchange();
            }
            if (!messages.completed(SEND) || !messages.completed(RECEIVE)) {
                return false;
            }
            underWay = false;
            check(messages.take(SEND));
            check(messages.take(RECEIVE));
            maximum = Math.max(maximum, received[0]);
            distance *= 2;
        }
        return true;
    }

    private void exchange() {
        sent[0] = maximum;
        underWay = true;
        messages.receive(RECEIVE, received, ElementType.LONG, ElementType.LONG.code(), 0, Long.BYTES,
            member(place - distance));
        messages.send(SEND, sent, ElementType.LONG, 0, Long.BYTES, SectionHeader.pack(ElementType.LONG.code(), 1),
            member(place + distance));
    }

    private int member(int at) {
        return members[Math.floorMod(at, members.length)];
    }

    private static void check(Operation done) {
        if (done != null && done.hasFailed()) {
            throw new EngineException(done.failure());
        }
    }

    /** The largest value, after it was found. */
    public long maximum() {
        return maximum;
    }

    /** Gives up the maximum that is under way, after an error. */
    public void abandon() {
        messages.abandon();
    }
}
