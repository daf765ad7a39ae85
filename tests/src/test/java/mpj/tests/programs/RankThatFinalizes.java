package mpj.tests.programs;

import mpi.MPI;
import mpi.Request;

/**
 * Rank 1 calls Finalize at once. The first argument says what rank 0 does: with {@code cancels}, it cancels a send to
 * rank 1, and rank 1 must still answer the cancellation; with {@code leaves}, it ends without Finalize, and rank 1 must
 * be told so.
 */
public final class RankThatFinalizes {
    private RankThatFinalizes() {
    }

    /** Runs as a rank. */
    public static void main(String[] args) {
        MPI.Init(args);
        if (MPI.COMM_WORLD.Rank() == 0) {
            if (args[0].equals("leaves")) {
                return;
            }
            Request send = MPI.COMM_WORLD.Issend(new int[1], 0, 1, MPI.INT, 1, 1);
            send.Cancel();
            System.out.println("cancelled: " + send.Wait().Test_cancelled());
        }
        MPI.Finalize();
    }
}
