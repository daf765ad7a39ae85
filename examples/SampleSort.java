import java.util.Arrays;
import java.util.Random;
import mpi.*;

/**
 * Sample sort. Every rank sorts its keys and gives a sample of them. The sorted samples decide which range of keys
 * belongs to which rank. Alltoall tells each rank how many keys it will get, and Alltoallv sends the keys.
 */
public class SampleSort {
    static final int KEYS = 20000;

    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        int size = MPI.COMM_WORLD.Size();
        Random random = new Random(rank);
        int[] keys = new int[KEYS];
        for (int i = 0; i < KEYS; i++) {
            keys[i] = random.nextInt();
        }
        Arrays.sort(keys);

        int[] sample = new int[size];
        for (int i = 0; i < size; i++) {
            sample[i] = keys[i * (KEYS / size)];
        }
        int[] samples = new int[size * size];
        MPI.COMM_WORLD.Allgather(sample, 0, size, MPI.INT, samples, 0, size, MPI.INT);
        Arrays.sort(samples);

        int[] sendCounts = new int[size];
        int owner = 0;
        for (int i = 0; i < KEYS; i++) {
            while (owner < size - 1 && keys[i] >= samples[(owner + 1) * size]) {
                owner++;
            }
            sendCounts[owner]++;
        }
        int[] recvCounts = new int[size];
        MPI.COMM_WORLD.Alltoall(sendCounts, 0, 1, MPI.INT, recvCounts, 0, 1, MPI.INT);
        int[] sendStarts = starts(sendCounts);
        int[] recvStarts = starts(recvCounts);
        int[] sorted = new int[recvStarts[size - 1] + recvCounts[size - 1]];
        MPI.COMM_WORLD.Alltoallv(keys, 0, sendCounts, sendStarts, MPI.INT,
            sorted, 0, recvCounts, recvStarts, MPI.INT);
        Arrays.sort(sorted);

        // The keys must be in order across ranks, and none may be lost: their sums and numbers must stay the same.
        int[] largest = {sorted.length == 0 ? Integer.MIN_VALUE : sorted[sorted.length - 1]};
        int[] largestBefore = {Integer.MIN_VALUE};
        MPI.COMM_WORLD.Sendrecv(largest, 0, 1, MPI.INT, rank + 1 < size ? rank + 1 : MPI.PROC_NULL, 0,
            largestBefore, 0, 1, MPI.INT, rank > 0 ? rank - 1 : MPI.PROC_NULL, 0);
        long[] mine = {sum(keys) - sum(sorted), KEYS - sorted.length,
            sorted.length > 0 && sorted[0] < largestBefore[0] ? 1 : 0};
        long[] all = new long[3];
        MPI.COMM_WORLD.Reduce(mine, 0, all, 0, 3, MPI.LONG, MPI.SUM, 0);
        if (rank == 0) {
            System.out.println(size * KEYS + " keys, " + sorted.length + " of them here");
            System.out.println(all[0] == 0 && all[1] == 0 && all[2] == 0 ? "verified SampleSort"
                : "FAILED SampleSort: " + Arrays.toString(all));
        }
        MPI.Finalize();
    }

    static int[] starts(int[] counts) {
        int[] starts = new int[counts.length];
        for (int i = 1; i < counts.length; i++) {
            starts[i] = starts[i - 1] + counts[i - 1];
        }
        return starts;
    }

    static long sum(int[] values) {
        long sum = 0;
        for (int i = 0; i < values.length; i++) {
            sum += values[i];
        }
        return sum;
    }
}
