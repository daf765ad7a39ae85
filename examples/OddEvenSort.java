import java.util.Arrays;
import java.util.Random;
import mpi.*;

/**
 * Odd-even transposition sort. In each round a rank merges its keys with the keys of one neighbour. The lower of the
 * two ranks keeps the lower half. After as many rounds as there are ranks, all keys are sorted. At the ends the
 * neighbour is PROC_NULL.
 */
public class OddEvenSort {
    static final int KEYS = 5000;

    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int size = MPI.COMM_WORLD.Size();
        Cartcomm line = MPI.COMM_WORLD.Create_cart(new int[] {size}, new boolean[] {false}, false);
        int rank = line.Rank();
        ShiftParms neighbours = line.Shift(0, 1);
        Random random = new Random(7 * rank);
        int[] keys = new int[KEYS];
        for (int i = 0; i < KEYS; i++) {
            keys[i] = random.nextInt(1000000);
        }
        int[] before = keys.clone();
        Arrays.sort(keys);
        int[] theirs = new int[KEYS];
        for (int round = 0; round < size; round++) {
            boolean lower = (rank + round) % 2 == 0;
            int partner = lower ? neighbours.rank_dest : neighbours.rank_source;
            Status status = line.Sendrecv(keys, 0, KEYS, MPI.INT, partner, round,
                theirs, 0, KEYS, MPI.INT, partner, round);
            if (status.Get_count(MPI.INT) == KEYS) {
                keys = half(keys, theirs, lower);
            }
        }

        int[] all = new int[KEYS * size];
        int[] expected = new int[KEYS * size];
        line.Gather(keys, 0, KEYS, MPI.INT, all, 0, KEYS, MPI.INT, 0);
        line.Gather(before, 0, KEYS, MPI.INT, expected, 0, KEYS, MPI.INT, 0);
        if (rank == 0) {
            Arrays.sort(expected);
            System.out.println(KEYS * size + " keys from " + all[0] + " to " + all[KEYS * size - 1]);
            System.out.println(Arrays.equals(expected, all) ? "verified OddEvenSort" : "FAILED OddEvenSort");
        }
        MPI.Finalize();
    }

    /** The lower or the upper half of two sorted arrays of the same length. */
    static int[] half(int[] a, int[] b, boolean lower) {
        int[] half = new int[a.length];
        if (lower) {
            for (int i = 0, j = 0, k = 0; k < a.length; k++) {
                half[k] = a[i] <= b[j] ? a[i++] : b[j++];
            }
        } else {
            for (int i = a.length - 1, j = i, k = i; k >= 0; k--) {
                half[k] = a[i] > b[j] ? a[i--] : b[j--];
            }
        }
        return half;
    }
}
