package mpj.tests.programs;

import java.util.Arrays;
import mpi.MPI;

/**
 * Sends packets of all sizes around a ring of ranks, and calls collectives through shared memory. It checks every
 * element: if a load or a store happens too early, as it may on a machine with a weak memory order, an element of an
 * earlier round appears. The argument is the number of rounds.
 */
public final class RingAndRooms {
    /**
     * Sizes that fit a cell, sizes in the data ring and past its end, sizes of several packets, and sizes that are
     * announced.
     */
    private static final int[] COUNTS = {1, 4, 9, 10, 11, 100, 1_000, 4_000, 20_000};
    private static final int COLLECTIVE_EVERY = 4;

    private final int rank = MPI.COMM_WORLD.Rank();
    private final int size = MPI.COMM_WORLD.Size();
    private final int[] sent = new int[COUNTS[COUNTS.length - 1]];
    private final int[] received = new int[sent.length];

    private RingAndRooms() {
    }

    /** Runs as a rank. */
    public static void main(String[] args) {
        MPI.Init(args);
        int rounds = Integer.parseInt(args[0]);
        RingAndRooms program = new RingAndRooms();
        for (int round = 1; round <= rounds; round++) {
            program.ring(round, COUNTS[round % COUNTS.length]);
            if (round % COLLECTIVE_EVERY == 0) {
                program.rooms(round, COUNTS[round % COUNTS.length]);
            }
        }
        System.out.println("rank " + program.rank + " of " + program.size + ": " + rounds + " rounds went well");
        MPI.Finalize();
    }

    private static int element(int round, int of, int index) {
        return (round * 31 + of) * 65_599 + index;
    }

    /**
     * Sends to the next rank and receives from the previous one at once. This uses both ends of two channels, which
     * fill up.
     */
    private void ring(int round, int count) {
        int next = (rank + 1) % size;
        int last = (rank + size - 1) % size;
        for (int i = 0; i < count; i++) {
            sent[i] = element(round, rank, i);
        }
        MPI.COMM_WORLD.Sendrecv(sent, 0, count, MPI.INT, next, round, received, 0, count, MPI.INT, last, round);
        for (int i = 0; i < count; i++) {
            check(element(round, last, i), received[i], "Sendrecv", round, i);
        }
    }

    private void rooms(int round, int count) {
        int root = round % size;
        if (rank == root) {
            for (int i = 0; i < count; i++) {
                received[i] = element(round, root, i);
            }
        } else {
            Arrays.fill(received, 0, count, 0);
        }
        MPI.COMM_WORLD.Bcast(received, 0, count, MPI.INT, root);
        for (int i = 0; i < count; i++) {
            check(element(round, root, i), received[i], "Bcast", round, i);
        }
        MPI.COMM_WORLD.Allreduce(sent, 0, received, 0, count, MPI.INT, MPI.SUM);
        for (int i = 0; i < count; i++) {
            int sum = 0;
            for (int each = 0; each < size; each++) {
                sum += element(round, each, i);
            }
            check(sum, received[i], "Allreduce", round, i);
        }
        MPI.COMM_WORLD.Barrier();
    }

    private void check(int expected, int found, String call, int round, int index) {
        if (expected != found) {
            throw new AssertionError(call + ", rank " + rank + ", round " + round + ", element " + index + ": expected "
                + expected + ", found " + found);
        }
    }
}
