package mpj.engine.wait;

import mpj.engine.Completion;
import mpj.watch.RankWatch;

/** Progress whose waits are timed. */
public final class WatchedProgress extends Progress {
    private final RankWatch watch;

    private WatchedProgress(Needs needs, RankWatch watch) {
        super(needs);
        this.watch = watch;
    }

    /** Returns the plain type, so that only a JVM with a watched rank loads this class. */
    public static Progress of(Needs needs, RankWatch watch) {
        return new WatchedProgress(needs, watch);
    }

    @Override
    void noteLong(Completion completion) {
        super.noteLong(completion);
        watch.waitsLong();
    }

    /** The thread does not look on, because the watch is told with the lock held. */
    @Override
    Ending awaitEnding(Completion completion, boolean forLong, boolean mayLookOn) {
        if (completion.reached()) {
            return Ending.POLLING;
        }
        long start = watch.waits();
        try {
            return super.awaitEnding(completion, forLong, false);
        } finally {
            watch.waited(start);
        }
    }
}
