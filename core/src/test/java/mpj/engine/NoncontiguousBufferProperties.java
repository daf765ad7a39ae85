package mpj.engine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Random;
import mpjbuf.layout.ElementType;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/**
 * Blocks at equal distances are packed and unpacked, whatever their length is, and wherever a packet begins and ends.
 */
class NoncontiguousBufferProperties {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final int MARGIN = 8;

    private final Random random = new Random();

    @Property
    void longsAreMoved(@ForAll @IntRange(min = 1, max = 20) int length, @ForAll @IntRange(max = 5) int gap,
                       @ForAll @IntRange(min = 1, max = 9) int blocks, @ForAll @IntRange(min = 1, max = 3) int items,
                       @ForAll long seed) {
        random.setSeed(seed);
        int[] places = places(length, length + gap, blocks, items);
        long[] sent = random.longs(places[places.length - 1] + 1 + gap).toArray();
        long[] received = new long[sent.length];
        long[] expected = new long[sent.length];
        move(ElementType.LONG, sent, received, layout(length, length + gap, blocks), places,
            i -> expected[places[i]] = sent[places[i]]);
        assertArrayEquals(expected, received);
    }

    @Property
    void doublesAreMovedBitByBit(@ForAll @IntRange(min = 1, max = 20) int length, @ForAll @IntRange(max = 5) int gap,
                                 @ForAll @IntRange(min = 1, max = 9) int blocks,
                                 @ForAll @IntRange(min = 1, max = 3) int items, @ForAll long seed) {
        random.setSeed(seed);
        int[] places = places(length, length + gap, blocks, items);
        // Every bit pattern, among them signaling NaNs.
        double[] sent = random.longs(places[places.length - 1] + 1 + gap)
            .mapToDouble(Double::longBitsToDouble).toArray();
        double[] received = new double[sent.length];
        double[] expected = new double[sent.length];
        move(ElementType.DOUBLE, sent, received, layout(length, length + gap, blocks), places,
            i -> expected[places[i]] = sent[places[i]]);
        assertArrayEquals(bits(expected), bits(received));
    }

    private interface Expectation {
        void note(int element);
    }

    private static long[] bits(double[] array) {
        return Arrays.stream(array).mapToLong(Double::doubleToRawLongBits).toArray();
    }

    private static Layout layout(int length, int stride, int blocks) {
        int[] displacements = new int[blocks];
        int[] lengths = new int[blocks];
        Arrays.setAll(displacements, i -> i * stride);
        Arrays.fill(lengths, length);
        return new Layout(displacements, lengths, (long) blocks * stride, Long.BYTES);
    }

    /** The places of the elements, in the order in which they are sent. */
    private static int[] places(int length, int stride, int blocks, int items) {
        int[] places = new int[length * blocks * items];
        Arrays.setAll(places, i -> i / length * stride + i % length);
        return places;
    }

    /** Packs and unpacks a part of the elements. */
    private void move(ElementType type, Object sent, Object received, Layout layout, int[] places,
                      Expectation expectation) {
        int from = random.nextInt(places.length);
        int count = 1 + random.nextInt(places.length - from);
        long position = (long) from * Long.BYTES;
        long bytes = (long) count * Long.BYTES;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment packet = arena.allocate(bytes + 2 * MARGIN);
            new NoncontiguousBuffer(sent, layout, 0).write(type, position, packet, MARGIN, bytes);
            new NoncontiguousBuffer(received, layout, 0).read(type, position, packet, MARGIN, bytes);
            assertEquals(0, packet.get(LONG, 0));
            assertEquals(0, packet.get(LONG, MARGIN + bytes));
        }
        for (int i = from; i < from + count; i++) {
            expectation.note(i);
        }
    }
}
