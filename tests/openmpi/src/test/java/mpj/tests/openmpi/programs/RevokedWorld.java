package mpj.tests.openmpi.programs;

import mpi.MPI;
import mpi.MPIException;

/** Rank 0 revokes the communicator of all ranks. Then all ranks call Finalize. */
public final class RevokedWorld {
    private RevokedWorld() {
    }

    /** Runs as a rank. */
    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.getRank();
        if (rank == 0) {
            MPI.COMM_WORLD.revoke();
        } else {
            try {
                MPI.COMM_WORLD.barrier();
            } catch (MPIException e) {
                System.out.println("rank " + rank + ": class " + (e.getErrorClass() == MPI.ERR_REVOKED));
            }
        }
        MPI.Finalize();
        System.out.println("rank " + rank + " has finalized");
    }
}
