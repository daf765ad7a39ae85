package mpj.tests;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * The second tier of the multi-process tests: jobs that seldom find something new, and take long. {@code
 * -Dtests.second=none} is the default, and runs none of them; {@code all} runs all of them. A turn {@code K/N}, such as
 * {@code 2/4}, runs one job in N, so all N turns together run all jobs. Running a job of the first tier with the JVM's
 * second compiler counts as a job of the second tier. The words of each job decide in which turn it runs.
 */
public final class SecondTier {
    private static final String PROPERTY = "tests.second";
    private static final String NONE = "none";
    private static final String ROUNDS = "tests.rounds";

    private final int first;
    private final int step;
    private int jobs;

    private SecondTier(int first, int step) {
        this.first = first;
        this.step = step;
    }

    /** The turn that the property names. */
    public static SecondTier chosen() {
        String chosen = System.getProperty(PROPERTY, NONE);
        System.out.println("second tier: " + chosen + " (-D" + PROPERTY + ")");
        return of(chosen);
    }

    static SecondTier of(String chosen) {
        if (chosen.equals(NONE)) {
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

    /**
     * How often a job with a random schedule runs in the whole tier. {@code -Dtests.rounds=N} takes the place of the
     * usual number. Each round has a seed of its own, so a larger number adds rounds to those of a smaller one.
     */
    public static int rounds(int usual) {
        return rounds(System.getProperty(ROUNDS, ""), usual);
    }

    static int rounds(String rounds, int usual) {
        if (rounds.isEmpty()) {
            return usual;
        }
        if (!rounds.matches("[1-9][0-9]{0,5}")) {
            throw new IllegalArgumentException("-D" + ROUNDS + "=" + rounds + ": expected a number from 1 to 999999");
        }
        return Integer.parseInt(rounds);
    }

    /** Skips the calling test, unless its turn has come. */
    public static void assumeTurnOf(String test) {
        assumeTrue(chosen().runs(test), "second tier");
    }

    /** Whether the turn of a job that stands alone has come. */
    static boolean isTurnOf(String job) {
        return of(System.getProperty(PROPERTY, NONE)).runs(job);
    }

    /** Whether a job that stands alone runs. Its name decides in which turn. */
    boolean runs(String job) {
        return step > 0 && Math.floorMod(job.hashCode(), step) == first;
    }

    /** Whether the next job of a list runs. It is called once for each job, always in the same order. */
    public boolean runsNext() {
        int job = jobs++;
        return step > 0 && job % step == first;
    }
}
