package mpj.engine.packet;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import mpj.engine.AgreeOperation;
import mpj.engine.Context;
import mpj.engine.ExternalOperation;
import mpj.engine.Survival;
import mpj.engine.detector.Heartbeats;
import mpj.engine.wait.Progress;
import mpj.runtime.bootstrap.Bootstrap;
import mpj.runtime.bootstrap.BootstrapException;
import mpj.runtime.bootstrap.LossListener;
import mpj.runtime.waits.WaitSource;
import mpj.transport.spi.Peer;

/** Lets a rank go on when others are lost. The rank learns of losses from the launcher and from its detector. */
final class Survivors implements Survival, Losses.Report {
    /** In nanoseconds. Every rank knows of the death of another rank long before this time is over. */
    private static final long LONGEST_FENCE = TimeUnit.SECONDS.toNanos(10);
    /** How long this rank waits for the launcher's news before it reports a loss that the launcher may know. */
    private static final long NEWS_MILLIS = 500;

    private final Bootstrap bootstrap;
    private final Losses losses;
    private final LostRanks lostRanks;
    private final Agreements agreements;
    private final Revocations revocations;
    private final Progress progress;
    /** Null if this rank has no detector. */
    private final Heartbeats heartbeats;
    private boolean tolerated;
    /** The losses that this rank has found out and not reported yet; null once the program can go on without others. */
    private List<Runnable> unreported = new ArrayList<>();
    /** The lost ranks of this job that the launcher has told of. */
    private final Set<Integer> told = ConcurrentHashMap.newKeySet();
    private final Object reporting = new Object();

    Survivors(Bootstrap bootstrap, Losses losses, LostRanks lostRanks, Agreements agreements,
              Revocations revocations, Progress progress, Heartbeats heartbeats) {
        this.bootstrap = bootstrap;
        this.losses = losses;
        this.lostRanks = lostRanks;
        this.agreements = agreements;
        this.revocations = revocations;
        this.progress = progress;
        this.heartbeats = heartbeats;
    }

    /**
     * The launcher ends the lost rank, so that all lose it. Where the launcher does not report losses, the detectors
     * tell each other, and the lost rank is cut off. Before the program can go on without others, nothing is reported,
     * because the launcher would end the job. Nor is a process of another job reported: it may only have left MPI,
     * which all its peers see by themselves.
     */
    @Override
    public void lostHere(int rank, String how) {
        if (rank >= bootstrap.size()) {
            return;
        }
        if (bootstrap.reportsLosses()) {
            // Many ranks may be lost at once, for example with their host.
            whenTolerated(() -> Thread.ofVirtual().name("mpj-report").start(() -> tellLauncher(rank, how)));
        } else if (heartbeats != null) {
            whenTolerated(() -> heartbeats.suspect(rank));
        }
    }

