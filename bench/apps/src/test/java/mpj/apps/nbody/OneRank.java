package mpj.apps.nbody;

import mpi.MPI;

/** The tests' own JVM, as a job of one rank. */
final class OneRank {
    private OneRank() {
    }

    static synchronized Communication communication() {
        if (!MPI.Initialized()) {
            MPI.Init(new String[0]);
        }
        return new Communication(MPI.COMM_WORLD);
    }
}
