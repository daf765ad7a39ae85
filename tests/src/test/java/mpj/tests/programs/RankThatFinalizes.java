package mpj.tests.programs;

import mpi.MPI;
import mpi.Request;

/**
 * Rank 1 goes to Finalize at once. As the first argument says, rank 0 then {@code cancels} a send to it, which it must
 * still answer, or {@code leaves} without Finalize, of which it must hear.
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
