package mpj.engine.packet;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import mpj.engine.Completion;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.Explanation;
import mpj.engine.ExternalOperation;
import mpj.engine.Failure;
import mpj.engine.Operation;
import mpj.engine.Receive;
import mpj.engine.match.Arrival;
import mpj.engine.match.Matching;
import mpj.engine.match.Source;
import mpj.engine.wait.Completions;
import mpj.engine.wait.EngineLock;
import mpj.transport.spi.Peer;
import mpj.transport.spi.Transport;
import mpj.transport.spi.TransportException;

/**
 * Fails the operations that can no longer complete when a rank is lost: receives from this rank, sends to it, and its
 * messages that have arrived only in part. Messages of this rank that have arrived completely can still be received.
 * Messages of other ranks are not touched. Called with the engine's lock held, except for {@link #tell} and {@link
 * #expectNews}.
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
     * For some lost ranks, the transport cannot tell whether their last packets are still on their way. The news of
     * such a loss takes effect when no packet and no other news has come for this time.
     */
    private static final long LONGEST_SILENCE = TimeUnit.MILLISECONDS.toNanos(500);
    /** After this time the news takes effect in any case: the packets that still come may all be from other ranks. */
    private static final long LONGEST_DELAY = TimeUnit.SECONDS.toNanos(2);

    /** How many channels a waiting thread opens at most in one look. Meanwhile it keeps the lock. */
    private static final int MOST_OPENED_AT_ONCE = 16;

    /** Who has found out that a rank is lost. */
    private enum Origin {
        /** The launcher, which tells every rank. */
        LAUNCHER,
        /** The detectors of the ranks, which tell each other. The lost rank may be alive, and send more. */
        DETECTOR,
        /** This rank. The lost rank may be alive, and nobody else may know of the loss. */
        HERE
    }

    /**
     * News of a loss.
     *
     * @param left whether the rank has left
     */
    private record News(int rank, String how, boolean left, Origin origin, long since) {
        News(int rank, String how, boolean left, Origin origin) {
            this(rank, how, left, origin, System.nanoTime());
        }

        boolean isDue(long now, long silentSince) {
            return now - silentSince > LONGEST_SILENCE
                || now - since > (origin == Origin.DETECTOR ? LONGEST_SILENCE : LONGEST_DELAY);
        }
    }

    private final EngineLock lock;
    private final Matching matching;
    private final Destinations destinations;
    private final Backlog backlog;
    private final Completions completions;
    private final LostRanks lostRanks;
    private final Peers peers;

    /**
     * News of a process of another job.
     *
     * @param peer the process
     * @param left whether the process has left
     */
    private record NewsElsewhere(Peer peer, String how, boolean left) {
    }

    /** The news that no progress has taken up yet. The launcher's news comes on a separate thread. */
    private final ArrayDeque<News> told = new ArrayDeque<>();
    /** Guarded by {@link #told}. */
    private final ArrayDeque<NewsElsewhere> toldElsewhere = new ArrayDeque<>();
    private boolean news;
    /** News of ranks whose last packets may still be on their way. */
    private final List<News> early = new ArrayList<>();
    /** News of processes of other jobs that this process has not met. */
    private final Map<Peer, NewsElsewhere> lostElsewhere = new HashMap<>();
    /** Who waits for a job to join, by its number, and is told when its rank 0 is lost. */
    private final Map<Long, Consumer<String>> awaited = new HashMap<>();
    /** Operations that other threads complete, with the contexts of the collective operations that they are part of. */
    private final Map<ExternalOperation, Integer> guarded = new IdentityHashMap<>();
    /** When the last packet or the last news came. */
    private long silentSince;
    /**
     * Whether to wait for the launcher's news when a transport loses a rank. The launcher knows better what became of
     * the rank, and soon says so.
     */
    private boolean newsExpected;
    private boolean launcherTells;
    /** Or null. */
    private Survivor survivor;
    /** Or null. */
    private Report report;
    /** The ranks whose packets are dropped, because they may be alive, and are dead to all; null if there are none. */
    private BitSet dropped;
    private volatile Failure cutOff;

    Losses(EngineLock lock, Matching matching, Destinations destinations, Backlog backlog, Completions completions,
           LostRanks lostRanks, Peers peers) {
        this.lock = lock;
        this.matching = matching;
        this.destinations = destinations;
        this.backlog = backlog;
        this.completions = completions;
        this.lostRanks = lostRanks;
        this.peers = peers;
    }

    /** A part of the engine that goes on when a rank is lost. Called with the engine's lock held. */
    interface Survivor {
        /** A rank is lost, and the operations that need it have failed. */
        void lost(int rank);

        /** Adds the ranks that this part waits for. */
        void addAwaited(Set<Integer> ranks);
    }

    void setSurvivor(Survivor part) {
        survivor = part;
    }

    /**
     * Tells others of a loss that only this rank has found out. The ranks that are left agree only if all of them have
     * the same view of who is lost in the end. So a rank that one of them has lost must be lost to all, and must not go
     * on, even if it is alive.
     */
    interface Report {
        /** Called with the lock held. Must not wait. */
        void lostHere(int rank, String how);
    }

    void setReport(Report part) {
        report = part;
    }

    /**
     * The way to a rank; null if the rank is lost. If no channel to the rank can be opened, this is null as well, and
     * the rank counts as lost from the next progress on. That is so even if the reason may pass, unlike in {@link
     * Answers}: a vote or a revocation that one rank lacks would hold up all the others.
     */
    Destination reachable(int rank) {
        assert lock.isHeldByMe();
        if (lostRanks.contains(rank)) {
            return null;
        }
        try {
            return destinations.to(rank);
        } catch (TransportException | EngineException e) {
            tell(new News(rank, e.getMessage(), false, Origin.HERE));
            return null;
        }
    }

    /** Sets whether the launcher tells of every loss. */
    void expectNews(boolean expected) {
        newsExpected = expected;
        launcherTells = expected;
    }

    /**
     * Opens channels to ranks from which messages are awaited. Called now and then in a long wait. If no launcher tells
     * of losses, the transports have to detect them, and a transport detects only the loss of ranks to which it has a
     * channel. A launcher knows nothing of the ranks of jobs that were started apart. Nor does a detector: such a rank
     * is lost if it has ended before there was a channel to it.
     */
    void reachAwaited(Completion completion) {
        assert lock.isHeldByMe();
        Set<Integer> awaited = new TreeSet<>();
        matching.posted().forEach(receive -> awaited.add(receive.source));
        awaited.remove(Receive.ANY);
        if (survivor != null) {
            survivor.addAwaited(awaited);
        }
        if (launcherTells) {
            awaited.removeIf(peers::isOwn);
        }
        if (peers.haveMet()) {
            Explanation explanation = new Explanation(lostRanks);
            completion.explain(explanation);
            explanation.concerned().stream().filter(rank -> !peers.isOwn(rank)).forEach(awaited::add);
        }
        int opened = 0;
        for (int rank : awaited) {
            if (opened < MOST_OPENED_AT_ONCE && destinations.known(rank) == null && !lostRanks.contains(rank)) {
                try {
                    destinations.to(rank);
                    opened++;
                } catch (EngineException e) {
                    if (e.getCause() instanceof TransportException trouble && trouble.mayPass()) {
                        return; // the same trouble would take time again with the next rank
                    }
                    if (!peers.isOwn(rank)) {
                        tell(new News(rank, e.getMessage(), false, Origin.HERE));
                    } // else it may still send, and the detectors find out whether it is alive
                }
            }
        }
    }

    /**
     * Notes what the launcher says of a lost rank. Any thread may call this method. The loss takes effect with the next
     * progress.
     */
    void tell(int rank, String how, boolean left) {
        tell(new News(rank, how, left, Origin.LAUNCHER));
    }

    /**
     * As {@link #tell(int, String, boolean)}, for a rank that the ranks of the job have declared dead. It may be alive
     * nevertheless. All ranks must then see the same, so nothing that the rank still sends is received.
     */
    void declare(int rank, String how) {
        tell(new News(rank, how, false, Origin.DETECTOR));
    }

    private void tell(News fresh) {
        synchronized (told) {
            told.add(fresh);
            told.notifyAll();
        }
        NEWS.setRelease(this, true);
    }

    /**
     * Notes that the other ranks have declared this rank dead. The caller also {@linkplain #declare declares} each of
     * them dead here. Any thread may call this method.
     */
    void cutOff() {
        cutOff = new Failure(ErrorClass.ERR_PROC_FAILED, "the other ranks take this rank for dead, because it has stood"
            + " still for too long, or because a connection to it is broken, and they go on without it; if no"
            + " connection is broken and ranks may stand still for so long, set a longer -Dmpj.detector.timeout");
    }

    /** The other ranks have agreed that this rank is lost. It agrees with nobody any more. */
    void excluded() {
        if (cutOff == null) {
            cutOff = new Failure(ErrorClass.ERR_PROC_FAILED, "the other ranks have agreed that this rank is lost,"
                + " because a connection to it is broken, and they go on without it");
        }
    }

    /** Why this rank agrees with nobody any more; null if it is not cut off. */
    Failure whyCutOff() {
        return cutOff;
    }

    /** Whether the packets of a rank are to be dropped. */
    boolean drops(int rank) {
        return dropped != null && dropped.get(rank);
    }

    /**
     * Notes that a process of another job is lost. It may be unknown here, and be met later. Any thread may call this
     * method. It does not wait for the lock: the thread that has the lock may {@linkplain #awaitNews wait for news}
     * that the caller is about to bring.
     */
    void tellElsewhere(Peer peer, String how, boolean left) {
        synchronized (told) {
            toldElsewhere.add(new NewsElsewhere(peer, how, left));
        }
        NEWS.setRelease(this, true);
    }

    private void take(NewsElsewhere each) {
        int index = peers.index(each.peer);
        if (index >= 0) {
            tell(index, each.how, each.left);
            return;
        }
        lostElsewhere.put(each.peer, each);
        Consumer<String> waits = each.peer.rank() == 0 ? awaited.remove(each.peer.job()) : null;
        if (waits != null) {
            waits.accept(each.how);
        }
    }

    /** Tells when rank 0 of a job that this process has not met is lost, which may be so already. */
    void awaitFirst(long job, Consumer<String> waits) {
        assert lock.isHeldByMe();
        takeNewsElsewhere();
        NewsElsewhere lost = lostElsewhere.get(new Peer(job, 0));
        if (lost != null) {
            waits.accept(lost.how);
        } else {
            awaited.put(job, waits);
        }
    }

    /** Nobody waits for that job any more. */
    void awaitFirstNoMore(long job) {
        assert lock.isHeldByMe();
        awaited.remove(job);
    }

    /** A process of another job was met. It may be lost already. */
    void met(int index, Peer peer) {
        assert lock.isHeldByMe();
        takeNewsElsewhere();
        awaited.remove(peer.job());
        NewsElsewhere lost = lostElsewhere.remove(peer);
        if (lost != null) {
            tell(index, lost.how, lost.left);
        }
    }

    /** Whether any rank is lost. */
    boolean any() {
        return lostRanks.any();
    }

    boolean hasNews() {
        return (boolean) NEWS.getOpaque(this);
    }

    /**
     * Takes the news of losses. A lost rank may have sent packets that are not here yet. The news of its loss waits as
     * long as a transport says that packets of this rank may still come, but no longer than the two limits above allow.
     *
     * @param came whether any packet has come just now
     * @return whether any news took effect
     */
    boolean takeNews(Transport[] transports, boolean came) {
        assert lock.isHeldByMe();
        NEWS.setVolatile(this, false);
        takeNewsElsewhere();
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

    private void takeNewsElsewhere() {
        for (NewsElsewhere next = nextElsewhere(); next != null; next = nextElsewhere()) {
            take(next);
        }
    }

    private NewsElsewhere nextElsewhere() {
        synchronized (told) {
            return toldElsewhere.poll();
        }
    }

    private News next() {
        synchronized (told) {
            return told.poll();
        }
    }

    /**
     * Notes that a transport has lost a rank. The text names the host of the lost rank, and says what happened as far
     * as this process can see.
     */
    void lost(int rank, String how) {
        assert lock.isHeldByMe();
        if (!lostRanks.contains(rank)) {
            News exactly = newsExpected && peers.isOwn(rank) ? awaitNews(rank) : null;
            end(exactly == null ? new News(rank, how, false, Origin.HERE) : exactly);
        }
    }

    /** Treats a rank as lost because its packets cannot be handled, although it may be alive. */
    void refused(int rank, String why) {
        assert lock.isHeldByMe();
        if (!lostRanks.contains(rank)) {
            end(new News(rank, why, false, Origin.HERE));
        }
    }

    /**
     * This rank has learned in an agreement that another rank is lost to others. It may not know of the loss yet. The
     * loss takes effect at once: the program is being told of it, and must find the rank among those that are lost.
     * This rank also {@linkplain Report reports} the loss, because those that have found it out may be lost themselves.
     */
    void lostToOthers(int rank, String how) {
        assert lock.isHeldByMe();
        if (!lostRanks.contains(rank)) {
            News exactly = exactNews(rank);
            end(exactly == null ? new News(rank, how, false, Origin.HERE) : exactly);
        }
    }

    private News exactNews(int rank) {
        synchronized (told) {
            return toldOf(rank);
        }
    }

    /**
     * Waits a moment for the launcher's news of a rank; null if none comes. The launcher hears of the end of a process
     * as soon as the peers of this process do. Its news is exact, and worth a moment in which this rank stands still.
     * If no news comes once, this rank does not wait for news again, because many ranks may be out of reach.
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

    /**
     * Fails the operations that need a lost rank. Called twice for a rank that has left and later turns out to be dead.
     */
    private void end(News news) {
        int rank = news.rank;
        if (news.origin != Origin.LAUNCHER) {
            dropped = dropped == null ? new BitSet() : dropped;
            dropped.set(rank);
        }
        if (lostRanks.contains(rank) && (news.left || !lostRanks.hasLeft(rank))) {
            return;
        }
        Failure failure = new Failure(ErrorClass.ERR_PROC_FAILED, peers.name(rank) + " is lost: " + news.how);
        lostRanks.add(rank, failure, news.left);
        Destination destination = destinations.known(rank);
        if (destination != null) {
            destinations.forget(rank);
            backlog.fail(destination, failure);
        }
        Source source = matching.sources().of(rank);
        source.lost = true;
        failArriving(source, failure);
        endPrevented();
        if (report != null && news.origin == Origin.HERE) {
            report.lostHere(rank, news.how);
        }
        if (survivor != null) {
            survivor.lost(rank);
        }
    }

    /**
     * Fails the operations that can never complete, and ends the waits that may never end, after a rank was lost or a
     * communicator revoked. Allows waits again after the program has acknowledged losses.
     */
    void endPrevented() {
        assert lock.isHeldByMe();
        failPosted();
        giveUpSends();
        failGuarded();
        completions.arrived(); // wakes threads that probe: their message may never come
    }

    /** Fails an operation that another thread completes, now or later: see {@link mpj.engine.Survival#guard}. */
    void guard(ExternalOperation operation, int context) {
        assert lock.isHeldByMe();
        guarded.keySet().removeIf(Operation::done);
        guarded.put(operation, context);
        failGuarded();
    }

    private void failGuarded() {
        guarded.forEach((operation, context) -> {
            Failure failure = operation.done() ? null : lostRanks.preventingCollective(context);
            if (failure != null) {
                completions.fail(operation, failure);
            }
        });
        guarded.keySet().removeIf(Operation::done);
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
    }

    /** Fails the posted receives for which there may be no sender left, or ends the waits for them. */
    private void failPosted() {
        List<Receive> doomed = new ArrayList<>();
        matching.posted().forEach(receive -> {
            if (lostRanks.preventing(receive) != null) {
                doomed.add(receive);
            } else if (!receive.isBlocking()) {
                receive.interrupt(lostRanks.interrupting(receive.context, receive.source));
            }
        });
        for (Receive receive : doomed) {
            matching.posted().remove(receive);
            completions.fail(receive, lostRanks.preventing(receive));
        }
    }

    /**
     * Fails the sends of collective operations in which a dead rank takes part, and of communicators that were revoked.
     * The receivers fail as well, so they may never match these sends.
     */
    private void giveUpSends() {
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
