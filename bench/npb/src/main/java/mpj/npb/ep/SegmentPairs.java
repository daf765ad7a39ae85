package mpj.npb.ep;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import mpj.npb.common.Random;

/**
 * Pairs in memory outside the heap. The loop is the same as for arrays, and is written a second time so that each of
 * the two can be as fast as possible.
 */
final class SegmentPairs implements Pairs {
    private final MemorySegment numbers;
    private final int count;

    SegmentPairs(Arena arena, int count) {
        numbers = arena.allocate(2L * count * Double.BYTES, 64);
        this.count = count;
    }

    @Override
    public void draw(Random random) {
        random.fill(numbers, 0, 2 * count);
    }

    @Override
    public int accept(double[] u, double[] v, double[] squares) {
        MemorySegment drawn = numbers;
        int accepted = 0;
        for (int i = 0; i < count; i++) {
            double x = 2 * drawn.getAtIndex(ValueLayout.JAVA_DOUBLE, 2 * i) - 1;
            double y = 2 * drawn.getAtIndex(ValueLayout.JAVA_DOUBLE, 2 * i + 1) - 1;
            double square = x * x + y * y;
            u[accepted] = x;
            v[accepted] = y;
            squares[accepted] = square;
            accepted += square <= 1 ? 1 : 0;
        }
        return accepted;
    }
}
