package mpj.engine.wait;

import mpj.transport.spi.Transport;

/** Wakes the {@linkplain Sleepers sleeping threads} of a rank when their waits are over. */
final class Alarm {
    private final Sleepers sleepers;
    private final Completions completions;
    /** The lookout sleeps in it. Null if the rank has no transport. */
    private final Transport first;
    /** Held by a thread that wakes the transport, or that changes {@link #closed}. */
    private final Object waking = new Object();
    /** Whether the transport may be closed, and so must not be woken any more. */
    private boolean closed;
    /** Whether something has happened outside of the lock that a sleeping thread may wait for. */
    private volatile boolean rung;

    Alarm(Sleepers sleepers, Completions completions, Transport first) {
        this.sleepers = sleepers;
        this.completions = completions;
        this.first = first;
    }

    /** Whether a thread that polls has to look for sleepers whose waits are over. Called with the lock held. */
    boolean isDue() {
        return sleepers.any() && (sleepers.awaitPosts() || completions.any() || rung);
    }

    /** Wakes every thread whose wait is over. Called with the lock held. */
    void wakeReached() {
        rung = false;
        completions.told();
        if (sleepers.wakeReached()) {
            wakeLookout();
        }
    }

    /** Wakes every thread. Called with the lock held. */
    void wakeAll() {
        if (sleepers.wakeAll()) {
            wakeLookout();
        }
    }

    /** Wakes the thread that sleeps in the transport, if there is one. Needs no lock. */
    void wakeLookout() {
        synchronized (waking) {
            if (!closed && first != null) {
                first.wake();
            }
        }
    }

    /**
     * Ends the sleep of every thread whose wait is over, after something has happened outside of the lock. Needs no
     * lock, and may be called even while the engine is closed.
     */
    void ring() {
        rung = true;
        wakeLookout();
    }

    /** From now on the transport is not woken any more. */
    void close() {
        synchronized (waking) {
            closed = true;
        }
    }
}
