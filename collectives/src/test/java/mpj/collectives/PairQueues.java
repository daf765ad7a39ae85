package mpj.collectives;

import java.util.Arrays;

/**
 * A queue of longs for each pair of ranks that needs one. All queues are in a few arrays, because there may be
 * millions.
 */
final class PairQueues {
    private static final int NONE = -1;

    private long[] pairs = new long[1 << 12];
    private int[] first = new int[1 << 12];
    private int[] last = new int[1 << 12];
    private int used;
    private long[] values = new long[1 << 12];
    private int[] next = new int[1 << 12];
    private int free = NONE;
    private int count;

    PairQueues() {
        Arrays.fill(pairs, NONE);
        Arrays.fill(first, NONE);
    }

    private int place(long pair) {
        int mask = pairs.length - 1;
        int at = (int) (pair * 0x9E3779B97F4A7C15L >>> 32) & mask;
        while (pairs[at] != pair && pairs[at] != NONE) {
            at = at + 1 & mask;
        }
        return at;
    }

    void add(int from, int to, long value) {
        if (2 * used >= pairs.length) {
            grow();
        }
        long pair = (long) from << 32 | to;
        int at = place(pair);
        if (pairs[at] == NONE) {
            pairs[at] = pair;
            used++;
        }
        int node = node(value);
        if (first[at] == NONE) {
            first[at] = node;
        } else {
            next[last[at]] = node;
        }
        last[at] = node;
    }

    private int node(long value) {
        int node = free;
        if (node != NONE) {
            free = next[node];
        } else {
            if (count == values.length) {
                values = Arrays.copyOf(values, 2 * count);
                next = Arrays.copyOf(next, 2 * count);
            }
            node = count++;
        }
        values[node] = value;
        next[node] = NONE;
        return node;
    }

    private void grow() {
        long[] oldPairs = pairs;
        int[] oldFirst = first;
        int[] oldLast = last;
        pairs = new long[2 * oldPairs.length];
        first = new int[pairs.length];
        last = new int[pairs.length];
        Arrays.fill(pairs, NONE);
        Arrays.fill(first, NONE);
        used = 0;
        for (int i = 0; i < oldPairs.length; i++) {
            if (oldPairs[i] != NONE && oldFirst[i] != NONE) {
                int at = place(oldPairs[i]);
                pairs[at] = oldPairs[i];
                first[at] = oldFirst[i];
                last[at] = oldLast[i];
                used++;
            }
        }
    }

    /** Removes and returns the first number of a pair, or returns -1 if there is none. */
    long take(int from, int to) {
        int at = place((long) from << 32 | to);
        if (pairs[at] == NONE || first[at] == NONE) {
            return NONE;
        }
        int node = first[at];
        first[at] = next[node];
        next[node] = free;
        free = node;
        return values[node];
    }
}
