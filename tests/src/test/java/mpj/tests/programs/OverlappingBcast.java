package mpj.tests.programs;

import mpi.Datatype;
import mpi.MPI;

/** A broadcast whose items overlap, so that they are first received into other memory. */
public final class OverlappingBcast {
    private OverlappingBcast() {
    }

    /** Runs it. */
    public static void main(String[] args) {
        MPI.Init(args);
        Datatype overlapping = Datatype.Vector(2, 2, 1, MPI.INT);
        overlapping.Commit();
        MPI.COMM_WORLD.Bcast(new int[8], 0, 1, overlapping, 0);
        MPI.COMM_WORLD.Ibcast(new int[8], 0, 1, overlapping, 0).Wait();
        MPI.Finalize();
    }
}
