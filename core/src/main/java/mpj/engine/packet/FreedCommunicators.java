package mpj.engine.packet;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import mpj.engine.Contexts;
import mpj.engine.match.Arrival;
import mpj.engine.match.Matching;
import mpj.engine.match.Source;
import mpj.engine.wait.EngineLock;
import mpj.engine.wait.Progress;

/**
 * Forgets the communicators that the program has freed. Operations that were started in one complete as usual, even if
 * a rank is lost meanwhile. So a communicator is kept while operations are under way in it. Whenever another one is
 * freed, this looks again at those that are kept. Messages that nobody will receive any more are dropped, also late
 * ones of communicators that were freed earlier. Called with the engine's lock held.
 */
final class FreedCommunicators {
    private record Freed(int context, int collectiveContext) {
        boolean has(int other) {
            return other == context || other == collectiveContext;
        }

        boolean isIdle(Set<Integer> busy) {
            return !busy.contains(context) && !busy.contains(collectiveContext);
        }
    }

    private final EngineLock lock;
    private final Matching matching;
    private final Progress progress;
    private final LostRanks lostRanks;
    private final InquiryPackets inquiries;
    private final List<Freed> kept = new ArrayList<>();

    FreedCommunicators(EngineLock lock, Matching matching, Progress progress, LostRanks lostRanks,
                       InquiryPackets inquiries) {
        this.lock = lock;
        this.matching = matching;
        this.progress = progress;
        this.lostRanks = lostRanks;
        this.inquiries = inquiries;
    }

    void free(int context, int collectiveContext, Contexts contexts) {
        assert lock.isHeldByMe();
        inquiries.remove(collectiveContext); // only blocking calls ask
        kept.add(new Freed(context, collectiveContext));
        Set<Integer> busy = busy();
        List<Freed> idle = kept.stream().filter(freed -> freed.isIdle(busy)).toList();
        kept.removeAll(idle);
        dropMessages(idle, contexts);
        for (Freed freed : idle) {
            lostRanks.forget(freed.context);
            lostRanks.forget(freed.collectiveContext);
            contexts.release(freed.context);
        }
    }

    /** Whether nothing may still be received in a communicator's contexts. */
    boolean isIdle(int context, int collectiveContext) {
        return new Freed(context, collectiveContext).isIdle(busy());
    }

    /** The contexts in which something may still be received. */
    private Set<Integer> busy() {
        Set<Integer> busy = new HashSet<>();
        matching.posted().forEach(receive -> busy.add(receive.context));
        matching.unexpected().forEachMatched(arrival -> busy.add(arrival.context));
        progress.forEachCollective(operation -> busy.add(operation.context));
        return busy;
    }

    /**
     * Drops the messages that nobody will receive. Called before the contexts are released: after that, new
     * communicators may get them.
     */
    private void dropMessages(List<Freed> idle, Contexts contexts) {
        matching.unexpected().forEach(arrival -> {
            if (idle.stream().anyMatch(freed -> freed.has(arrival.context)) || !contexts.isUsed(arrival.context)) {
                drop(arrival);
            }
        });
    }

    /**
     * Drops a message, unless it has not arrived completely, or its sender may still ask for it back. Such a message is
     * kept, since more packets about it may come.
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
