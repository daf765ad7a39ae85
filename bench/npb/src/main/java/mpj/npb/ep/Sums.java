package mpj.npb.ep;

/** What is added up of the deviates: both sums, then how many pairs fall into each square annulus. */
final class Sums {
    static final int ANNULI = 10;
    static final int X = 0;
    static final int Y = 1;
    static final int COUNTS = 2;

    /** As they are sent. */
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
