package mpj.engine.wait;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import mpj.engine.Completion;
import mpj.engine.Explanation;
import mpj.runtime.waits.WaitSource;

/**
 * The waits of this rank that have lasted so long that their threads sleep: who waits, for what, and since when. A wait
 * is noted only when its thread first sleeps, so a wait that ends sooner costs nothing. Called with the engine's lock
 * held.
 */
public final class LongWaits {
    private static final int FIRST_PLACES = 8;

    private final EngineLock lock;
    private Thread[] threads = new Thread[FIRST_PLACES];
    private Completion[] completions = new Completion[FIRST_PLACES];
    private long[] since = new long[FIRST_PLACES];
    private int number;

    LongWaits(EngineLock lock) {
        this.lock = lock;
    }

    boolean any() {
        return number > 0;
    }

    /** Notes a wait of the calling thread, once. */
    public void note(Completion completion) {
        assert lock.isHeldByMe();
        if (place(completion) >= 0) {
            return;
        }
        if (number == threads.length) {
            threads = Arrays.copyOf(threads, 2 * number);
            completions = Arrays.copyOf(completions, 2 * number);
            since = Arrays.copyOf(since, 2 * number);
        }
        threads[number] = Thread.currentThread();
        completions[number] = completion;
        since[number++] = System.nanoTime();
    }

    /** Notes that a wait of the calling thread is over, whether it was noted or not. */
    public void end(Completion completion) {
        assert lock.isHeldByMe();
        int place = place(completion);
        if (place >= 0) {
            number--;
            threads[place] = threads[number];
            completions[place] = completions[number];
            since[place] = since[number];
            threads[number] = null;
            completions[number] = null;
        }
    }

    private int place(Completion completion) {
        Thread thread = Thread.currentThread();
        for (int i = number - 1; i >= 0; i--) {
            if (threads[i] == thread && completions[i] == completion) {
                return i;
            }
        }
        return -1;
    }

    /** The waits, explained in MPI's words. A wait that is over is left out, even if its thread is not awake yet. */
    public List<WaitSource.Wait> explained(Explanation.Members ranks) {
        assert lock.isHeldByMe();
        List<WaitSource.Wait> waits = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            if (!completions[i].reached()) {
                Explanation explanation = new Explanation(ranks);
                completions[i].explain(explanation);
                waits.add(new WaitSource.Wait(threads[i], since[i], explanation.any(), explanation.needs()));
            }
        }
        return waits;
    }
}
