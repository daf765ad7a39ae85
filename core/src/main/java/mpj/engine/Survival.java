package mpj.engine;

import java.util.concurrent.TimeUnit;
import mpj.runtime.bootstrap.Bootstrap;
import mpj.runtime.bootstrap.LossListener;
import mpj.runtime.waits.WaitSource;

/** How a rank goes on when others are lost. Thread-safe. */
public final class Survival {
    /** In nanoseconds: long before that, the death of a rank is known to every other rank. */
    private static final long LONGEST_FENCE = TimeUnit.SECONDS.toNanos(10);

    private final Bootstrap bootstrap;
    private final EngineLock lock;
    private final Losses losses;
    private final LostRanks lostRanks;
    private final Progress progress;
    private boolean tolerated;

    Survival(Bootstrap bootstrap, EngineLock lock, Losses losses, LostRanks lostRanks, Progress progress) {
        this.bootstrap = bootstrap;
        this.lock = lock;
        this.losses = losses;
        this.lostRanks = lostRanks;
        this.progress = progress;
    }

    /**
     * Tells who takes part in a communicator. When one of these ranks is lost, receives from any source and all
     * collective operations fail there.
     *
     * @param context of its messages
     * @param members the ranks in the job that those come from; not to be changed
     * @param collectiveContext of the messages of its collective operations
     * @param group the ranks in the job that take part in those; not to be changed
     */
    public void members(int context, int[] members, int collectiveContext, int[] group) {
        lock.acquire();
        try {
            lostRanks.group(context, members, false);
            lostRanks.group(collectiveContext, group, true);
        } finally {
            progress.release();
        }
    }

    /**
     * Asks the launcher to tell which ranks are lost. Operations that need a lost rank then fail.
     *
     * @param waits what the launcher may ask meanwhile
     */
    void listen(WaitSource waits) {
        // No lambda: every rank comes here, and each would have to make the lambda anew at its start.
        losses.expectNews(bootstrap.listen(new LossListener() {
            @Override
            public void lost(int lost, String how, boolean left) {
                losses.tell(lost, how, left);
                progress.wake();
            }
        }, waits));
    }

    /** Asks the launcher not to end the job when another rank's process dies. */
    public synchronized void tolerateLosses() {
        if (!tolerated) {
            bootstrap.tolerateLosses();
            tolerated = true;
        }
    }

    /**
     * Returns when every rank that is left calls it or has ended. Makes progress meanwhile.
     *
     * @return false if losses are not {@linkplain #tolerateLosses tolerated}, or some ranks did not come in time
     */
    public synchronized boolean awaitSurvivors() {
        if (!tolerated) {
            return false;
        }
        LaunchedFence fence = LaunchedFence.start(bootstrap, progress::wake);
        long limit = System.nanoTime() + LONGEST_FENCE;
        lock.acquire();
        try {
            progress.await(() -> fence.isOver() || System.nanoTime() - limit > 0);
        } finally {
            progress.release();
        }
        return fence.isOver();
    }
}
