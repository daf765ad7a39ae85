package mpj.engine.wait;

import mpj.engine.Completion;
import mpj.transport.spi.PacketHandler;
import mpj.transport.spi.Transport;
import mpj.watch.RankWatch;

/** Progress whose waits are timed. */
public final class WatchedProgress extends Progress {
    private final RankWatch watch;

    private WatchedProgress(EngineLock lock, Transport[] transports, PacketHandler intake, Traffic traffic,
                            Completions completions, WaitPolicy policy, RankWatch watch) {
        super(lock, transports, intake, traffic, completions, policy);
        this.watch = watch;
    }

    /** Returns the plain type, so that only a JVM with a watched rank loads this class. */
    public static Progress of(EngineLock lock, Transport[] transports, PacketHandler intake, Traffic traffic,
                              Completions completions, WaitPolicy policy, RankWatch watch) {
        return new WatchedProgress(lock, transports, intake, traffic, completions, policy, watch);
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
