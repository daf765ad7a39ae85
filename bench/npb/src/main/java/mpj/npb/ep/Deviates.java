package mpj.npb.ep;

import mpj.npb.common.Random;

/**
 * A batch of pairs of numbers, and the deviates that they make. The loop is the same for arrays and for segments; it is
 * written twice, since each form is to be as fast as it can be.
 */
sealed interface Deviates permits ArrayDeviates, SegmentDeviates {
    /** Takes the numbers that come next. */
    void draw(Random random);

    /** Adds the deviates to the sums. */
    void tally(Sums sums);
}
