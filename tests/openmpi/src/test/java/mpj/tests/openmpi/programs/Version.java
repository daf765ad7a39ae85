package mpj.tests.openmpi.programs;

import mpi.MPI;

/** Prints the version of the library, and whether the library is a module. */
public final class Version {
    private Version() {
    }

    /** Runs as a rank. */
    public static void main(String[] args) {
        MPI.Init(args);
        System.out.println("module " + MPI.class.getModule().isNamed() + ", version " + MPI.getLibVersion());
        MPI.Finalize();
    }
}
