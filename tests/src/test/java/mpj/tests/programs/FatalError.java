package mpj.tests.programs;

import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/** Rank 1 makes one mistake where errors throw, then the one that its argument names where errors are fatal. */
public final class FatalError {
    private FatalError() {
    }

    /** Runs as a rank. */
    public static void main(String[] args) {
        MPI.Init(args);
        Comm fatal = (Comm) MPI.COMM_WORLD.clone();
        fatal.Errhandler_set(MPI.ERRORS_ARE_FATAL);
        int[] buffer = new int[1];
        if (MPI.COMM_WORLD.Rank() == 1) {
            try {
                MPI.COMM_WORLD.Send(buffer, 0, 1, MPI.INT, 99, 1);
            } catch (MPIException e) {
                System.out.println("thrown");
            }
            switch (args[0]) {
                case "rank" -> fatal.Send(buffer, 0, 1, MPI.INT, 99, 1);
                case "buffer" -> fatal.Recv(null, 0, 1, MPI.INT, 0, 1);
                case "truncate" -> {
                    fatal.Isend(new int[2], 0, 2, MPI.INT, 1, 1);
                    fatal.Irecv(buffer, 0, 1, MPI.INT, 1, 1).Wait();
                }
                case "attribute" -> fatal.Attr_get(-1);
                default -> throw new IllegalArgumentException(args[0]);
            }
            System.out.println("went on");
        }
        MPI.COMM_WORLD.Recv(buffer, 0, 1, MPI.INT, 0, 1);
    }
}
