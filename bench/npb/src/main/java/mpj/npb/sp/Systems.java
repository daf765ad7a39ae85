package mpj.npb.sp;

import mpj.npb.cfd.Gas;

/** Loops over rows, all with one index. */
final class Systems {
    private Systems() {
    }

    /** Computes the speed of sound. */
    static void sound(double[] sound, double[] pressure, double[] inverseDensity, int from, int to) {
        for (int i = from; i < to; i++) {
            sound[i] = Math.sqrt(Gas.C1 * pressure[i] * inverseDensity[i]);
        }
    }

    /**
     * Computes the two eigenvalues that contain the sound, and the radius. The conduction of heat has the largest part
     * in the radius.
     */
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
     * Eliminates the diagonals below the main diagonal, and divides by the main diagonal. The five numbers of the row
     * of the system at this position are made here: each is a given constant, plus the part of the eigenvalues.
     *
     * @param first receives the first diagonal above the main one; second receives the second
     * @param lower receives the numbers of the diagonal below that forward needs; inverse those of the main diagonal
     * @param firstM2 the diagonals above the main one at two positions before, and at one position before
     * @param valueM the eigenvalue at the position before; valueP at the position after. The radius there and here
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

    /**
     * Does the same for a right-hand side. rM2 is the right-hand side two positions before, and rM that of the position
     * before.
     */
    static void forward(double[] r, double[] rM2, double[] rM, double[] lower, double[] inverse, int from, int to,
            double secondBelow) {
        for (int i = from; i < to; i++) {
            r[i] = (r[i] - secondBelow * rM2[i] - lower[i] * rM[i]) * inverse[i];
        }
    }

    /** Substitutes the solutions at the next position and at the one after it. */
    static void backward(double[] r, double[] rP, double[] rP2, double[] first, double[] second, int from, int to) {
        for (int i = from; i < to; i++) {
            r[i] -= first[i] * rP[i] + second[i] * rP2[i];
        }
    }
}
