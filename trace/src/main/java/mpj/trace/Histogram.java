package mpj.trace;

import java.util.Arrays;

/** Counts values by powers of two. Bin 0 has the value 0, and bin n has the values from 2^(n-1) up to 2^n - 1. */
final class Histogram {
    private final long[] counts = new long[Long.SIZE];

    void add(long value) {
        counts[Long.SIZE - Long.numberOfLeadingZeros(Math.max(0, value))]++;
    }

    void add(Histogram other) {
        for (int i = 0; i < counts.length; i++) {
            counts[i] += other.counts[i];
        }
    }

    /** The counts up to the last bin that is not empty. */
    long[] counts() {
        int length = counts.length;
        while (length > 0 && counts[length - 1] == 0) {
            length--;
        }
        return Arrays.copyOf(counts, length);
    }
}
