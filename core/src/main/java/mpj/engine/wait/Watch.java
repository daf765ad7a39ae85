package mpj.engine.wait;

import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import mpj.transport.spi.Transport;

/**
 * Wakes the threads that sleep in the first transport when something arrives in another one. While the watch is armed,
 * a thread of its own sleeps in that other transport. Whatever ends its sleep disarms the watch.
 *
 * <p>Nothing is missed. A sleeper first prepares its sleep in the first transport and then arms the watch. If the watch
 * was still armed then, its thread has not called {@code wake} yet: it will do so after the sleeper has prepared. If
 * the watch was not armed, the other transport is prepared anew, and anything that has arrived since the last progress
 * ends the sleep there at once.
 */
final class Watch {
    private static final long LONGEST_GOODBYE_MILLIS = 1000;

    private final EngineLock lock;
    private final Transport watched;
    private final Transport first;
    private volatile boolean armed;
    /** In nanoseconds; written before the watch is armed. */
    private long longestSleep;
    private volatile boolean closed;
    /** Started when the watch is first armed: a short program never sleeps, and needs no thread. */
    private Thread thread;

    Watch(EngineLock lock, Transport watched, Transport first) {
        this.lock = lock;
        this.watched = watched;
        this.first = first;
    }

    /**
     * Arms the watch. Called with the engine's lock held, after the sleep in the first transport is prepared.
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
            // With this fence, the store above takes effect before {@code wake} looks whether anybody sleeps.
            VarHandle.fullFence();
            first.wake();
        }
    }

    /** Ends the watch. When this returns, the thread is no longer in the transport, which may then be closed. */
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
