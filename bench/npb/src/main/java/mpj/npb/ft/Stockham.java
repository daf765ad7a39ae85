package mpj.npb.ft;

/**
 * Transforms many lines of one length at once, by Stockham's method. It takes steps of four, and one step of two if the
 * length is not a power of four. The points of the lines are rows, as {@link Lines#gather} makes them. For the
 * transform back, real and imaginary parts change places.
 */
final class Stockham {
    private final int points;
    private final int lines;
    /** The roots of 1: cosine and sine of 2 pi k / points. */
    private final double[] cos;
    private final double[] sin;
    private double[][] re;
    private double[][] im;
    private double[][] otherRe;
    private double[][] otherIm;

    Stockham(int points, int lines) {
        this.points = points;
        this.lines = lines;
        cos = new double[points];
        sin = new double[points];
        for (int k = 0; k < points; k++) {
            double angle = 2 * Math.PI * k / points;
            cos[k] = Math.cos(angle);
            sin[k] = Math.sin(angle);
        }
        re = new double[points][lines];
        im = new double[points][lines];
        otherRe = new double[points][lines];
        otherIm = new double[points][lines];
    }

    /** How many lines are transformed at once. */
    int lines() {
        return lines;
    }

    /** Transforms lines, and writes the results into other lines. */
    void transform(Lines from, int fromBase, Lines to, int toBase, boolean back) {
        from.gather(fromBase, back ? im : re, back ? re : im, points, lines);
        int groups = points;
        int run = 1;
        while (groups > 2) {
            stepOfFour(groups, run);
            swap();
            groups /= 4;
            run *= 4;
        }
        if (groups == 2) {
            stepOfTwo(run);
            swap();
        }
        to.scatter(toBase, back ? im : re, back ? re : im, points, lines);
    }

    private void swap() {
        double[][] swapped = re;
        re = otherRe;
        otherRe = swapped;
        swapped = im;
        im = otherIm;
        otherIm = swapped;
    }

    /** One step of transforms of this many points. The points of a run have the same factors. */
    private void stepOfFour(int groups, int run) {
        int quarter = points / 4;
        for (int g = 0; g < groups / 4; g++) {
            int root = g * (points / groups);
            double c1 = cos[root];
            double s1 = sin[root];
            double c2 = cos[2 * root];
            double s2 = sin[2 * root];
            double c3 = cos[3 * root];
            double s3 = sin[3 * root];
            for (int k = 0; k < run; k++) {
                int in = g * run + k;
                int out = 4 * g * run + k;
                Butterflies.four(re[in], im[in], re[in + quarter], im[in + quarter], re[in + 2 * quarter],
                    im[in + 2 * quarter], re[in + 3 * quarter], im[in + 3 * quarter], otherRe[out], otherIm[out],
                    otherRe[out + run], otherIm[out + run], otherRe[out + 2 * run], otherIm[out + 2 * run],
                    otherRe[out + 3 * run], otherIm[out + 3 * run], lines, c1, s1, c2, s2, c3, s3);
            }
        }
    }

    /** The last step, which has no factors. */
    private void stepOfTwo(int run) {
        for (int k = 0; k < run; k++) {
            Butterflies.two(re[k], re[k + run], otherRe[k], otherRe[k + run], lines);
            Butterflies.two(im[k], im[k + run], otherIm[k], otherIm[k + run], lines);
        }
    }
}
