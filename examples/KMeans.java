import java.util.Random;
import mpi.*;

/**
 * k-means: each rank assigns its points to the nearest centre. Allreduce adds up the numbers of points and their
 * coordinates, from which every rank computes the same new centres. The clusters are known, so the result can be
 * checked.
 */
public class KMeans {
    static final int POINTS = 3000;
    static final int[][] CLUSTERS = {{0, 0}, {1000, 0}, {0, 1000}, {1000, 1000}};

    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        int k = CLUSTERS.length;
        Random random = new Random(100 + rank);
        int[] x = new int[POINTS];
        int[] y = new int[POINTS];
        for (int i = 0; i < POINTS; i++) {
            x[i] = CLUSTERS[i % k][0] + random.nextInt(201) - 100;
            y[i] = CLUSTERS[i % k][1] + random.nextInt(201) - 100;
        }

        // The first centres are rank 0's first points, one of each cluster.
        double[] centres = new double[2 * k];
        for (int c = 0; c < k; c++) {
            centres[2 * c] = x[c];
            centres[2 * c + 1] = y[c];
        }
        MPI.COMM_WORLD.Bcast(centres, 0, 2 * k, MPI.DOUBLE, 0);
        int rounds = 0;
        boolean moved = true;
        long[] sums = new long[3 * k];
        while (moved) {
            long[] mine = new long[3 * k];
            for (int i = 0; i < POINTS; i++) {
                int c = nearest(centres, x[i], y[i]);
                mine[3 * c] += x[i];
                mine[3 * c + 1] += y[i];
                mine[3 * c + 2]++;
            }
            MPI.COMM_WORLD.Allreduce(mine, 0, sums, 0, 3 * k, MPI.LONG, MPI.SUM);
            moved = false;
            for (int c = 0; c < k; c++) {
                for (int d = 0; d < 2; d++) {
                    double centre = (double) sums[3 * c + d] / sums[3 * c + 2];
                    moved |= centre != centres[2 * c + d];
                    centres[2 * c + d] = centre;
                }
            }
            rounds++;
        }

        if (rank == 0) {
            boolean right = true;
            for (int c = 0; c < k; c++) {
                System.out.println("centre " + centres[2 * c] + ", " + centres[2 * c + 1]);
                right &= Math.abs(centres[2 * c] - CLUSTERS[c][0]) < 10;
                right &= Math.abs(centres[2 * c + 1] - CLUSTERS[c][1]) < 10;
                right &= sums[3 * c + 2] == (long) POINTS * MPI.COMM_WORLD.Size() / k;
            }
            System.out.println(right ? "verified KMeans, " + rounds + " rounds" : "FAILED KMeans");
        }
        MPI.Finalize();
    }

    static int nearest(double[] centres, int x, int y) {
        int nearest = 0;
        double least = Double.MAX_VALUE;
        for (int c = 0; c < centres.length / 2; c++) {
            double dx = centres[2 * c] - x;
            double dy = centres[2 * c + 1] - y;
            if (dx * dx + dy * dy < least) {
                least = dx * dx + dy * dy;
                nearest = c;
            }
        }
        return nearest;
    }
}
