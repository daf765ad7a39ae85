package mpj.tests.programs;

import mpi.MPI;

/** Joins the job and leaves it. */
public final class Join {
    private Join() {
    }

    /** Runs as a rank. */
    public static void main(String[] args) {
        MPI.Init(args);
        MPI.COMM_WORLD.Barrier();
        MPI.Finalize();
    }
}