    private void tellLauncher(int rank, String how) {
        try {
            Thread.sleep(NEWS_MILLIS);
            if (!told.contains(rank)) {
                bootstrap.unreachable(rank, how);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // never: only this method knows the thread
        } catch (BootstrapException e) {
            // The launcher is gone, which ends this rank, or MPI has ended here.
            System.getLogger("mpj.engine").log(System.Logger.Level.DEBUG, "the loss of a rank was not reported", e);
        }
    }

    private void whenTolerated(Runnable report) {
        synchronized (reporting) {
            if (unreported != null) {
                unreported.add(report);
                return;
            }
        }
        report.run();
    }

    private void reportEarlier() {
        List<Runnable> earlier;
        synchronized (reporting) {
            earlier = unreported;
            unreported = null;
        }
        earlier.forEach(Runnable::run);
    }

    @Override
    public void members(Context context, int[] members, int[] group) {
        progress.acquire();
        try {
            lostRanks.opened(context);
            lostRanks.group(context.pointToPoint(), members, false);
            lostRanks.group(context.collective(), group, true);
            lostRanks.group(context.window(), members, true); // the ranks of a window depend on each other
            agreements.open(context);
            revocations.opened(context);
        } finally {
            progress.release();
        }
    }

    /** A process of another job was met, which may be lost already. Called with the lock held. */
    void met(int index, Peer peer) {
        losses.met(index, peer.launched());
    }

    /** Asks for the loss of a job's first rank, as {@link Losses#awaitFirst} does. Called with the lock held. */
    void awaitFirst(long job, Consumer<String> lost) {
        losses.awaitFirst(job, lost);
    }

    /** As {@link Losses#awaitFirstNoMore}. Called with the lock held. */
    void awaitFirstNoMore(long job) {
        losses.awaitFirstNoMore(job);
    }

    @Override
    public void revoke(Context context) {
        progress.acquire();
        try {
            revocations.revoke(context);
        } finally {
            progress.release();
        }
    }

    @Override
    public boolean isRevoked(Context context) {
        return withNews(() -> lostRanks.isRevoked(context));
    }

    @Override
    public List<Integer> lost(int[] ranks) {
        return withNews(() -> lostRanks.among(ranks));
    }

    /** Makes progress first: a program may wait for news by asking again and again, without any other call. */
    private <T> T withNews(Supplier<T> question) {
        progress.acquire();
        try {
            progress.poll();
            return question.get();
        } finally {
            progress.release();
        }
    }

    @Override
    public int acknowledge(Context context, int[] ranks, int number) {
        return withNews(() -> {
            int known = lostRanks.acknowledge(context, ranks, number);
            losses.endPrevented();
            return known;
        });
    }

    @Override
    public void start(AgreeOperation operation, int[] ranks, long flags, long number) {
        progress.acquire();
        try {
            agreements.start(operation, ranks, flags, number);
        } finally {
            progress.release();
        }
    }

    @Override
    public void guard(ExternalOperation operation, int context) {
        progress.acquire();
        try {
            losses.guard(operation, context);
        } finally {
            progress.release();
        }
    }

    /**
     * Asks the launcher to tell this rank which ranks are lost. From then on, operations that need a lost rank fail.
     *
     * @param waits answers the launcher when it asks what this rank's threads wait for
     */
    void listen(WaitSource waits) {
        // Not a lambda: every rank comes here at its start, and would have to link the lambda.
        losses.expectNews(bootstrap.listen(new LossListener() {
            @Override
            public void lost(int lost, String how, boolean left) {
                told.add(lost);
                losses.tell(lost, how, left);
                progress.wake();
            }

            @Override
            public void lostElsewhere(long job, int lost, String how, boolean left) {
                losses.tellElsewhere(new Peer(job, lost), how, left);
                progress.wake();
            }
        }, waits));
    }

    /** What this rank does with the findings of its detector. */
    Heartbeats.Listener detected(int size, int own) {
        return new Heartbeats.Listener() {
            @Override
            public void dead(int rank, String how) {
                losses.declare(rank, how);
                progress.wake();
            }

            @Override
            public void cutOff(String how) {
                losses.cutOff();
                for (int rank = 0; rank < size; rank++) {
                    if (rank != own) {
                        losses.declare(rank, how);
                    }
                }
                progress.wake();
            }
        };
    }

    @Override
    public synchronized void tolerateLosses() {
        if (!tolerated) {
            bootstrap.tolerateLosses();
            tolerated = true;
            if (heartbeats != null) {
                heartbeats.observe();
            }
            reportEarlier();
        }
    }

    @Override
    public synchronized boolean awaitSurvivors() {
        if (!tolerated) {
            return false;
        }
        LaunchedFence fence = LaunchedFence.start(bootstrap, progress::wake);
        long limit = System.nanoTime() + LONGEST_FENCE;
        progress.acquire();
        try {
            progress.await(() -> fence.isOver() || System.nanoTime() - limit > 0);
        } finally {
            progress.release();
        }
        return fence.isOver();
    }
}
