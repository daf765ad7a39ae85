package mpj.tests.programs;

import mpi.MPI;

/** Tells its process id when all ranks have come so far, and ends. */
public final class TellsAndFinalizes {
    private TellsAndFinalizes() {
    }

    /** Runs as a rank. */
    public static void main(String[] args) {
        MPI.Init(args);
        MPI.COMM_WORLD.Barrier();
        System.out.println("pid " + ProcessHandle.current().pid());
        MPI.Finalize();
    }
}
