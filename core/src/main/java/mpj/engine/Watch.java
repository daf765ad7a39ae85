package mpj.engine;

import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import mpj.transport.spi.Transport;

/**
 * Wakes those who sleep in the first transport when something arrives in another. A thread of its own sleeps in that
 * transport while the watch is armed; what ends its sleep disarms the watch.
 *
 * <p>A sleeper first prepares its sleep in the first transport, then arms. If the watch was armed all the time, its
 * thread has not yet called {@code wake}, and will do so after the sleeper has prepared; if not, the transport is
 * prepared anew, and what has arrived since the last progress ends that sleep at once. Neither way is missed.
 */
final class Watch {
    private static final long LONGEST_GOODBYE_MILLIS = 1000;

    private final EngineLock lock;
    private final Transport watched;
    private final Transport first;
    private volatile boolean armed;
    /** In nanoseconds; written before it is armed. */
    private long longestSleep;
    private volatile boolean closed;
    /** Started when the watch is first armed: short programs do not sleep. */
    private Thread thread;

    Watch(EngineLock lock, Transport watched, Transport first) {
        this.lock = lock;
        this.watched = watched;
        this.first = first;
    }

    /**
     * Called with the engine's lock held, after the sleep in the first transport is prepared.
     *
     * @param longest in nanoseconds, until the sleepers are woken anyhow
     */
    void arm(long longest) {
        assert lock.isHeldByMe();
        if (armed) {
            return;
        }
        watched.prepareToSleep();
        longestSleep = longest;
        armed = true;
        if (thread == null) {
            thread = Thread.ofPlatform().daemon().name("mpj-watch").start(this::run);
        } else {
            LockSupport.unpark(thread);
        }
    }

    private void run() {
        while (!closed) {
            if (!armed) {
                LockSupport.park(this);
                continue;
            }
            watched.sleep(longestSleep);
            armed = false;
            // The store above comes before wake looks whether somebody sleeps.
            VarHandle.fullFence();
            first.wake();
        }
    }

    /** Returns when the thread is no longer in the transport, which may then be closed. */
    void close() {
        closed = true;
        if (thread != null) {
            watched.wake();
            LockSupport.unpark(thread);
            try {
                thread.join(LONGEST_GOODBYE_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
