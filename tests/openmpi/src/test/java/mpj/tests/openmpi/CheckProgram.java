package mpj.tests.openmpi;

import mpi.MPI;
import mpj.tests.RankOfChecks;

/** The main class of the checks' ranks. */
public final class CheckProgram {
    private CheckProgram() {
    }

    /** Runs as a rank. */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        new RankOfChecks(MPI.COMM_WORLD.getRank(), MPI.COMM_WORLD.getSize(), MPI.COMM_WORLD::barrier).run(args);
        MPI.Finalize();
    }
}
