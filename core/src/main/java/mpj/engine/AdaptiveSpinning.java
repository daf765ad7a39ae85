package mpj.engine;

/**
 * Whether to poll for long before the first yield, where ranks share cores, as waits of one kind have shown: where a
 * yield had to follow in most cases, long polling has only kept the core from others.
 *
 * <p>From time to time it is tried anew. Ranks count the same turns, so that all try in the same ones: that one rank
 * does not yield helps little while the others do.
 */
final class AdaptiveSpinning {
    private static final int MOST_CREDIT = 15;
    private static final int ENOUGH_CREDIT = 8;
    private static final int GAIN = 2;
    /** In turns: powers of two. */
    private static final int TRIAL_EVERY = 512;
    private static final int TRIAL = 16;

    private int credit = MOST_CREDIT;

    /** Whether to poll for long in this turn. */
    boolean isLong(long turn) {
        return credit >= ENOUGH_CREDIT || (turn & TRIAL_EVERY - 1) < TRIAL;
    }

    /** Takes note of whether long polling has brought what was waited for. */
    void learn(boolean inTime) {
        credit = inTime ? Math.min(credit + GAIN, MOST_CREDIT) : Math.max(credit - 1, 0);
    }
}
