package mpj.engine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/**
 * The engine's lock. Without contention it costs one compare-and-set. Releasing it is a plain release store: threads
 * that wait look again by themselves and need no wake-up. The lock is held for short times only, and never during a
 * sleep. Only a thread that polls keeps it for longer. It looks at {@link #contended} and lets others in.
 *
 * <p>A waiting virtual thread must not only yield, it must also park. A carrier takes the threads that have yielded to
 * it from its own queue; threads that wake from parking are in a common queue, which comes second. If two threads on
 * every carrier only yielded, as can happen when several ranks share a JVM, a parked thread would never run.
 */
final class EngineLock {
    private static final VarHandle HELD;
    private static final VarHandle WAITING;
    private static final int SPINS = 64;
    private static final int YIELDS = 64;
    private static final long PAUSE = 20_000;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            HELD = lookup.findVarHandle(EngineLock.class, "held", boolean.class);
            WAITING = lookup.findVarHandle(EngineLock.class, "waiting", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private boolean held;
    private int waiting;
    /** The thread that holds it. It is set only where assertions are enabled; nothing but assertions asks for it. */
    private Thread owner;

    void acquire() {
        if (!take()) {
            await();
        }
        assert own();
    }

    private boolean take() {
        return HELD.compareAndSet(this, false, true);
    }

    private boolean own() {
        owner = Thread.currentThread();
        return true;
    }

    /** Whether the calling thread holds it. To be asked by assertions only. */
    boolean isHeldByMe() {
        return owner == Thread.currentThread();
    }

    private boolean disown() {
        boolean mine = isHeldByMe();
        owner = null;
        return mine;
    }

    private void await() {
        WAITING.getAndAdd(this, 1);
        for (int tries = 0; !tryAcquire(); tries++) {
            if (tries < SPINS) {
                Thread.onSpinWait();
            } else if (tries < SPINS + YIELDS) {
                Thread.yield();
            } else {
                LockSupport.parkNanos(PAUSE);
            }
        }
        WAITING.getAndAdd(this, -1);
    }

    private boolean tryAcquire() {
        return !(boolean) HELD.getOpaque(this) && take();
    }

    void release() {
        assert disown() : "the lock is released by a thread that does not hold it";
        HELD.setRelease(this, false);
    }

    /** Whether another thread waits for the lock. */
    boolean contended() {
        return (int) WAITING.getOpaque(this) != 0;
    }

    /**
     * Lets those who wait for the lock go first. If the next holder waits for something, too, it makes progress for
     * both: this thread then only looks whether its own wait is over, or the lock is free. It does not ask for the
     * lock. Else two waiting threads would hand it to each other after each poll.
     */
    void yield(Completion completion) {
        release();
        for (int tries = 0; tries < SPINS && contended(); tries++) {
            Thread.onSpinWait();
        }
        if (contended()) {
            giveWay();
        }
        for (int tries = 0; !tryAcquire(); tries++) {
            if (completion.isSeen()) {
                acquire();
                return;
            }
            if (tries < SPINS) {
                Thread.onSpinWait();
            } else {
                giveWay();
            }
        }
        assert own();
    }

    private static void giveWay() {
        Thread.yield();
        if (Thread.currentThread().isVirtual()) {
            LockSupport.parkNanos(PAUSE);
        }
    }
}
