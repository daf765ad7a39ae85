package mpj.engine.wait;

import mpj.transport.spi.Transport;

/**
 * The sleep of a thread in the first transport. It also ends when something arrives in another transport, because the
 * others are {@linkplain Sentry guarded} meanwhile. Only one thread at a time sleeps here.
 */
final class LookoutSleep {
    private final EngineLock lock;
    private final Transport[] transports;
    private final Sentry[] sentries;

    LookoutSleep(EngineLock lock, Transport[] transports) {
        this.lock = lock;
        this.transports = transports;
        this.sentries = new Sentry[Math.max(0, transports.length - 1)];
        for (int i = 0; i < sentries.length; i++) {
            sentries[i] = new Sentry(lock, transports[i + 1], transports[0]);
        }
    }

    /** Whether there is a transport to sleep in. */
    boolean isPossible() {
        return transports.length > 0;
    }

    /**
     * Announces the sleep, with the lock held. Whatever has come since the last poll ends it at once.
     *
     * @param longest the time, in nanoseconds, after which another transport wakes the sleeper in any case
     */
    void prepare(long longest) {
        assert lock.isHeldByMe();
        transports[0].prepareToSleep();
        for (Sentry sentry : sentries) {
            sentry.arm(longest);
        }
    }

    /**
     * Sleeps, without the lock.
     *
     * @param longest in nanoseconds
     */
    void sleep(long longest) {
        assert !lock.isHeldByMe() : "a thread that holds the lock must not sleep";
        transports[0].sleep(longest);
    }

    void close() {
        for (Sentry sentry : sentries) {
            sentry.close();
        }
    }
}
