package mpj.engine.wait;

import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import mpj.engine.Completion;

/**
 * The sleeping threads of a rank, and what each of them waits for. One of them, the lookout, sleeps in the first
 * transport; the transport wakes it when something comes from outside. The others are parked, and the thread that polls
 * wakes them.
 *
 * <p>A thread that is told to wake before it has fallen asleep does not fall asleep, whichever other threads go to
 * sleep meanwhile. The reason is that there is only one lookout at a time, and that each parked thread has a permit of
 * its own.
 *
 * <p>While any thread is asleep, one of the sleeping threads is the lookout, or a waiting thread is awake. The waiting
 * thread polls for the others, and looks for the posts that they wait for. When it leaves, it wakes one of them to take
 * its place.
 *
 * <p>Called with the engine's lock held.
 */
final class Sleepers {
    private static final int FIRST_PLACES = 8;

    private final EngineLock lock;
    private Thread[] threads = new Thread[FIRST_PLACES];
    /** What each thread waits for. It is null for a thread that was woken and does not know this yet. */
    private Completion[] completions = new Completion[FIRST_PLACES];
    private int number;
    /** How many threads wait for a post. */
    private int posts;
    /** The thread that sleeps in the transport, or null. */
    private Thread lookout;
    /** The number of sleeping threads, including the {@linkplain ProgressThread progress thread} if it stands by. */
    private int wakeable;
    /** Whether the progress thread sleeps in the transport, and nobody has called it yet. */
    private boolean standsBy;

    Sleepers(EngineLock lock) {
        this.lock = lock;
    }

    boolean any() {
        return number > 0;
    }

    /** Whether there is a sleeping thread, or a progress thread that stands by. */
    boolean anyWakeable() {
        return wakeable > 0;
    }

    /**
     * Notes that the progress thread is about to sleep in the transport, or that it is awake again. It does not count
     * as a sleeper: it waits for nothing, and a thread that waits does everything that the progress thread would do.
     */
    void standBy(boolean now) {
        assert lock.isHeldByMe();
        if (standsBy != now) {
            standsBy = now;
            wakeable += now ? 1 : -1;
        }
    }

    boolean standsBy() {
        return standsBy;
    }

    boolean awaitPosts() {
        return posts > 0;
    }

    /**
     * Notes that the calling thread is about to sleep.
     *
     * @return whether the calling thread is the lookout. A virtual thread does not really sleep in the transport, but
     *     naps there. So a platform thread takes this place from it
     */
    boolean add(Completion completion) {
        assert lock.isHeldByMe();
        Thread thread = Thread.currentThread();
        list(thread, completion);
        if (lookout == null || lookout.isVirtual() && !thread.isVirtual()) {
            lookout = thread;
        }
        return lookout == thread;
    }

    /**
     * Notes that the calling thread is about to sleep for as long as others sleep, and never as the lookout.
     *
     * @param completion one that is never reached
     * @return false, and nothing is noted, if there is no lookout
     */
    boolean addBeside(Completion completion) {
        assert lock.isHeldByMe();
        if (lookout == null) {
            return false;
        }
        list(Thread.currentThread(), completion);
        return true;
    }

    private void list(Thread thread, Completion completion) {
        if (number == threads.length) {
            threads = Arrays.copyOf(threads, 2 * number);
            completions = Arrays.copyOf(completions, 2 * number);
        }
        threads[number] = thread;
        completions[number++] = completion;
        wakeable++;
        posts += completion.isPost() ? 1 : 0;
    }

    /** Notes that the calling thread is awake again. */
    void remove() {
        assert lock.isHeldByMe();
        Thread thread = Thread.currentThread();
        int place = 0;
        while (threads[place] != thread) {
            place++;
        }
        forget(place);
        number--;
        wakeable--;
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

    /** Wakes every thread whose wait is over, except the lookout. Returns whether the lookout is to be woken. */
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

    /** Wakes every thread except the lookout. Returns whether there is a lookout, which the caller then has to wake. */
    boolean wakeAll() {
        assert lock.isHeldByMe();
        for (int i = 0; i < number; i++) {
            if (completions[i] != null) {
                forget(i);
            }
            LockSupport.unpark(threads[i]);
        }
        return lookout != null;
    }

    /** Called by a waiting thread that was awake and leaves. If there is no lookout, it wakes one of the sleepers. */
    void handOver() {
        assert lock.isHeldByMe();
        if (lookout == null && number > 0) {
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
