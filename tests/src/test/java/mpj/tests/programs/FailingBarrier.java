package mpj.tests.programs;

import mpi.MPI;
import mpi.MPIException;

/** Prints the error of a barrier that fails. */
public final class FailingBarrier {
    private FailingBarrier() {
    }

    /** Runs as a rank. */
    public static void main(String[] args) {
        MPI.Init(args);
        try {
            MPI.COMM_WORLD.Barrier();
            System.out.println("it did not fail");
        } catch (MPIException e) {
            System.out.println("rank " + MPI.COMM_WORLD.Rank() + ", class " + e.Get_error_class() + ": "
                + e.getMessage());
        }
        MPI.Finalize();
    }
}
