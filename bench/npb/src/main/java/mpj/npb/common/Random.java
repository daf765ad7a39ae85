package mpj.npb.common;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * NPB's random numbers: x(k+1) = a x(k) mod 2^46, and x(k) / 2^46 is the number. The low bits of a product depend only
 * on those of its factors, so one multiplication of longs is exact, whatever it loses above.
 */
public final class Random {
    /** The multiplier of all benchmarks: 5^13. */
    public static final long MULTIPLIER = 1_220_703_125L;

    private static final long MASK = (1L << 46) - 1;
    private static final double SCALE = 1.0 / (1L << 46);

    private long seed;

    /** Begins after this seed, which is odd and below 2^46. */
    public Random(long seed) {
        this.seed = seed & MASK;
    }

    /** The last x. */
    public long seed() {
        return seed;
    }

    /** The next number, above 0 and below 1. */
    public double next() {
        seed = seed * MULTIPLIER & MASK;
        return seed * SCALE;
    }

    /** The next numbers, into an array. */
    public void fill(double[] numbers, int offset, int count) {
        long x = seed;
        for (int i = offset; i < offset + count; i++) {
            x = x * MULTIPLIER & MASK;
            numbers[i] = x * SCALE;
        }
        seed = x;
    }

    /** The next numbers, into a segment; offset and count are in numbers. */
    public void fill(MemorySegment numbers, long offset, int count) {
        long x = seed;
        for (int i = 0; i < count; i++) {
            x = x * MULTIPLIER & MASK;
            numbers.setAtIndex(ValueLayout.JAVA_DOUBLE, offset + i, x * SCALE);
        }
        seed = x;
    }

    /** Passes over some numbers. */
    public void skip(long count) {
        leap(power(count));
    }

    /** Passes over as many numbers as {@link #power} was given for this factor. */
    public void leap(long factor) {
        seed = seed * factor & MASK;
    }

    /** The multiplier to this power, mod 2^46. */
    public static long power(long exponent) {
        long result = 1;
        long square = MULTIPLIER;
        for (long rest = exponent; rest > 0; rest >>= 1) {
            if ((rest & 1) != 0) {
                result *= square;
            }
            square *= square;
        }
        return result & MASK;
    }
}
