package mpj.npb.ep;

import java.util.Arrays;
import mpj.npb.common.Random;

/**
 * Makes Gaussian deviates from a batch of pairs, step by step. Each step is a loop over the batch without a branch to
 * predict, and most of these loops become vector instructions.
 */
final class Deviates {
    /**
     * How many counters each annulus has. The counters take turns, because a counter can only be increased after its
     * last increase is complete.
     */
    private static final int PLACES = 4;

    private final Pairs pairs;
    private final double[] u;
    private final double[] v;
    private final double[] squares;
    private final int[] counts = new int[Sums.ANNULI * PLACES];

    Deviates(Pairs pairs, int count) {
        this.pairs = pairs;
        u = new double[count];
        v = new double[count];
        squares = new double[count];
    }

    /** Adds the deviates that the next numbers make to the sums. */
    void add(Random random, Sums sums) {
        pairs.draw(random);
        int accepted = pairs.accept(u, v, squares);
        logarithms(squares, accepted);
        scale(u, v, squares, accepted);
        addUp(u, v, accepted, sums.values);
        larger(u, v, squares, accepted);
        Arrays.fill(counts, 0);
        count(squares, accepted, counts);
        for (int i = 0; i < counts.length; i++) {
            sums.values[Sums.COUNTS + i / PLACES] += counts[i];
        }
    }

    private static void logarithms(double[] squares, int count) {
        for (int i = 0; i < count; i++) {
            squares[i] = -2 * Math.log(squares[i]) / squares[i];
        }
    }

    private static void scale(double[] u, double[] v, double[] factors, int count) {
        for (int i = 0; i < count; i++) {
            double factor = Math.sqrt(factors[i]);
            u[i] = Math.abs(u[i] * factor);
            v[i] = Math.abs(v[i] * factor);
        }
    }

    private static void addUp(double[] x, double[] y, int count, double[] sums) {
        double sumX = sums[Sums.X];
        double sumY = sums[Sums.Y];
        for (int i = 0; i < count; i++) {
            sumX += x[i];
            sumY += y[i];
        }
        sums[Sums.X] = sumX;
        sums[Sums.Y] = sumY;
    }

    private static void larger(double[] x, double[] y, double[] larger, int count) {
        for (int i = 0; i < count; i++) {
            larger[i] = Math.max(x[i], y[i]);
        }
    }

    private static void count(double[] larger, int count, int[] counts) {
        for (int i = 0; i < count; i++) {
            counts[(int) larger[i] * PLACES + i % PLACES]++;
        }
    }
}
