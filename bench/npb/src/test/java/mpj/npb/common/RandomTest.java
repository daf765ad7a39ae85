package mpj.npb.common;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class RandomTest {
    private static final BigInteger MODULUS = BigInteger.ONE.shiftLeft(46);

    @Provide
    Arbitrary<Long> seeds() {
        return Arbitraries.longs().between(0, (1L << 45) - 1).map(half -> 2 * half + 1);
    }

    @Property
    void nextIsTheProductModulo2To46(@ForAll("seeds") long seed) {
        Random random = new Random(seed);
        double number = random.next();
        long expected = BigInteger.valueOf(seed).multiply(BigInteger.valueOf(Random.MULTIPLIER)).mod(MODULUS)
            .longValueExact();
        assertEquals(expected, random.seed());
        assertEquals(expected / Math.pow(2, 46), number);
    }

    @Property
    void skippingIsThatManySteps(@ForAll("seeds") long seed, @ForAll @IntRange(max = 1000) int count) {
        Random stepped = new Random(seed);
        for (int i = 0; i < count; i++) {
            stepped.next();
        }
        Random skipped = new Random(seed);
        skipped.skip(count);
        assertEquals(stepped.seed(), skipped.seed());
    }

    @Property
    void skipsAddUp(@ForAll("seeds") long seed, @ForAll @LongRange(max = 1L << 44) long one,
            @ForAll @LongRange(max = 1L << 44) long other) {
        Random twice = new Random(seed);
        twice.skip(one);
        twice.skip(other);
        Random once = new Random(seed);
        once.skip(one + other);
        assertEquals(once.seed(), twice.seed());
    }

    @Property
    void fillingIsSteppingForArraysAndSegments(@ForAll("seeds") long seed, @ForAll @IntRange(max = 400) int offset,
            @ForAll @IntRange(max = 600) int count) {
        double[] expected = new double[1000];
        Random stepped = new Random(seed);
        for (int i = 0; i < count; i++) {
            expected[offset + i] = stepped.next();
        }
        Random random = new Random(seed);
        double[] array = new double[1000];
        random.fill(array, offset, count);
        assertArrayEquals(expected, array);
        assertEquals(stepped.seed(), random.seed());
        double[] heap = new double[1000];
        MemorySegment segment = MemorySegment.ofArray(heap);
        new Random(seed).fill(segment, offset, count);
        assertArrayEquals(expected, segment.toArray(ValueLayout.JAVA_DOUBLE));
    }
}
