package mpj.npb.ep;

/** The sums over the deviates: the two sums, then the number of pairs in each square annulus. */
final class Sums {
    static final int ANNULI = 10;
    static final int X = 0;
    static final int Y = 1;
    static final int COUNTS = 2;

    /** The sums and counts, as they are sent. */
    final double[] values = new double[COUNTS + ANNULI];

    double x() {
        return values[X];
    }

    double y() {
        return values[Y];
    }

    double pairs() {
        double pairs = 0;
        for (int i = 0; i < ANNULI; i++) {
            pairs += values[COUNTS + i];
        }
        return pairs;
    }
}
