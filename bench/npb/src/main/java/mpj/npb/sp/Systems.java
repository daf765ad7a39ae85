package mpj.npb.sp;

import mpj.npb.cfd.Gas;

/** Loops over rows, all with one index. */
final class Systems {
    private Systems() {
    }

    /** The speed of sound. */
    static void sound(double[] sound, double[] pressure, double[] inverseDensity, int from, int to) {
        for (int i = from; i < to; i++) {
            sound[i] = Math.sqrt(Gas.C1 * pressure[i] * inverseDensity[i]);
        }
    }

    /** Both eigenvalues with sound in them, and the radius, which heat has the largest part in. */
    static void eigenvalues(double[] velocity, double[] inverseDensity, double[] sound, double[] sum,
            double[] difference, double[] radius, int from, int to, double diffusion) {
        for (int i = from; i < to; i++) {
            double v = velocity[i];
            double c = sound[i];
            sum[i] = v + c;
            difference[i] = v - c;
            radius[i] = diffusion + Gas.C1345 * inverseDensity[i];
        }
    }

    /**
     * Eliminates what is below the main diagonal, and divides by that. The position's row of the system is made here:
     * its five numbers are the constants given, and what the eigenvalues add.
     *
     * @param first what is left on the diagonal above the main one, and on the second
     * @param lower what forward needs of the diagonal below, and of the main one
     * @param firstM2 the diagonals above, two positions before and one
     * @param valueM the eigenvalue one position before and after; the radius there and here
     */
    static void eliminate(double[] first, double[] second, double[] lower, double[] inverse, double[] firstM2,
            double[] secondM2, double[] firstM, double[] secondM, double[] valueM, double[] valueP, double[] radiusM,
            double[] radius, double[] radiusP, int from, int to, double perSquare, double perTwo, double secondBelow,
            double below, double main, double above, double secondAbove) {
        for (int i = from; i < to; i++) {
            double low = below - perTwo * valueM[i] - perSquare * radiusM[i] - secondBelow * firstM2[i];
            double mid = main + 2 * perSquare * radius[i] - secondBelow * secondM2[i] - low * firstM[i];
            double high = above + perTwo * valueP[i] - perSquare * radiusP[i] - low * secondM[i];
            double per = 1 / mid;
            lower[i] = low;
            inverse[i] = per;
            first[i] = high * per;
            second[i] = secondAbove * per;
        }
    }

    /** The same of a right-hand side; rM2 and rM are those two positions before and one. */
    static void forward(double[] r, double[] rM2, double[] rM, double[] lower, double[] inverse, int from, int to,
            double secondBelow) {
        for (int i = from; i < to; i++) {
            r[i] = (r[i] - secondBelow * rM2[i] - lower[i] * rM[i]) * inverse[i];
        }
    }

    /** Substitutes the solutions one position after and two. */
    static void backward(double[] r, double[] rP, double[] rP2, double[] first, double[] second, int from, int to) {
        for (int i = from; i < to; i++) {
            r[i] -= first[i] * rP[i] + second[i] * rP2[i];
        }
    }
}
