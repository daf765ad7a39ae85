package mpj.engine.packet;

import mpj.engine.Failure;
import mpj.engine.LargeCopy;
import mpj.engine.MatchedMessage;
import mpj.engine.Probed;
import mpj.engine.Receive;
import mpj.engine.match.Arrival;
import mpj.engine.match.Matching;
import mpj.engine.match.PostedReceives;
import mpj.engine.match.UnexpectedMessages;
import mpj.engine.wait.Completions;
import mpj.engine.wait.EngineLock;
import mpjbuf.layout.ElementType;

/**
 * Receives messages. A receive takes the first unexpected message that it accepts. If there is none, the receive is
 * posted. Called with the engine's lock held.
 */
final class Receiving implements Receive.Queue {
    private final EngineLock lock;
    private final PostedReceives posted;
    private final UnexpectedMessages unexpected;
    private final PacketIntake intake;
    private final LostRanks lostRanks;
    private final Completions completions;
    /** Shared by all receives, because most messages go to the same memory as the message before. */
    private final LargeCopy large = new LargeCopy();

    Receiving(EngineLock lock, Matching matching, PacketIntake intake, LostRanks lostRanks, Completions completions) {
        this.lock = lock;
        this.posted = matching.posted();
        this.unexpected = matching.unexpected();
        this.intake = intake;
        this.lostRanks = lostRanks;
        this.completions = completions;
    }

    @Override
    public LargeCopy large() {
        return large;
    }

    void post(Receive receive, Object buffer, ElementType type, int typeCode, long from, long capacity,
              int context, int source, int tag) {
        receive.describe(buffer, type, typeCode, from, capacity, context, source, tag);
        post(receive);
    }

    @Override
    public void post(Receive receive) {
        assert lock.isHeldByMe();
        if (unexpected.isEmpty() && !lostRanks.any()) {
            posted.add(receive);
        } else {
            postAmongOthers(receive);
        }
    }

    /** Receives a message that a probe has matched. */
    void receive(MatchedMessage message, Receive receive, Object buffer, ElementType type, int typeCode, long from,
                 long capacity) {
        assert lock.isHeldByMe();
        Arrival arrival = ((MatchedArrival) message).take();
        receive.describe(buffer, type, typeCode, from, capacity, arrival.context, arrival.source, arrival.tag);
        intake.takeMatched(arrival, receive);
    }

    private void postAmongOthers(Receive receive) {
        Failure revocation = lostRanks.revocation(receive.context);
        if (revocation != null) {
            completions.fail(receive, revocation);
            return;
        }
        Arrival arrival = unexpected.find(receive.context, receive.source, receive.tag);
        if (arrival != null) {
            intake.take(arrival, receive);
            return;
        }
        Failure failure = lostRanks.preventing(receive);
        if (failure != null) {
            completions.fail(receive, failure);
            return;
        }
        if (!receive.isBlocking()) {
            receive.interrupt(lostRanks.interrupting(receive.context, receive.source));
        }
        posted.add(receive);
    }

    /** The message that a receive with these arguments would take, or null. */
    Probed probe(int context, int source, int tag) {
        assert lock.isHeldByMe();
        Arrival arrival = unexpected.find(context, source, tag);
        return arrival == null ? null : probed(arrival);
    }

    private static Probed probed(Arrival arrival) {
        return new Probed(arrival.source, arrival.tag, arrival.header, arrival.bytes);
    }

    /**
     * Takes out the message that {@link #probe} would return, so that no other receive can take it; or returns null.
     */
    MatchedMessage match(int context, int source, int tag) {
        assert lock.isHeldByMe();
        Arrival arrival = unexpected.find(context, source, tag);
        if (arrival == null) {
            return null;
        }
        unexpected.match(arrival);
        return new MatchedArrival(arrival, probed(arrival));
    }

    @Override
    public void cancel(Receive receive) {
        assert lock.isHeldByMe();
        if (receive.posted) {
            posted.remove(receive);
            completions.cancel(receive);
        }
    }

    @Override
    public void withdraw(Receive receive) {
        assert lock.isHeldByMe();
        if (receive.posted) {
            posted.remove(receive);
        }
    }
}
