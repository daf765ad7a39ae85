package mpj.engine;

import mpj.transport.spi.Transport;
import mpj.watch.RankWatch;

/** Progress whose waits are timed. */
final class WatchedProgress extends Progress {
    private final RankWatch watch;

    private WatchedProgress(EngineLock lock, Transport[] transports, Arrivals arrivals, Backlog backlog,
                    RendezvousReads reads, Losses losses, Completions completions, Waiting waiting, RankWatch watch) {
        super(lock, transports, arrivals, backlog, reads, losses, completions, waiting);
        this.watch = watch;
    }

    /** Only a JVM with a rank that is watched is to load this class: hence the plain type. */
    static Progress of(EngineLock lock, Transport[] transports, Arrivals arrivals, Backlog backlog,
                       RendezvousReads reads, Losses losses, Completions completions, Waiting waiting,
                       RankWatch watch) {
        return new WatchedProgress(lock, transports, arrivals, backlog, reads, losses, completions, waiting, watch);
    }

    @Override
    void getsLong(Completion completion) {
        super.getsLong(completion);
        watch.waitsLong();
    }

    @Override
    boolean await(Completion completion, boolean forLong) {
        if (completion.reached()) {
            return super.await(completion, forLong);
        }
        long start = watch.waits();
        try {
            return super.await(completion, forLong);
        } finally {
            watch.waited(start);
        }
    }
}
