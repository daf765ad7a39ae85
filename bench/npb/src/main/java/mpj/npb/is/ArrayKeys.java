package mpj.npb.is;

import java.util.Arrays;
import mpi.Intracomm;
import mpi.MPI;
import mpj.npb.common.Random;

/** Keys in arrays. */
final class ArrayKeys implements Keys {
    private final int[] sequence;
    private final int[] bucketed;
    private int[] received;
    /**
     * First how many keys have each value, from the least value on; then how many keys are no larger than each value.
     */
    private final int[] population;
    private int least;
    private int[] sorted;

    ArrayKeys(int keys, int maxKey) {
        sequence = new int[keys];
        bucketed = new int[keys];
        received = new int[keys];
        population = new int[maxKey];
    }

    @Override
    public void draw(Random random, int factor) {
        double[] numbers = new double[4 * STRETCH];
        for (int from = 0; from < sequence.length; from += STRETCH) {
            int count = Math.min(STRETCH, sequence.length - from);
            random.fill(numbers, 0, 4 * count);
            sums(numbers, factor, sequence, from, count);
        }
    }

    private static void sums(double[] numbers, int factor, int[] keys, int from, int count) {
        for (int i = 0; i < count; i++) {
            double sum = numbers[4 * i] + numbers[4 * i + 1] + numbers[4 * i + 2] + numbers[4 * i + 3];
            keys[from + i] = (int) (factor * sum);
        }
    }

    @Override
    public int get(int index) {
        return sequence[index];
    }

    @Override
    public void set(int index, int key) {
        sequence[index] = key;
    }

    @Override
    public void countBuckets(int[] sizes, int shift) {
        for (int from = 0; from < sequence.length; from += STRETCH) {
            countBuckets(sequence, from, Math.min(sequence.length, from + STRETCH), sizes, shift);
        }
    }

    private static void countBuckets(int[] keys, int from, int to, int[] sizes, int shift) {
        for (int i = from; i < to; i++) {
            sizes[keys[i] >> shift]++;
        }
    }

    @Override
    public void intoBuckets(int[] starts, int shift) {
        for (int from = 0; from < sequence.length; from += STRETCH) {
            intoBuckets(sequence, from, Math.min(sequence.length, from + STRETCH), bucketed, starts, shift);
        }
    }

    private static void intoBuckets(int[] keys, int from, int to, int[] bucketed, int[] starts, int shift) {
        for (int i = from; i < to; i++) {
            int key = keys[i];
            bucketed[starts[key >> shift]++] = key;
        }
    }

    @Override
    public void exchange(int[] sendCounts, int[] sendOffsets, int[] receiveCounts, int[] receiveOffsets,
            Intracomm ranks) {
        int count = Arrays.stream(receiveCounts).sum();
        if (received.length < count) {
            received = new int[count + count / 8];
        }
        ranks.Alltoallv(bucketed, 0, sendCounts, sendOffsets, MPI.INT, received, 0, receiveCounts, receiveOffsets,
            MPI.INT);
    }

    @Override
    public void rank(int count, int least, int range) {
        this.least = least;
        Arrays.fill(population, 0, range, 0);
        for (int from = 0; from < count; from += STRETCH) {
            count(received, from, Math.min(count, from + STRETCH), least, population);
        }
        int total = 0;
        for (int from = 0; from < range; from += STRETCH) {
            total = addUp(population, from, Math.min(range, from + STRETCH), total);
        }
    }

    private static void count(int[] keys, int from, int to, int least, int[] population) {
        for (int i = from; i < to; i++) {
            population[keys[i] - least]++;
        }
    }

    private static int addUp(int[] population, int from, int to, int before) {
        int total = before;
        for (int i = from; i < to; i++) {
            total += population[i];
            population[i] = total;
        }
        return total;
    }

    @Override
    public int upTo(int key) {
        return key < least ? 0 : population[key - least];
    }

    @Override
    public int[] sort(int count) {
        sorted = new int[count];
        for (int i = 0; i < count; i++) {
            sorted[--population[received[i] - least]] = received[i];
        }
        return count == 0 ? new int[0] : new int[] {sorted[0], sorted[count - 1]};
    }

    @Override
    public int disorder(int count) {
        int wrong = 0;
        for (int i = 1; i < count; i++) {
            wrong += sorted[i - 1] > sorted[i] ? 1 : 0;
        }
        return wrong;
    }
}
