package mpj.tests.programs;

import mpi.MPI;
import mpi.Request;

/**
 * All other ranks send to rank 0, and end without Finalize. Rank 0 receives all these messages, even much later. It
 * receives from the last rank with Recv, and from the others with Irecv and Test.
 */
public final class LastWords {
    private static final int MESSAGES = 40;
    private static final int COUNT = 2000;

    private LastWords() {
    }

    /** Runs as a rank. */
    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        int last = MPI.COMM_WORLD.Size() - 1;
        if (rank > 0) {
            for (int i = 0; i < MESSAGES; i++) {
                MPI.COMM_WORLD.Send(new int[COUNT], 0, COUNT, MPI.INT, 0, i);
            }
            return;
        }
        int received = 0;
        for (int source = 1; source <= last; source++) {
            for (int i = 0; i < MESSAGES; i++) {
                if (source == last) {
                    MPI.COMM_WORLD.Recv(new int[COUNT], 0, COUNT, MPI.INT, source, i);
                } else {
                    Request request = MPI.COMM_WORLD.Irecv(new int[COUNT], 0, COUNT, MPI.INT, source, i);
                    while (request.Test() == null) {
                        Thread.onSpinWait();
                    }
                }
                received++;
            }
        }
        System.out.println("received " + received);
    }
}
