package mpj.engine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Ends what cannot come to an end any more when a rank is lost: receives from it, sends to it, its messages of which
 * only a part has arrived. What has arrived whole can still be received, and nobody else's messages are touched.
 * Called with the engine's lock held, but for {@link #tell}.
 */
final class Losses {
    private static final VarHandle NEWS;

    static {
        try {
            NEWS = MethodHandles.lookup().findVarHandle(Losses.class, "news", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private record News(int rank, String how) {
    }

    private final Matching matching;
    private final Destinations destinations;
    private final Sending sending;
    private final Backlog backlog;
    private final RemoteReads reads;
    private final Completions completions;
    private final LostRanks lostRanks;

    /** From the launcher, which tells them on a thread of its own. */
    private final Queue<News> told = new ConcurrentLinkedQueue<>();
    private boolean news;

    Losses(Matching matching, Destinations destinations, Sending sending, Backlog backlog, RemoteReads reads,
           Completions completions, LostRanks lostRanks) {
        this.matching = matching;
        this.destinations = destinations;
        this.sending = sending;
        this.backlog = backlog;
        this.reads = reads;
        this.completions = completions;
        this.lostRanks = lostRanks;
    }

    /** Notes that a rank is lost, on any thread; it takes effect with the next progress. */
    void tell(int rank, String how) {
        told.add(new News(rank, how));
        NEWS.setRelease(this, true);
    }

    boolean hasNews() {
        return (boolean) NEWS.getOpaque(this);
    }

    void takeNews() {
        NEWS.setVolatile(this, false);
        for (News next = told.poll(); next != null; next = told.poll()) {
            lost(next.rank, next.how);
        }
    }

    /** A rank is lost; how names its host and what happened. */
    void lost(int rank, String how) {
        if (lostRanks.contains(rank)) {
            return;
        }
        Failure failure = new Failure(ErrorClass.ERR_OTHER, "rank " + rank + " is lost: " + how);
        lostRanks.add(rank, failure);
        Destination destination = destinations.known(rank);
        if (destination != null) {
            destinations.forget(rank);
            backlog.fail(destination, failure);
        }
        Source source = matching.sources().of(rank);
        source.lost = true;
        failArriving(source, failure);
        failPosted();
        giveUpCollectiveSends();
        completions.arrived(); // what is probed for may never come
    }

    private void failArriving(Source source, Failure failure) {
        for (Arrival arrival : source.arriving()) {
            if (arrival.receive != null) {
                source.remove(arrival);
                arrival.receive.fail(failure.error(), failure.text());
                if (!arrival.reading) {
                    completions.complete(arrival.receive);
                }
            } else if (arrival.received < arrival.bytes) {
                source.remove(arrival);
                matching.unexpected().remove(arrival);
                if (arrival.stored != null) {
                    matching.memory().release(source, arrival);
                }
            }
        }
        Receive awaiting = source.takeAwaiting();
        if (awaiting != null) {
            awaiting.fail(failure.error(), failure.text());
            completions.complete(awaiting);
        }
        reads.abandon(source);
    }

    /** Fails the posted receives for which there may be no sender left. */
    private void failPosted() {
        List<Receive> doomed = new ArrayList<>();
        matching.posted().forEach(receive -> {
            if (lostRanks.preventing(receive.context, receive.source) != null) {
                doomed.add(receive);
            }
        });
        for (Receive receive : doomed) {
            matching.posted().remove(receive);
            completions.fail(receive, lostRanks.preventing(receive.context, receive.source));
        }
    }

    /** Fails the sends of collective operations that the receiver, failing likewise, may never match. */
    private void giveUpCollectiveSends() {
        destinations.forEach(destination -> {
            for (Send send : destination.unfinished()) {
                Failure failure = lostRanks.preventingCollective(send.context);
                if (failure != null) {
                    sending.giveUp(send, failure);
                }
            }
        });
    }
}
