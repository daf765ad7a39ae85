package mpj.npb.cg;

import java.util.Arrays;

/**
 * Solves A z = x by a fixed number of steps of conjugate gradients. A rank has of each vector what its columns need.
 */
final class Solver {
    private final Matrix matrix;
    private final Exchange exchange;
    private final int length;
    private final double[] residual;
    private final double[] direction;
    private final double[] product;
    private final double[] partial;
    private final double[] sum = new double[1];

    Solver(Matrix matrix, Grid grid, Exchange exchange) {
        this.matrix = matrix;
        this.exchange = exchange;
        length = grid.columnBlock().length();
        residual = new double[length];
        direction = new double[length];
        product = new double[length];
        partial = new double[matrix.rows()];
    }

    /** Solves for z. Returns the norm of what is left, x - A z. */
    double solve(double[] x, double[] z) {
        Arrays.fill(z, 0);
        System.arraycopy(x, 0, residual, 0, length);
        System.arraycopy(x, 0, direction, 0, length);
        double rho = addUp(dot(residual, residual, length));
        for (int step = 0; step < ConjugateGradient.STEPS; step++) {
            multiply(direction, product);
            double alpha = rho / addUp(dot(direction, product, length));
            advance(z, direction, alpha, length);
            advance(residual, product, -alpha, length);
            double before = rho;
            rho = addUp(dot(residual, residual, length));
            turn(direction, residual, rho / before, length);
        }
        multiply(z, product);
        return Math.sqrt(addUp(distance(x, product, length)));
    }

    private void multiply(double[] vector, double[] result) {
        matrix.multiply(vector, partial);
        exchange.addUpRows(partial, result);
    }

    private double addUp(double mine) {
        sum[0] = mine;
        exchange.addUp(sum);
        return sum[0];
    }

    static double dot(double[] one, double[] other, int length) {
        double sum = 0;
        for (int i = 0; i < length; i++) {
            sum += one[i] * other[i];
        }
        return sum;
    }

    /** The square of the distance of two vectors. */
    private static double distance(double[] one, double[] other, int length) {
        double sum = 0;
        for (int i = 0; i < length; i++) {
            double difference = one[i] - other[i];
            sum += difference * difference;
        }
        return sum;
    }

    private static void advance(double[] vector, double[] by, double factor, int length) {
        for (int i = 0; i < length; i++) {
            vector[i] += factor * by[i];
        }
    }

    private static void turn(double[] direction, double[] residual, double beta, int length) {
        for (int i = 0; i < length; i++) {
            direction[i] = residual[i] + beta * direction[i];
        }
    }
}
