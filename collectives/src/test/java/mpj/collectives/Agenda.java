package mpj.collectives;

import java.util.Arrays;

/**
 * A schedule of events: a binary heap of times and numbers. Events of the same time come in the order in which they
 * were added.
 */
final class Agenda {
    private long[] times = new long[1024];
    private long[] entries = new long[1024];
    private int size;
    private long added;

    void add(long time, int number) {
        if (size == times.length) {
            times = Arrays.copyOf(times, 2 * size);
            entries = Arrays.copyOf(entries, 2 * size);
        }
        long entry = added++ << 32 | number;
        int at = size++;
        while (at > 0 && before(time, entry, (at - 1) / 2)) {
            times[at] = times[(at - 1) / 2];
            entries[at] = entries[(at - 1) / 2];
            at = (at - 1) / 2;
        }
        times[at] = time;
        entries[at] = entry;
    }

    private boolean before(long time, long entry, int other) {
        return time < times[other] || time == times[other] && entry < entries[other];
    }

    boolean isEmpty() {
        return size == 0;
    }

    int next() {
        int number = (int) entries[0];
        long time = times[--size];
        long entry = entries[size];
        int at = 0;
        while (2 * at + 1 < size) {
            int child = 2 * at + 1;
            if (child + 1 < size && before(times[child + 1], entries[child + 1], child)) {
                child++;
            }
            if (before(time, entry, child)) {
                break;
            }
            times[at] = times[child];
            entries[at] = entries[child];
            at = child;
        }
        times[at] = time;
        entries[at] = entry;
        return number;
    }
}
