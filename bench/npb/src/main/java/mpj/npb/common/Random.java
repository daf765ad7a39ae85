package mpj.npb.common;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * NPB's random numbers: x(k+1) = a x(k) mod 2^46, and x(k) / 2^46 is the number. The low bits of a product depend only
 * on the low bits of its factors. One multiplication of longs is therefore exact in them, whatever it loses in the high
 * bits.
 */
public final class Random {
    /** The multiplier of all benchmarks: 5^13. */
    public static final long MULTIPLIER = 1_220_703_125L;

    private static final long MASK = (1L << 46) - 1;
    private static final double SCALE = 1.0 / (1L << 46);

    /** The powers of the multiplier. With them the next numbers can be made without waiting for each other. */
    private static final long[] POWERS = new long[256];

    static {
        long power = 1;
        for (int i = 0; i < POWERS.length; i++) {
            power *= MULTIPLIER;
            POWERS[i] = power;
        }
    }

    private long seed;

    /** Begins after this seed, which must be odd and below 2^46. */
    public Random(long seed) {
        this.seed = seed & MASK;
    }

    /** The last x, from which the next number is made. */
    public long seed() {
        return seed;
    }

    /** The next number, above 0 and below 1. */
    public double next() {
        seed = seed * MULTIPLIER & MASK;
        return seed * SCALE;
    }

    /** Writes the next numbers into an array. */
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

    /** Writes the next numbers into a segment. Offset and count are in numbers. */
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

    /** Skips this many numbers. */
    public void skip(long count) {
        leap(power(count));
    }

    /** Skips as many numbers as the exponent from which {@link #power} made this factor. */
    public void leap(long factor) {
        seed = seed * factor & MASK;
    }

    /** The multiplier to the power of this exponent, mod 2^46. */
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
