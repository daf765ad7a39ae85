package mpj.engine.wait;

/**
 * Decides whether a wait polls for long before its first yield, where ranks share cores. It learns from earlier waits
 * of the same kind. If most of them had to yield in the end, long polling has only kept the core from other ranks.
 *
 * <p>From time to time it tries long polling again. A single rank that does not yield helps little while the others
 * yield. So all ranks count the same turns, and try long polling in the same turns.
 */
public final class AdaptiveSpinning {
    private static final int MOST_CREDIT = 15;
    private static final int ENOUGH_CREDIT = 8;
    private static final int GAIN = 2;
    /** In turns. Both are powers of two. */
    private static final int TRIAL_EVERY = 512;
    private static final int TRIAL = 16;

    private int credit = MOST_CREDIT;

    /** Whether to poll for long in this turn. */
    boolean isLong(long turn) {
        return credit >= ENOUGH_CREDIT || (turn & TRIAL_EVERY - 1) < TRIAL;
    }

    /**
     * Learns from a wait that polled for long: {@code inTime} says whether the wait ended before a yield was needed.
     */
    void learn(boolean inTime) {
        credit = inTime ? Math.min(credit + GAIN, MOST_CREDIT) : Math.max(credit - 1, 0);
    }
}
