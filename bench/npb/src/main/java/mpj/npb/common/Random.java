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

    /** The powers of the multiplier, by which numbers are made that do not wait for each other. */
    private static final long[] POWERS = new long[256];

    static {
        long power = 1;
        for (int i = 0; i < POWERS.length; i++) {
            power *= MULTIPLIER;
            POWERS[i] = power;
        }
    }

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
        int end = offset + count;
        int next = offset;
        for (; next + POWERS.length <= end; next += POWERS.length) {
            fill(numbers, next, seed, POWERS);
            leap(POWERS[POWERS.length - 1]);
        }
        for (; next < end; next++) {
            numbers[next] = next();
        }
    }

    private static void fill(double[] numbers, int offset, long seed, long[] powers) {
        for (int i = 0; i < powers.length; i++) {
            numbers[offset + i] = (seed * powers[i] & MASK) * SCALE;
        }
    }

    /** The next numbers, into a segment; offset and count are in numbers. */
    public void fill(MemorySegment numbers, long offset, int count) {
        long end = offset + count;
        long next = offset;
        for (; next + POWERS.length <= end; next += POWERS.length) {
            fill(numbers, next, seed, POWERS);
            leap(POWERS[POWERS.length - 1]);
        }
        for (; next < end; next++) {
            numbers.setAtIndex(ValueLayout.JAVA_DOUBLE, next, next());
        }
    }

    private static void fill(MemorySegment numbers, long offset, long seed, long[] powers) {
        for (int i = 0; i < powers.length; i++) {
            numbers.setAtIndex(ValueLayout.JAVA_DOUBLE, offset + i, (seed * powers[i] & MASK) * SCALE);
        }
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
