package mpj.tests.programs;

import java.nio.ByteBuffer;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** Rank 0 sends messages in several ways. Rank 1 receives only one of them. */
public final class NeverReceived {
    private static final int LONG = 3 << 20;

    private NeverReceived() {
    }

    /** Runs as a rank. */
    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        Intracomm turned = MPI.COMM_WORLD.Split(0, -rank);
        if (rank == 0) {
            MPI.COMM_WORLD.Isend(new int[3], 0, 3, MPI.INT, 1, 5);
            MPI.COMM_WORLD.Issend(new double[1], 0, 1, MPI.DOUBLE, 1, 6);
            MPI.Buffer_attach(ByteBuffer.allocateDirect(1000));
            MPI.COMM_WORLD.Bsend(new byte[100], 0, 100, MPI.BYTE, 1, 7);
            MPI.COMM_WORLD.Send(new int[1], 0, 1, MPI.INT, 1, 8);
            MPI.COMM_WORLD.Isend(new Object[] {"a", "b"}, 0, 2, MPI.OBJECT, 1, 9);
            MPI.COMM_WORLD.Isend(new byte[LONG], 0, LONG, MPI.BYTE, 1, 10);
            turned.Isend(new int[2], 0, 2, MPI.INT, 0, 11);
            MPI.COMM_WORLD.Send(new int[1], 0, 1, MPI.INT, 1, 12);
            MPI.COMM_WORLD.Send(new int[1], 0, 1, MPI.INT, 1, 12);
            MPI.COMM_WORLD.Send_init(new int[1], 0, 1, MPI.INT, 1, 13).Start();
        } else if (rank == 1) {
            MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, 0, 8);
            MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, 0, 12);
        }
        try {
            MPI.Finalize();
            System.out.println("rank " + rank + " has finalized");
        } catch (MPIException e) {
            System.out.println(e.getMessage());
        }
    }
}
