package mpj.npb.bt;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class MatricesTest {
    private static final int N = 5;
    private static final int POINTS = 11;
    private static final int FROM = 1;

    private static double[][] random(int rows, Random random) {
        double[][] values = new double[rows][];
        for (int row = 0; row < rows; row++) {
            values[row] = random.doubles(POINTS, -1, 1).toArray();
        }
        return values;
    }

    private static void subtractProduct(double[][] a, double[][] x, double[][] y) {
        Matrices.subtractProduct(new Elements(a), x[0], x[1], x[2], x[3], x[4], y[0], y[1], y[2], y[3], y[4], y[0],
            y[1], y[2], y[3], y[4], FROM, POINTS);
    }

    @Property(tries = 50)
    void productIsRowByColumn(@ForAll long seed) {
        Random random = new Random(seed);
        double[][] a = random(Elements.COUNT, random);
        double[][] x = random(N, random);
        double[][] y = random(N, random);
        double[][] was = new double[N][];
        for (int m = 0; m < N; m++) {
            was[m] = y[m].clone();
        }
        subtractProduct(a, x, y);
        for (int m = 0; m < N; m++) {
            assertEquals(was[m][0], y[m][0]);
            for (int i = FROM; i < POINTS; i++) {
                double expected = was[m][i];
                for (int n = 0; n < N; n++) {
                    expected -= a[N * m + n][i] * x[n][i];
                }
                assertEquals(expected, y[m][i], 1e-12);
            }
        }
    }

    @Property(tries = 50)
    void solutionTimesTheBlockIsTheRightHandSide(@ForAll long seed) {
        Random random = new Random(seed);
        double[][] a = random(Elements.COUNT, random);
        for (int m = 0; m < N; m++) {
            for (int i = 0; i < POINTS; i++) {
                // This keeps every pivot large.
                a[(N + 1) * m][i] += 2 * N;
            }
        }
        double[][] rest = random(N, random);
        double[][] x = new double[N][];
        for (int m = 0; m < N; m++) {
            x[m] = rest[m].clone();
        }
        Elements factors = new Elements(Arrays.stream(a).map(double[]::clone).toArray(double[][]::new));
        Matrices.factorize(factors, FROM, POINTS);
        Matrices.solve(factors, x[0], x[1], x[2], x[3], x[4], x[0], x[1], x[2], x[3], x[4], FROM, POINTS);
        subtractProduct(a, x, rest);
        for (double[] row : rest) {
            for (int i = FROM; i < POINTS; i++) {
                assertEquals(0, row[i], 1e-12);
            }
        }
    }
}
