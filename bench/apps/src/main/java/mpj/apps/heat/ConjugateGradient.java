package mpj.apps.heat;

import mpi.Cartcomm;
import mpi.MPI;
import mpj.apps.Stopwatch;

/**
 * Solves (1 + k L) x = b by conjugate gradients. L is four times a point less its four neighbours. The values beyond
 * the plate are zero.
 */
final class ConjugateGradient {
    private final Cartcomm ranks;
    private final Part part;
    private final double strength;
    private final double tolerance;
    private final int most;
    private final double[] residual;
    private final double[] direction;
    private final double[] product;
    private final Halo halo;
    private final Stopwatch communication = new Stopwatch();
    private final double[] sum = new double[1];
    private double lastResidual;

    /**
     * A solver for systems of this size.
     *
     * @param strength the factor k
     * @param tolerance the iterations end when the norm of the residual is below this part of the norm of the
     *   right-hand side
     * @param most the largest number of iterations
     */
    ConjugateGradient(Cartcomm ranks, Part part, double strength, double tolerance, int most) {
        this.ranks = ranks;
        this.part = part;
        this.strength = strength;
        this.tolerance = tolerance;
        this.most = most;
        residual = new double[part.length()];
        direction = new double[part.length()];
        product = new double[part.length()];
        halo = new Halo(ranks, part, direction);
    }

    /** The norm of the last residual, as a part of the norm of the right-hand side. */
    double residual() {
        return lastResidual;
    }

    /** The seconds in calls of MPI since the beginning. */
    double communicationSeconds() {
        return communication.seconds();
    }

    /**
     * Replaces the right-hand side by the solution, and returns the number of iterations. The right-hand side is also
     * the first guess.
     *
     * @param x the right-hand side, then the solution; the values in its margin are not used
     */
    int solve(double[] x) {
        System.arraycopy(x, 0, direction, 0, x.length);
        exchange();
        multiply(direction, product);
        double rightHandSide = sum(begin(x, residual, product, direction));
        double square = sum(squareOf(residual));
        double enough = tolerance * tolerance * rightHandSide;
        int iteration = 0;
        while (square > enough && iteration < most) {
            exchange();
            double step = square / sum(multiply(direction, product));
            double next = sum(shrink(residual, product, step));
            advance(x, direction, residual, step, next / square);
            square = next;
            iteration++;
        }
        lastResidual = rightHandSide > 0 ? Math.sqrt(square / rightHandSide) : 0;
        return iteration;
    }

    private void exchange() {
        communication.start();
        halo.exchange();
        communication.stop();
    }

    private double sum(double own) {
        communication.start();
        sum[0] = own;
        ranks.Allreduce(MPI.IN_PLACE, 0, sum, 0, 1, MPI.DOUBLE, MPI.SUM);
        communication.stop();
        return sum[0];
    }

    /** Sets q to (1 + k L) p, and returns the dot product of p and q. */
    private double multiply(double[] p, double[] q) {
        double middle = 1 + 4 * strength;
        double beside = strength;
        int width = part.width();
        int columns = part.columns();
        double dot = 0;
        for (int row = 1; row <= part.rows(); row++) {
            dot += multiplyRow(p, q, row * width + 1, columns, width, middle, beside);
        }
        return dot;
    }

    private static double multiplyRow(double[] p, double[] q, int start, int columns, int width, double middle,
                                      double beside) {
        double dot = 0;
        for (int i = start; i < start + columns; i++) {
            double here = p[i];
            double result = middle * here - beside * (p[i - width] + p[i + width] + p[i - 1] + p[i + 1]);
            q[i] = result;
            dot += here * result;
        }
        return dot;
    }

    /** Sets r and p to b less q, and returns the sum of the squares of b. */
    private double begin(double[] b, double[] r, double[] q, double[] p) {
        double squares = 0;
        for (int row = 1; row <= part.rows(); row++) {
            int start = part.at(row, 1);
            for (int i = start; i < start + part.columns(); i++) {
                squares += b[i] * b[i];
                r[i] = b[i] - q[i];
                p[i] = r[i];
            }
        }
        return squares;
    }

    private double squareOf(double[] r) {
        double squares = 0;
        for (int row = 1; row <= part.rows(); row++) {
            int start = part.at(row, 1);
            for (int i = start; i < start + part.columns(); i++) {
                squares += r[i] * r[i];
            }
        }
        return squares;
    }

    /** Subtracts step times q from r, and returns the sum of the squares of the new r. */
    private double shrink(double[] r, double[] q, double step) {
        double squares = 0;
        for (int row = 1; row <= part.rows(); row++) {
            squares += shrinkRow(r, q, part.at(row, 1), part.columns(), step);
        }
        return squares;
    }

    private static double shrinkRow(double[] r, double[] q, int start, int columns, double step) {
        double squares = 0;
        for (int i = start; i < start + columns; i++) {
            double left = r[i] - step * q[i];
            r[i] = left;
            squares += left * left;
        }
        return squares;
    }

    /** Goes a step along p. The new p is r plus a part of the old p. */
    private void advance(double[] x, double[] p, double[] r, double step, double kept) {
        for (int row = 1; row <= part.rows(); row++) {
            advanceRow(x, p, r, part.at(row, 1), part.columns(), step, kept);
        }
    }

    private static void advanceRow(double[] x, double[] p, double[] r, int start, int columns, double step,
                                   double kept) {
        for (int i = start; i < start + columns; i++) {
            double here = p[i];
            x[i] += step * here;
            p[i] = r[i] + kept * here;
        }
    }

    void free() {
        halo.free();
    }
}
