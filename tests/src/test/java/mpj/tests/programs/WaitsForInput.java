package mpj.tests.programs;

import java.io.IOException;
import mpi.MPI;

/** Rank 1 receives from rank 0, which sends when its standard input has ended. */
public final class WaitsForInput {
    private WaitsForInput() {
    }

    /** Runs it. */
    public static void main(String[] args) throws IOException {
        MPI.Init(args);
        byte[] one = new byte[1];
        if (MPI.COMM_WORLD.Rank() == 0) {
            System.out.println("ready");
            while (System.in.read() >= 0) {
                continue;
            }
            MPI.COMM_WORLD.Send(one, 0, 1, MPI.BYTE, 1, 5);
        } else {
            MPI.COMM_WORLD.Recv(one, 0, 1, MPI.BYTE, 0, 5);
        }
        MPI.Finalize();
    }
}
