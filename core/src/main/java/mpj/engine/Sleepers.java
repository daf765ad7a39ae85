package mpj.engine;

import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;

/**
 * The threads of a rank that sleep, and what each waits for. One of them, the lookout, sleeps in the first transport,
 * and hears of what comes from outside. The others are parked, and hear of it from whoever polls. A thread that is told
 * to wake before it has fallen asleep does not, whichever others go to sleep meanwhile: there is one lookout at a time,
 * and a parked thread's permit is its own.
 *
 * <p>While any are asleep one is the lookout, or a thread is awake that waits. That one polls for them, and looks for
 * the posts that they wait for. When it leaves, it wakes one of them to take its place.
 *
 * <p>Called with the engine's lock held.
 */
final class Sleepers {
    private static final int FIRST_PLACES = 8;

    private final EngineLock lock;
    private Thread[] threads = new Thread[FIRST_PLACES];
    /** What each waits for; null for one that was woken, and has still to find it out. */
    private Completion[] completions = new Completion[FIRST_PLACES];
    private int number;
    /** How many wait for a post. */
    private int posts;
    /** Null if none sleeps in the transport. */
    private Thread lookout;

    Sleepers(EngineLock lock) {
        this.lock = lock;
    }

    boolean any() {
        return number > 0;
    }

    boolean awaitPosts() {
        return posts > 0;
    }

    /**
     * The calling thread is about to sleep.
     *
     * @return whether it is the lookout. A virtual thread, which does not sleep in the transport but naps, gives that
     *     up to any other
     */
    boolean add(Completion completion) {
        assert lock.isHeldByMe();
        Thread thread = Thread.currentThread();
        if (number == threads.length) {
            threads = Arrays.copyOf(threads, 2 * number);
            completions = Arrays.copyOf(completions, 2 * number);
        }
        threads[number] = thread;
        completions[number++] = completion;
        posts += completion.isPost() ? 1 : 0;
        if (lookout == null || lookout.isVirtual() && !thread.isVirtual()) {
            lookout = thread;
        }
        return lookout == thread;
    }

    /** The calling thread is awake again. */
    void remove() {
        assert lock.isHeldByMe();
        Thread thread = Thread.currentThread();
        int place = 0;
        while (threads[place] != thread) {
            place++;
        }
        forget(place);
        number--;
        threads[place] = threads[number];
        completions[place] = completions[number];
        threads[number] = null;
        completions[number] = null;
        if (lookout == thread) {
            lookout = null;
        }
    }

    private void forget(int place) {
        Completion completion = completions[place];
        completions[place] = null;
        posts -= completion != null && completion.isPost() ? 1 : 0;
    }

    /** Wakes those that have what they wait for, but for the lookout: the result is whether that is to be woken. */
    boolean wakeReached() {
        assert lock.isHeldByMe();
        boolean wakeLookout = false;
        for (int i = 0; i < number; i++) {
            if (completions[i] != null && completions[i].reached()) {
                forget(i);
                wakeLookout |= threads[i] == lookout;
                LockSupport.unpark(threads[i]);
            }
        }
        return wakeLookout;
    }

    /** A thread that was awake leaves: if nobody is left to look out for those that sleep, wakes one. */
    void handOver() {
        assert lock.isHeldByMe();
        if (lookout == null) {
            wakeOne();
        }
    }

    private void wakeOne() {
        int chosen = -1;
        for (int i = 0; i < number; i++) {
            if (completions[i] == null) {
                return; // it was woken already
            }
            if (chosen < 0 || threads[chosen].isVirtual()) {
                chosen = i;
            }
        }
        forget(chosen);
        LockSupport.unpark(threads[chosen]);
    }
}
