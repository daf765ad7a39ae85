package mpj.tests;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * The second tier of the multi-process tests: jobs that seldom find something new, and take long. With {@code
 * -Dtests.second=none}, the default, none of them runs, with {@code all} all of them. A turn {@code K/N}, as {@code
 * 2/4}, runs one in N: who goes through all turns has run all. That a job of the first tier runs with the JVM's second
 * compiler counts as a job of this one.
 */
public final class SecondTier {
    private static final String PROPERTY = "tests.second";

    private final int first;
    private final int step;
    private int jobs;

    private SecondTier(int first, int step) {
        this.first = first;
        this.step = step;
    }

    /** The turn that the property names. */
    public static SecondTier chosen() {
        String chosen = System.getProperty(PROPERTY, "none");
        System.out.println("second tier: " + chosen + " (-D" + PROPERTY + ")");
        return of(chosen);
    }

    static SecondTier of(String chosen) {
        if (chosen.equals("none")) {
            return new SecondTier(0, 0);
        }
        if (chosen.equals("all")) {
            return new SecondTier(0, 1);
        }
        if (chosen.matches("[1-9][0-9]{0,3}/[1-9][0-9]{0,3}")) {
            int slash = chosen.indexOf('/');
            int turn = Integer.parseInt(chosen.substring(0, slash));
            int turns = Integer.parseInt(chosen.substring(slash + 1));
            if (turn <= turns) {
                return new SecondTier(turn - 1, turns);
            }
        }
        throw new IllegalArgumentException("-D" + PROPERTY + "=" + chosen
            + ": expected none, all, or a turn such as 2/4, the second of four");
    }

    /** Whether all jobs of this tier are run. */
    public boolean isWhole() {
        return step == 1;
    }

    /** Skips the test that calls this, unless its turn has come. */
    static void assumeTurnOf(String test) {
        assumeTrue(chosen().runs(test), "second tier");
    }

    /** Whether a job that stands alone is run: its name says in which turn. */
    boolean runs(String job) {
        return step > 0 && Math.floorMod(job.hashCode(), step) == first;
    }

    /** Whether the next job of a list is run; called once for each, always in the same order. */
    public boolean runsNext() {
        int job = jobs++;
        return step > 0 && job % step == first;
    }
}
