package mpj.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The calls of one thread of a rank, in the order in which they were made. None overlaps another.
 *
 * @param rank the rank in the job
 * @param thread the name of the thread
 * @param calls the calls, in order
 */
record Lane(int rank, String thread, List<Call> calls) {

    /** Sorts the calls, and leaves out calls that were made by another call. */
    static Lane of(int rank, String thread, List<Call> recorded) {
        List<Call> sorted = new ArrayList<>(recorded);
        sorted.sort(Comparator.comparingLong(Call::start).thenComparing(Call::end, Comparator.reverseOrder()));
        List<Call> outermost = new ArrayList<>(sorted.size());
        long end = Long.MIN_VALUE;
        for (Call call : sorted) {
            if (call.start() >= end) {
                outermost.add(call);
                end = call.end();
            }
        }
        return new Lane(rank, thread, outermost);
    }

    /** The time at which the last call returned; 0 if no call has returned. */
    long lastReturn() {
        int last = calls.size() - 1;
        if (!calls.get(last).returned()) {
            last--;
        }
        return last < 0 ? 0 : calls.get(last).end();
    }

    /** The index of the last call that had begun at a time; -1 if there is none. */
    int lastBefore(long time) {
        int low = 0;
        int high = calls.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (calls.get(middle).start() <= time) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return high;
    }

    /** The call that this thread was in at a time, or null. */
    Call at(long time) {
        int index = lastBefore(time);
        return index >= 0 && calls.get(index).end() >= time ? calls.get(index) : null;
    }
}
