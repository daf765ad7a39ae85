package mpj.tests.programs;

import mpi.MPI;

/**
 * Every rank sends its number to the next rank, and all numbers are summed. The first argument says how rank 1 ends:
 * with {@code abort}, it calls Abort while the others wait for a message that never comes; with {@code code}, it ends
 * with code 3 after Finalize.
 */
public final class Neighbours {
    private static final int NEVER_SENT = 9;

    private Neighbours() {
    }

    /** Runs as a rank. */
    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        int size = MPI.COMM_WORLD.Size();
        int[] own = {rank};
        int[] received = new int[1];
        MPI.COMM_WORLD.Sendrecv(own, 0, 1, MPI.INT, (rank + 1) % size, 1,
            received, 0, 1, MPI.INT, (rank + size - 1) % size, 1);
        int[] sum = new int[1];
        MPI.COMM_WORLD.Allreduce(own, 0, sum, 0, 1, MPI.INT, MPI.SUM);
        System.out.println("rank " + rank + " of " + size + " heard " + received[0] + ", sum " + sum[0]);
        if (args.length > 0 && args[0].equals("abort")) {
            // All ranks have printed their line before any rank ends.
            MPI.COMM_WORLD.Barrier();
            if (rank == 1) {
                MPI.COMM_WORLD.Abort(7);
            }
            MPI.COMM_WORLD.Recv(received, 0, 1, MPI.INT, MPI.ANY_SOURCE, NEVER_SENT);
        }
        MPI.Finalize();
        if (args.length > 0 && args[0].equals("code") && rank == 1) {
            System.exit(3);
        }
    }
}
