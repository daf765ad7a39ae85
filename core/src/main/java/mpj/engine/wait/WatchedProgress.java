package mpj.engine.wait;

import mpj.engine.Completion;
import mpj.transport.spi.PacketHandler;
import mpj.transport.spi.Transport;
import mpj.watch.RankWatch;

/** Progress whose waits are timed. */
public final class WatchedProgress extends Progress {
    private final RankWatch watch;

    private WatchedProgress(EngineLock lock, Transport[] transports, PacketHandler arrivals, Traffic traffic,
                            Completions completions, Waiting waiting, RankWatch watch) {
        super(lock, transports, arrivals, traffic, completions, waiting);
        this.watch = watch;
    }

    /** Only a JVM with a rank that is watched is to load this class: hence the plain type. */
    public static Progress of(EngineLock lock, Transport[] transports, PacketHandler arrivals, Traffic traffic,
                              Completions completions, Waiting waiting, RankWatch watch) {
        return new WatchedProgress(lock, transports, arrivals, traffic, completions, waiting, watch);
    }

    @Override
    void getsLong(Completion completion) {
        super.getsLong(completion);
        watch.waitsLong();
    }

    /** The watch is told with the lock held, so the thread does not look on. */
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
