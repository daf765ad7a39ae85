package mpj.npb.is;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import mpi.Intracomm;
import mpi.MPI;
import mpj.npb.common.Random;

/** Keys in memory outside the heap. */
final class SegmentKeys implements Keys {
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final int LINE = 64;

    private final Arena arena;
    private final int keys;
    private final MemorySegment sequence;
    private final MemorySegment bucketed;
    private MemorySegment received;
    /**
     * First how many keys have each value, from the least value on; then how many keys are no larger than each value.
     */
    private final MemorySegment population;
    private int least;
    private MemorySegment sorted;

    SegmentKeys(Arena arena, int keys, int maxKey) {
        this.arena = arena;
        this.keys = keys;
        sequence = ints(keys);
        bucketed = ints(keys);
        received = ints(keys);
        population = ints(maxKey);
    }

    private MemorySegment ints(int count) {
        return arena.allocate((long) count * Integer.BYTES, LINE);
    }

    @Override
    public void draw(Random random, int factor) {
        MemorySegment numbers = arena.allocate(4L * STRETCH * Double.BYTES, LINE);
        for (int from = 0; from < keys; from += STRETCH) {
            int count = Math.min(STRETCH, keys - from);
            random.fill(numbers, 0, 4 * count);
            sums(numbers, factor, sequence, from, count);
        }
    }

    private static void sums(MemorySegment numbers, int factor, MemorySegment keys, int from, int count) {
        for (int i = 0; i < count; i++) {
            double sum = 0;
            for (int j = 0; j < 4; j++) {
                sum += numbers.getAtIndex(ValueLayout.JAVA_DOUBLE, 4 * i + j);
            }
            keys.setAtIndex(INT, from + i, (int) (factor * sum));
        }
    }

    @Override
    public int get(int index) {
        return sequence.getAtIndex(INT, index);
    }

    @Override
    public void set(int index, int key) {
        sequence.setAtIndex(INT, index, key);
    }

    @Override
    public void countBuckets(int[] sizes, int shift) {
        for (int from = 0; from < keys; from += STRETCH) {
            countBuckets(sequence, from, Math.min(keys, from + STRETCH), sizes, shift);
        }
    }

    private static void countBuckets(MemorySegment keys, int from, int to, int[] sizes, int shift) {
        for (int i = from; i < to; i++) {
            sizes[keys.getAtIndex(INT, i) >> shift]++;
        }
    }

    @Override
    public void intoBuckets(int[] starts, int shift) {
        for (int from = 0; from < keys; from += STRETCH) {
            intoBuckets(sequence, from, Math.min(keys, from + STRETCH), bucketed, starts, shift);
        }
    }

    private static void intoBuckets(MemorySegment keys, int from, int to, MemorySegment bucketed, int[] starts,
            int shift) {
        for (int i = from; i < to; i++) {
            int key = keys.getAtIndex(INT, i);
            bucketed.setAtIndex(INT, starts[key >> shift]++, key);
        }
    }

    @Override
    public void exchange(int[] sendCounts, int[] sendOffsets, int[] receiveCounts, int[] receiveOffsets,
            Intracomm ranks) {
        int count = Arrays.stream(receiveCounts).sum();
        if (received.byteSize() < (long) count * Integer.BYTES) {
            received = ints(count + count / 8);
        }
        ranks.Alltoallv(bucketed, 0, sendCounts, sendOffsets, MPI.INT, received, 0, receiveCounts, receiveOffsets,
            MPI.INT);
    }

    @Override
    public void rank(int count, int least, int range) {
        this.least = least;
        population.asSlice(0, (long) range * Integer.BYTES).fill((byte) 0);
        for (int from = 0; from < count; from += STRETCH) {
            count(received, from, Math.min(count, from + STRETCH), least, population);
        }
        int total = 0;
        for (int from = 0; from < range; from += STRETCH) {
            total = addUp(population, from, Math.min(range, from + STRETCH), total);
        }
    }

    private static void count(MemorySegment keys, int from, int to, int least, MemorySegment population) {
        for (int i = from; i < to; i++) {
            int value = keys.getAtIndex(INT, i) - least;
            population.setAtIndex(INT, value, population.getAtIndex(INT, value) + 1);
        }
    }

    private static int addUp(MemorySegment population, int from, int to, int before) {
        int total = before;
        for (int i = from; i < to; i++) {
            total += population.getAtIndex(INT, i);
            population.setAtIndex(INT, i, total);
        }
        return total;
    }

    @Override
    public int upTo(int key) {
        return key < least ? 0 : population.getAtIndex(INT, key - least);
    }

    @Override
    public int[] sort(int count) {
        sorted = ints(count);
        for (int i = 0; i < count; i++) {
            int key = received.getAtIndex(INT, i);
            int place = population.getAtIndex(INT, key - least) - 1;
            population.setAtIndex(INT, key - least, place);
            sorted.setAtIndex(INT, place, key);
        }
        return count == 0 ? new int[0] : new int[] {sorted.getAtIndex(INT, 0), sorted.getAtIndex(INT, count - 1)};
    }

    @Override
    public int disorder(int count) {
        int wrong = 0;
        for (int i = 1; i < count; i++) {
            wrong += sorted.getAtIndex(INT, i - 1) > sorted.getAtIndex(INT, i) ? 1 : 0;
        }
        return wrong;
    }
}
