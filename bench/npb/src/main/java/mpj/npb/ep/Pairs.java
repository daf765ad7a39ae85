package mpj.npb.ep;

import mpj.npb.common.Random;

/** A batch of pairs of numbers between -1 and 1, some of which are accepted: those in the unit circle. */
sealed interface Pairs permits ArrayPairs, SegmentPairs {
    /** Takes the numbers that come next. */
    void draw(Random random);

    /** Puts the pairs that are accepted, and the squares of their distances from 0, into these. Returns how many. */
    int accept(double[] u, double[] v, double[] squares);
}
