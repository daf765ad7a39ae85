package mpj.tests.programs;

import mpi.MPI;

/** Prints its process id when all ranks have started, and ends. */
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
