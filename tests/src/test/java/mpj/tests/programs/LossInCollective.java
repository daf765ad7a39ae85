package mpj.tests.programs;

import mpi.MPI;
import mpi.MPIException;

/** The last rank waits to be killed, while the others wait for it in one collective after the other. */
public final class LossInCollective {
    private LossInCollective() {
    }

    /** Runs as a rank. */
    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        int victim = MPI.COMM_WORLD.Size() - 1;
        MPI.COMM_WORLD.Errhandler_set(MPI.ERRORS_RETURN);
        int[] one = {rank};
        MPI.COMM_WORLD.Barrier();
        if (rank == victim) {
            // This waits until all ranks have left the barrier. A rank that is still in the barrier would learn of the
            // loss there.
            for (int left = 0; left < victim; left++) {
                MPI.COMM_WORLD.Recv(one, 0, 1, MPI.INT, left, 98);
            }
            System.out.println("kill " + ProcessHandle.current().pid());
            MPI.COMM_WORLD.Recv(one, 0, 1, MPI.INT, victim, 99);
        }
        MPI.COMM_WORLD.Send(one, 0, 1, MPI.INT, victim, 98);
        report(rank, "Bcast", () -> MPI.COMM_WORLD.Bcast(one, 0, 1, MPI.INT, victim));
        report(rank, "Allreduce", () -> MPI.COMM_WORLD.Allreduce(one, 0, new int[1], 0, 1, MPI.INT, MPI.SUM));
        MPI.Finalize();
    }

    private static void report(int rank, String call, Runnable action) {
        try {
            action.run();
            System.out.println("rank " + rank + ": " + call + " returned");
        } catch (MPIException e) {
            System.out.println("rank " + rank + ": " + call + ": " + e.getMessage());
        }
    }
}
