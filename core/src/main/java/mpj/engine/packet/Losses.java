package mpj.engine.packet;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.Failure;
import mpj.engine.Receive;
import mpj.engine.match.Arrival;
import mpj.engine.match.Matching;
import mpj.engine.match.Source;
import mpj.engine.wait.Completions;
import mpj.engine.wait.EngineLock;
import mpj.transport.spi.Transport;

/**
 * Ends what cannot complete any more when a rank is lost: receives from it, sends to it, and its messages of which only
 * a part has arrived. Messages that have arrived completely can still be received. Other ranks' messages are not
 * touched. Called with the engine's lock held, except for {@link #tell} and {@link #expectNews}.
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

    private static final long LONGEST_WAIT_FOR_NEWS = TimeUnit.MILLISECONDS.toNanos(500);
    /**
     * For how long nothing must have come until the news takes effect of a rank whose transport cannot tell whether its
     * last packets are still on their way.
     */
    private static final long LONGEST_SILENCE = TimeUnit.MILLISECONDS.toNanos(500);
    /** After this time it takes effect in any case: what comes may be from other ranks only. */
    private static final long LONGEST_DELAY = TimeUnit.SECONDS.toNanos(2);

    private record News(int rank, String how, boolean left, long since) {
        News(int rank, String how, boolean left) {
            this(rank, how, left, System.nanoTime());
        }

        boolean isDue(long now, long silentSince) {
            return now - silentSince > LONGEST_SILENCE || now - since > LONGEST_DELAY;
        }
    }

    private final EngineLock lock;
    private final Matching matching;
    private final Destinations destinations;
    private final Backlog backlog;
    private final RendezvousReads reads;
    private final Completions completions;
    private final LostRanks lostRanks;
    private final Peers peers;

    /** The news from the launcher, which tells them on a thread of its own. */
    private final ArrayDeque<News> told = new ArrayDeque<>();
    private boolean news;
    /** News of which the last packets may still be on their way. */
    private final List<News> early = new ArrayList<>();
    /** When the last packet came, or the last news. */
    private long silentSince;
    /**
     * Whether to wait for the launcher's news when a transport loses a rank: the launcher knows better what became of
     * the rank, and says so soon.
     */
    private boolean newsExpected;
    private boolean launcherTells;

    Losses(EngineLock lock, Matching matching, Destinations destinations, Backlog backlog,
           RendezvousReads reads, Completions completions, LostRanks lostRanks, Peers peers) {
        this.lock = lock;
        this.matching = matching;
        this.destinations = destinations;
        this.backlog = backlog;
        this.reads = reads;
        this.completions = completions;
        this.lostRanks = lostRanks;
        this.peers = peers;
    }

    /** Whether the launcher tells of every loss. */
    void expectNews(boolean expected) {
        newsExpected = expected;
        launcherTells = expected;
    }

    /**
     * Called in a long wait. Opens a channel to each rank that a message is awaited from. Where no launcher tells of
     * losses, a transport has to find them out, and it notices only the loss of ranks that a channel leads to.
     */
    void reachAwaited() {
        assert lock.isHeldByMe();
        if (launcherTells) {
            return;
        }
        Set<Integer> awaited = new TreeSet<>();
        matching.posted().forEach(receive -> awaited.add(receive.source));
        awaited.remove(Receive.ANY);
        for (int rank : awaited) {
            if (destinations.known(rank) == null && !lostRanks.contains(rank)) {
                try {
                    destinations.to(rank);
                } catch (EngineException e) {
                    continue; // it cannot be reached, but it may still send
                }
            }
        }
    }

    /** Notes that a rank is lost. Any thread may call this. The loss takes effect with the next progress. */
    void tell(int rank, String how, boolean left) {
        synchronized (told) {
            told.add(new News(rank, how, left));
            told.notifyAll();
        }
        NEWS.setRelease(this, true);
    }

    /** Whether any rank is lost. */
    boolean any() {
        return lostRanks.any();
    }

    boolean hasNews() {
        return (boolean) NEWS.getOpaque(this);
    }

    /**
     * Takes the news of losses. A rank that is lost may have sent packets that are not here yet: its news stays as long
     * as its transport says so.
     *
     * @param came whether any packet has come just now
     * @return whether any news took effect
     */
    boolean takeNews(Transport[] transports, boolean came) {
        assert lock.isHeldByMe();
        NEWS.setVolatile(this, false);
        boolean fresh = false;
        for (News next = next(); next != null; next = next()) {
            early.add(next);
            fresh = true;
        }
        long now = System.nanoTime();
        if (came || fresh) {
            silentSince = now;
        }
        boolean any = false;
        for (News each : List.copyOf(early)) {
            if (lostRanks.contains(each.rank) || each.isDue(now, silentSince) || !mayBring(transports, each.rank)) {
                early.remove(each);
                end(each);
                any = true;
            }
        }
        if (!early.isEmpty()) {
            NEWS.setVolatile(this, true);
        }
        return any;
    }

    private static boolean mayBring(Transport[] transports, int rank) {
        for (Transport transport : transports) {
            if (transport.mayBring(rank)) {
                return true;
            }
        }
        return false;
    }

    private News next() {
        synchronized (told) {
            return told.poll();
        }
    }

    /**
     * Notes that a transport has lost a rank. The text names its host and says what happened, as far as this rank can
     * see.
     */
    void lost(int rank, String how) {
        assert lock.isHeldByMe();
        if (!lostRanks.contains(rank)) {
            News exactly = newsExpected ? awaitNews(rank) : null;
            end(exactly == null ? new News(rank, how, false) : exactly);
        }
    }

    /** Gives up a rank that is alive, as far as is known, but whose packets cannot be taken. */
    void refused(int rank, String why) {
        assert lock.isHeldByMe();
        if (!lostRanks.contains(rank)) {
            end(new News(rank, why, false));
        }
    }

    /**
     * Waits a moment for what the launcher says of a rank; null if it says nothing. The launcher hears of the end of a
     * process as soon as its peers do, and what it says is worth a moment in which this rank stands still. If it is
     * silent once, this rank does not wait for it again: many ranks may be out of reach.
     */
    private News awaitNews(int rank) {
        long deadline = System.nanoTime() + LONGEST_WAIT_FOR_NEWS;
        boolean interrupted = false;
        News found = null;
        synchronized (told) {
            for (long left = LONGEST_WAIT_FOR_NEWS; left > 0; left = deadline - System.nanoTime()) {
                found = toldOf(rank);
                if (found != null) {
                    break;
                }
                try {
                    TimeUnit.NANOSECONDS.timedWait(told, left);
                } catch (InterruptedException e) {
                    interrupted = true; // MPI calls are not interruptible
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        newsExpected = found != null;
        return found;
    }

    private News toldOf(int rank) {
        for (News each : early) {
            if (each.rank == rank) {
                return each;
            }
        }
        for (News each : told) {
            if (each.rank == rank) {
                return each;
            }
        }
        return null;
    }

    /** Ends what the loss of a rank ends. Called twice for a rank that has left and is later taken for dead. */
    private void end(News news) {
        int rank = news.rank;
        if (lostRanks.contains(rank) && (news.left || !lostRanks.hasLeft(rank))) {
            return;
        }
        Failure failure = new Failure(ErrorClass.ERR_OTHER, peers.name(rank) + " is lost: " + news.how);
        lostRanks.add(rank, failure, news.left);
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
        completions.arrived(); // a message that a thread probes for may never come
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
                if (arrival.matched) {
                    arrival.lost = failure;
                } else {
                    matching.unexpected().remove(arrival);
                }
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

    /**
     * Fails the sends of collective operations that a lost rank takes part in. Their receivers fail as well, and may
     * never match them.
     */
    private void giveUpCollectiveSends() {
        destinations.forEach(destination -> {
            for (Outbound work : destination.unfinished()) {
                Failure failure = lostRanks.preventingCollective(work.context());
                if (failure != null) {
                    work.giveUp(failure);
                }
            }
        });
    }
}
