package mpj.npb.ep;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import mpj.npb.common.Random;

/** In memory outside of the heap. */
final class SegmentDeviates implements Deviates {
    private final MemorySegment numbers;
    private final int pairs;

    SegmentDeviates(Arena arena, int pairs) {
        numbers = arena.allocate(2L * pairs * Double.BYTES, 64);
        this.pairs = pairs;
    }

    @Override
    public void draw(Random random) {
        random.fill(numbers, 0, 2 * pairs);
    }

    @Override
    public void tally(Sums sums) {
        MemorySegment drawn = numbers;
        double[] values = sums.values;
        double sumX = values[Sums.X];
        double sumY = values[Sums.Y];
        for (int i = 0; i < pairs; i++) {
            double u = 2 * drawn.getAtIndex(ValueLayout.JAVA_DOUBLE, 2 * i) - 1;
            double v = 2 * drawn.getAtIndex(ValueLayout.JAVA_DOUBLE, 2 * i + 1) - 1;
            double square = u * u + v * v;
            if (square <= 1) {
                double factor = Math.sqrt(-2 * Math.log(square) / square);
                double x = Math.abs(u * factor);
                double y = Math.abs(v * factor);
                values[Sums.COUNTS + (int) Math.max(x, y)]++;
                sumX += x;
                sumY += y;
            }
        }
        values[Sums.X] = sumX;
        values[Sums.Y] = sumY;
    }
}
