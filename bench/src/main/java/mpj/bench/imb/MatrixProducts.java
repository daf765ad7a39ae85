package mpj.bench.imb;

import java.util.Arrays;

/** Products of a small matrix with a vector, as IMB computes them. They stay in the first-level cache. */
final class MatrixProducts implements Computation {
    private static final int SIZE = 10;
    private static final int CALIBRATIONS = 10;
    private static final int CALIBRATION_PRODUCTS = 20_000;

    private final Clock clock;
    private final float[][] a = new float[SIZE][SIZE];
    private final float[] x = new float[SIZE];
    private final float[] y = new float[SIZE];
    private double secondsPerProduct;
    private int products;

    MatrixProducts(Clock clock) {
        this.clock = clock;
        for (float[] row : a) {
            Arrays.fill(row, 1);
        }
    }

    @Override
    public void lastFor(double seconds) {
        if (secondsPerProduct == 0) {
            secondsPerProduct = calibrate();
        }
        products = (int) Math.clamp(seconds / secondsPerProduct, 1, Integer.MAX_VALUE);
    }

    /** The least time of several tries. The first tries run before the loop is compiled. */
    private double calibrate() {
        products = CALIBRATION_PRODUCTS;
        double least = Double.MAX_VALUE;
        for (int i = 0; i < CALIBRATIONS; i++) {
            long start = clock.nanoseconds();
            run();
            least = Math.min(least, (clock.nanoseconds() - start) / (1e9 * CALIBRATION_PRODUCTS));
        }
        return least;
    }

    @Override
    public void run() {
        for (int product = 0; product < products; product++) {
            for (int i = 0; i < SIZE; i++) {
                for (int j = 0; j < SIZE; j++) {
                    x[i] += a[i][j] * y[j];
                }
            }
        }
    }
}
