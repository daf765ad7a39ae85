package app;

import mpi.MPI;

/** Adds up the ranks with Open MPI's API. */
public final class Main {
    private Main() {
    }

    /** Rank 0 prints the sum. */
    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.getRank();
        int[] sum = new int[1];
        MPI.COMM_WORLD.reduce(new int[] {rank}, sum, 1, MPI.INT, MPI.SUM, 0);
        if (rank == 0) {
            System.out.println("the sum of " + MPI.COMM_WORLD.getSize() + " ranks is " + sum[0]);
        }
        MPI.Finalize();
    }
}
