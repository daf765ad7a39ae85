package mpj.tests.programs;

import mpi.MPI;

/** Two ranks that use each of the calls that send, or send and receive, and that wait for their message. */
public final class Exchanges {
    private Exchanges() {
    }

    /** Runs as a rank. */
    public static void main(String[] args) {
        MPI.Init(args);
        int other = 1 - MPI.COMM_WORLD.Rank();
        int[] mine = {other};
        int[] theirs = new int[1];
        if (other == 1) {
            MPI.COMM_WORLD.Ssend(mine, 0, 1, MPI.INT, other, 1);
        } else {
            MPI.COMM_WORLD.Recv(theirs, 0, 1, MPI.INT, other, 1);
        }
        MPI.COMM_WORLD.Sendrecv(mine, 0, 1, MPI.INT, other, 2, theirs, 0, 1, MPI.INT, other, 2);
        MPI.COMM_WORLD.Sendrecv_replace(mine, 0, 1, MPI.INT, other, 3, other, 3);
        MPI.Finalize();
    }
}
