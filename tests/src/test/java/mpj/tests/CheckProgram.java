package mpj.tests;

import mpi.MPI;

/** The main class of the shared suite's ranks. */
public final class CheckProgram {
    private CheckProgram() {
    }

    /** Runs as a rank. */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        new RankOfChecks(MPI.COMM_WORLD.Rank(), MPI.COMM_WORLD.Size(), MPI.COMM_WORLD::Barrier).run(args);
        MPI.Finalize();
    }
}
