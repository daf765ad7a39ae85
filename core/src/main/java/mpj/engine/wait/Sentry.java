package mpj.engine.wait;

import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import mpj.transport.spi.Transport;

/**
 * Wakes the threads that sleep in the first transport when something arrives in another one. While the sentry is armed,
 * a thread of its own sleeps in that other transport. Whatever ends its sleep disarms the sentry.
 *
 * <p>Nothing is missed. A sleeper first prepares its sleep in the first transport and then arms the sentry. If the
 * sentry is still armed at that point, its thread has not called {@code wake} yet, and will call it after the sleeper
 * has prepared. If the sentry is not armed, the sleeper prepares the other transport again, and anything that has
 * arrived there since the last progress ends the sleep there at once.
 */
final class Sentry {
    private static final long LONGEST_GOODBYE_MILLIS = 1000;

    private final EngineLock lock;
    private final Transport guarded;
    private final Transport first;
    private volatile boolean armed;
    /** In nanoseconds; written before the sentry is armed. */
    private long longestSleep;
    private volatile boolean closed;
    /** Started when the sentry is first armed: a short program never sleeps, and needs no thread. */
    private Thread thread;

    Sentry(EngineLock lock, Transport guarded, Transport first) {
        this.lock = lock;
        this.guarded = guarded;
        this.first = first;
    }

    /**
     * Arms the sentry. Called with the engine's lock held, after the sleep in the first transport is prepared.
     *
     * @param longest the time, in nanoseconds, after which the sleepers are woken in any case
     */
    void arm(long longest) {
        assert lock.isHeldByMe();
        if (armed) {
            return;
        }
        guarded.prepareToSleep();
        longestSleep = longest;
        if (thread == null) {
            thread = Thread.ofPlatform().daemon().name("mpj-sentry").start(this::run); // may fail for lack of threads
        }
        armed = true;
        LockSupport.unpark(thread);
    }

    private void run() {
        while (!closed) {
            if (!armed) {
                LockSupport.park(this);
                continue;
            }
            guarded.sleep(longestSleep);
            armed = false;
            // With this fence, the store above takes effect before {@code wake} looks whether anybody sleeps.
            VarHandle.fullFence();
            first.wake();
        }
    }

    /**
     * Ends the sentry, and waits for its thread to leave the transport, so that the transport can be closed. It waits
     * for {@link #LONGEST_GOODBYE_MILLIS} at most.
     */
    void close() {
        closed = true;
        if (thread != null) {
            guarded.wake();
            LockSupport.unpark(thread);
            boolean interrupted = false;
            long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LONGEST_GOODBYE_MILLIS);
            while (thread.isAlive() && deadline - System.nanoTime() > 0) {
                try {
                    thread.join(LONGEST_GOODBYE_MILLIS);
                } catch (InterruptedException e) {
                    interrupted = true; // MPI calls are not interruptible
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
