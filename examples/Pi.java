import mpi.*;

/**
 * Pi by integration of 4 / (1 + x^2) from 0 to 1. Every rank adds up its part of the rectangles, and Reduce adds up the
 * parts.
 */
public class Pi {
    static final int STEPS = 1000000;

    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        int size = MPI.COMM_WORLD.Size();

        double[] part = new double[1];
        for (int i = rank; i < STEPS; i += size) {
            double x = (i + 0.5) / STEPS;
            part[0] += 4.0 / (1.0 + x * x) / STEPS;
        }
        double[] pi = new double[1];
        MPI.COMM_WORLD.Reduce(part, 0, pi, 0, 1, MPI.DOUBLE, MPI.SUM, 0);

        if (rank == 0) {
            double error = Math.abs(pi[0] - Math.PI);
            System.out.println("pi = " + pi[0] + ", wrong by " + error);
            System.out.println(error < 1e-10 ? "verified Pi" : "FAILED Pi");
        }
        MPI.Finalize();
    }
}
