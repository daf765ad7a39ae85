package mpj.npb.ep;

import mpj.npb.common.Random;

/** A batch of pairs of numbers between -1 and 1. The pairs in the unit circle are accepted. */
sealed interface Pairs permits ArrayPairs, SegmentPairs {
    /** Takes the next numbers of the sequence. */
    void draw(Random random);

    /**
     * Writes the accepted pairs, and the squares of their distances from 0, into these arrays. Returns how many pairs
     * these are.
     */
    int accept(double[] u, double[] v, double[] squares);
}
