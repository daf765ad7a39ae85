package mpj.tests;

/** How many random cases a check draws: all of them, or in most jobs of the first tier a part of them. */
public final class Draws {
    /** The property that divides the numbers of cases. */
    static final String DIVISOR = "tests.draws.divisor";

    private Draws() {
    }

    /** The number of cases in this job, if a job of the whole second tier has this many. */
    public static int of(int all) {
        return Math.ceilDiv(all, Integer.getInteger(DIVISOR, 1));
    }
}
