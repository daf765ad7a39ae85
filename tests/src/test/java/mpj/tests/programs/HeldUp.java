package mpj.tests.programs;

import java.io.IOException;
import mpi.MPI;

/** Two ranks that exchange messages. Rank 0 sends the last message only when it is told to. */
public final class HeldUp {
    private HeldUp() {
    }

    /** Runs as a rank. */
    public static void main(String[] args) throws IOException {
        MPI.Init(args);
        exchange();
        if (MPI.COMM_WORLD.Rank() == 0) {
            System.out.println("ready");
            System.in.read();
        }
        exchange();
        MPI.Finalize();
    }

    private static void exchange() {
        int rank = MPI.COMM_WORLD.Rank();
        int[] value = {rank};
        if (rank == 0) {
            MPI.COMM_WORLD.Send(value, 0, 1, MPI.INT, 1, 5);
        }
        MPI.COMM_WORLD.Recv(value, 0, 1, MPI.INT, 1 - rank, 5);
        if (rank == 1) {
            MPI.COMM_WORLD.Send(value, 0, 1, MPI.INT, 0, 5);
        }
    }
}
