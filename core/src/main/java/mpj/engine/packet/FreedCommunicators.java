package mpj.engine.packet;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import mpj.engine.Context;
import mpj.engine.Contexts;
import mpj.engine.match.Arrival;
import mpj.engine.match.Matching;
import mpj.engine.match.Source;
import mpj.engine.wait.EngineLock;
import mpj.engine.wait.Progress;

/**
 * Forgets the communicators that the program has freed. Operations that were started in a communicator complete as
 * usual, even if a rank is lost meanwhile. So a freed communicator is kept while operations are under way in it.
 * Whenever another communicator is freed, this class looks again at those that are kept. It drops the messages that
 * nobody will receive any more, including late messages of communicators that were freed earlier. Called with the
 * engine's lock held.
 */
final class FreedCommunicators {
    private final EngineLock lock;
    private final Matching matching;
    private final Progress progress;
    private final LostRanks lostRanks;
    private final Agreements agreements;
    private final InquiryPackets inquiries;
    private final List<Context> kept = new ArrayList<>();

    FreedCommunicators(EngineLock lock, Matching matching, Progress progress, LostRanks lostRanks,
                       Agreements agreements, InquiryPackets inquiries) {
        this.lock = lock;
        this.matching = matching;
        this.progress = progress;
        this.lostRanks = lostRanks;
        this.agreements = agreements;
        this.inquiries = inquiries;
    }

    void free(Context context, Contexts contexts) {
        assert lock.isHeldByMe();
        inquiries.remove(context.collective()); // only blocking calls ask, and none is under way
        kept.add(context);
        Set<Context> busy = busy();
        List<Context> idle = kept.stream().filter(freed -> !busy.contains(freed)).toList();
        kept.removeAll(idle);
        dropMessages(idle, contexts);
        for (Context freed : idle) {
            lostRanks.forget(freed);
            agreements.forget(freed);
            contexts.release(freed);
        }
    }

    /** Whether nothing is under way in a context that could still receive a message. */
    boolean isIdle(Context context) {
        return !busy().contains(context);
    }

    /** The contexts in which something is under way that could still receive a message. */
    private Set<Context> busy() {
        Set<Context> busy = new HashSet<>();
        matching.posted().forEach(receive -> busy.add(Context.of(receive.context)));
        matching.unexpected().forEachMatched(arrival -> busy.add(Context.of(arrival.context)));
        progress.forEachStepped(operation -> busy.add(Context.of(operation.context)));
        return busy;
    }

    /**
     * Drops the messages that nobody will receive. Called before the contexts are released, because new communicators
     * may get them afterwards.
     */
    private void dropMessages(List<Context> idle, Contexts contexts) {
        matching.unexpected().forEach(arrival -> {
            if (idle.contains(Context.of(arrival.context)) || !contexts.isUsed(Context.of(arrival.context))) {
                drop(arrival);
            }
        });
    }

    /**
     * Drops a message if all of it has arrived and its sender does not wait for an answer. Any other message is kept:
     * more packets about it may come, such as its rest, or the sender's request to take it back.
     */
    private void drop(Arrival arrival) {
        if (arrival.received == arrival.bytes && !arrival.senderWaits) {
            Source source = matching.sources().of(arrival.source);
            matching.unexpected().remove(arrival);
            source.remove(arrival);
            if (arrival.stored != null) {
                matching.memory().release(source, arrival);
            }
            source.keep(arrival);
        }
    }
}
