package mpj.npb.cg;

import java.util.Arrays;

/**
 * Solves A z = x by a fixed number of steps of conjugate gradients. Of each vector, a rank has the elements that its
 * columns need.
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

    /** Solves for z. Returns the norm of the residual x - A z. */
    double solve(double[] x, double[] z) {
        Arrays.fill(z, 0);
        System.arraycopy(x, 0, residual, 0, length);
        System.arraycopy(x, 0, direction, 0, length);
        double rho = addUp(Vectors.dot(residual, residual, length));
        for (int step = 0; step < ConjugateGradient.STEPS; step++) {
            multiply(direction, product);
            double alpha = rho / addUp(Vectors.dot(direction, product, length));
            Vectors.advance(z, direction, alpha, length);
            Vectors.advance(residual, product, -alpha, length);
            double before = rho;
            rho = addUp(Vectors.dot(residual, residual, length));
            Vectors.turn(direction, residual, rho / before, length);
        }
        multiply(z, product);
        return Math.sqrt(addUp(Vectors.distance(x, product, length)));
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
}
