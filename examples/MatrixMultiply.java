import java.util.Random;
import mpi.*;

/** C = A B: Scatter gives each rank some rows of A, Bcast gives it all of B, and Gather collects the rows of C. */
public class MatrixMultiply {
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        int size = MPI.COMM_WORLD.Size();
        int rows = (60 + size - 1) / size;
        int n = rows * size;

        double[] a = null;
        double[] b = new double[n * n];
        double[] c = null;
        if (rank == 0) {
            Random random = new Random(1);
            a = new double[n * n];
            c = new double[n * n];
            for (int i = 0; i < n * n; i++) {
                a[i] = random.nextInt(10);
                b[i] = random.nextInt(10);
            }
        }
        double[] myA = new double[rows * n];
        double[] myC = new double[rows * n];
        MPI.COMM_WORLD.Scatter(a, 0, rows * n, MPI.DOUBLE, myA, 0, rows * n, MPI.DOUBLE, 0);
        MPI.COMM_WORLD.Bcast(b, 0, n * n, MPI.DOUBLE, 0);
        multiply(myA, b, myC, rows, n);
        MPI.COMM_WORLD.Gather(myC, 0, rows * n, MPI.DOUBLE, c, 0, rows * n, MPI.DOUBLE, 0);

        if (rank == 0) {
            double[] expected = new double[n * n];
            multiply(a, b, expected, n, n);
            System.out.println(n + " x " + n + ", last element " + c[n * n - 1]);
            System.out.println(java.util.Arrays.equals(expected, c) ? "verified MatrixMultiply"
                : "FAILED MatrixMultiply");
        }
        MPI.Finalize();
    }

    static void multiply(double[] a, double[] b, double[] c, int rows, int n) {
        for (int i = 0; i < rows; i++) {
            for (int k = 0; k < n; k++) {
                for (int j = 0; j < n; j++) {
                    c[i * n + j] += a[i * n + k] * b[k * n + j];
                }
            }
        }
    }
}
