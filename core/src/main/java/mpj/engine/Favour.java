package mpj.engine;

import java.lang.foreign.Arena;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * That one thread takes the {@link EngineLock} by a plain store, as long as no other wants it. A compare-and-set would
 * wait until the other core has given up the cache lines of the message that was written just before, so messages in a
 * row could not overlap.
 *
 * <p>The thread says that it is in, and then looks whether the favour has ended. Whoever ends it says so, stops every
 * thread for a moment, and then looks whether the thread is in. If the thread has looked before that moment, it has
 * said so before it as well, which is seen afterwards. If it looks later, it sees the end. So nothing need order its
 * two steps but the compiler. What stops the threads is that a shared arena is closed: HotSpot then makes each of them
 * come to a safepoint, one by one (JEP 454 and 312).
 */
final class Favour {
    private static final VarHandle ENTERED;
    private static final VarHandle ENDED;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            ENTERED = lookup.findVarHandle(Favour.class, "entered", boolean.class);
            ENDED = lookup.findVarHandle(Favour.class, "ended", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Thread thread = Thread.currentThread();
    /** Whether the thread holds the lock, or looks whether it may. Written by the thread. */
    private boolean entered;
    /** Written once, by another. */
    private boolean ended;

    /** Favours the calling thread. */
    Favour() {
    }

    /** Takes the lock, if the calling thread is favoured. */
    boolean enter() {
        return Thread.currentThread() == thread && !hasEnded() && look();
    }

    private boolean look() {
        ENTERED.setOpaque(this, true); // opaque, as the look: the compiler keeps their order
        if (!hasEnded()) {
            return true;
        }
        ENTERED.setRelease(this, false);
        return false;
    }

    private boolean hasEnded() {
        return (boolean) ENDED.getOpaque(this);
    }

    /** Gives the lock back, if the calling thread holds it by favour. */
    boolean leave() {
        if (Thread.currentThread() != thread || !entered) {
            return false;
        }
        ENTERED.setRelease(this, false);
        return true;
    }

    /** Lets the thread enter no more. It may still be in. Not called by the thread while it is in. */
    void end() {
        ENDED.setVolatile(this, true);
        Arena.ofShared().close();
    }

    /** Whether the thread is not in. Acquire: what it did under the lock is seen. */
    boolean isLeft() {
        return !(boolean) ENTERED.getAcquire(this);
    }
}
