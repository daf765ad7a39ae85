package mpj.tests.programs;

import mpi.MPI;
import mpi.MPIException;

/** Rank 0 sends to rank 1 until it gets an error, and rank 2 waits for a message from rank 0. Each prints its error. */
public final class LinkIsCut {
    private static final int BYTES = 1 << 20;
    private static final int MESSAGES_BEFORE = 20;

    private LinkIsCut() {
    }

    /** Runs as a rank. */
    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        try {
            MPI.COMM_WORLD.Barrier();
            byte[] buffer = new byte[BYTES];
            switch (rank) {
                case 0 -> stream(() -> MPI.COMM_WORLD.Send(buffer, 0, BYTES, MPI.BYTE, 1, 1));
                case 1 -> stream(() -> MPI.COMM_WORLD.Recv(buffer, 0, BYTES, MPI.BYTE, 0, 1));
                default -> {
                    System.out.println("rank " + rank + " is under way");
                    MPI.COMM_WORLD.Recv(buffer, 0, BYTES, MPI.BYTE, 0, 2);
                }
            }
        } catch (MPIException e) {
            System.out.println("rank " + rank + ": " + e.getMessage());
            System.out.flush();
            Runtime.getRuntime().halt(0);
        }
    }

    private static void stream(Runnable message) {
        for (int i = 0;; i++) {
            message.run();
            if (i == MESSAGES_BEFORE) {
                System.out.println("rank " + MPI.COMM_WORLD.Rank() + " is under way");
            }
        }
    }
}
