package mpj.tests.programs;

import java.util.ArrayList;
import java.util.List;
import mpi.MPI;
import mpi.MPIException;

/**
 * The last two ranks share a JVM, which is killed. Each of the others waits for a message from each of the two, prints
 * what it hears of them, and exchanges a message with the ranks that are left.
 */
public final class LossOfTwo {
    private LossOfTwo() {
    }

    /** Runs as a rank. */
    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        int victim = MPI.COMM_WORLD.Size() - 2;
        if (rank < victim) {
            MPI.COMM_WORLD.Errhandler_set(MPI.ERRORS_RETURN);
        }
        int[] one = {rank};
        if (rank >= victim) {
            // These messages come when no rank can still be waiting for a victim within Init.
            for (int left = 0; left < victim; left++) {
                MPI.COMM_WORLD.Recv(one, 0, 1, MPI.INT, left, 98);
            }
            int other = victim + victim + 1 - rank;
            MPI.COMM_WORLD.Sendrecv(new int[1], 0, 1, MPI.INT, other, 97, one, 0, 1, MPI.INT, other, 97);
            if (rank == victim) {
                System.out.println("kill " + ProcessHandle.current().pid());
            }
            MPI.COMM_WORLD.Recv(one, 0, 1, MPI.INT, rank, 99);
        }
        for (int lost = victim; lost < victim + 2; lost++) {
            MPI.COMM_WORLD.Send(one, 0, 1, MPI.INT, lost, 98);
        }
        List<String> heard = new ArrayList<>();
        for (int lost = victim; lost < victim + 2; lost++) {
            try {
                MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, lost, 1);
            } catch (MPIException e) {
                heard.add(e.getMessage());
            }
        }
        int other = victim - 1 - rank;
        int[] from = new int[1];
        MPI.COMM_WORLD.Sendrecv(one, 0, 1, MPI.INT, other, 2, from, 0, 1, MPI.INT, other, 2);
        System.out.println("rank " + rank + " heard from " + from[0] + "; " + String.join("; ", heard));
        MPI.Finalize();
    }
}
