package mpj.engine.wait;

import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import mpj.engine.Completion;

/**
 * The sleeping threads of a rank, and what each of them waits for. One of them, the lookout, sleeps in the first
 * transport; the transport wakes it when something comes from outside. The others are parked, and whoever polls wakes
 * them. A thread that is told to wake before it has fallen asleep does not fall asleep, whichever other threads go to
 * sleep meanwhile: there is only one lookout at a time, and each parked thread has a permit of its own.
 *
 * <p>While any thread is asleep, either one of them is the lookout, or a waiting thread is awake. The waiting thread
 * polls for the others, and looks for the posts that they wait for. When it leaves, it wakes one of them to take its
 * place.
 *
 * <p>Called with the engine's lock held.
 */
final class Sleepers {
    private static final int FIRST_PLACES = 8;

    private final EngineLock lock;
    private Thread[] threads = new Thread[FIRST_PLACES];
    /** What each thread waits for. It is null for a thread that was woken and does not know it yet. */
    private Completion[] completions = new Completion[FIRST_PLACES];
    private int number;
    /** How many threads wait for a post. */
    private int posts;
    /** The thread that sleeps in the transport, or null. */
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
     * Notes that the calling thread is about to sleep.
     *
     * @return whether it is the lookout. A virtual thread does not really sleep in the transport, it naps there; so it
     *     gives the place up to any other thread
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

    /** Wakes every thread whose wait is over, except the lookout; true if the lookout is to be woken. */
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

    /** Wakes every thread, except the lookout; true if there is one, which is then to be woken. */
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
