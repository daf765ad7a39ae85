package mpj.engine.packet;

import java.util.concurrent.TimeUnit;
import mpj.engine.Context;
import mpj.engine.Survival;
import mpj.engine.wait.EngineLock;
import mpj.engine.wait.Progress;
import mpj.runtime.bootstrap.Bootstrap;
import mpj.runtime.bootstrap.LossListener;
import mpj.runtime.waits.WaitSource;

/** Goes on without the ranks that the launcher says are lost. */
final class Survivors implements Survival {
    /** In nanoseconds: long before that, the death of a rank is known to every other rank. */
    private static final long LONGEST_FENCE = TimeUnit.SECONDS.toNanos(10);

    private final Bootstrap bootstrap;
    private final EngineLock lock;
    private final Losses losses;
    private final LostRanks lostRanks;
    private final Progress progress;
    private boolean tolerated;

    Survivors(Bootstrap bootstrap, EngineLock lock, Losses losses, LostRanks lostRanks, Progress progress) {
        this.bootstrap = bootstrap;
        this.lock = lock;
        this.losses = losses;
        this.lostRanks = lostRanks;
        this.progress = progress;
    }

    @Override
    public void members(Context context, int[] members, int[] group) {
        lock.acquire();
        try {
            lostRanks.group(context.pointToPoint(), members, false);
            lostRanks.group(context.collective(), group, true);
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

    @Override
    public synchronized void tolerateLosses() {
        if (!tolerated) {
            bootstrap.tolerateLosses();
            tolerated = true;
        }
    }

    @Override
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
