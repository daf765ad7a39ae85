package mpj.tests;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import mpj.tiers.Turn;

/**
 * Which jobs of the second tier run: the multi-process tests that seldom find something new, and take long. A {@link
 * Turn} chooses them: the words of a job that stands alone decide in which turn the job runs, and so does the place of
 * any other job in its list. Running a job of the first tier with the JVM's second compiler counts as a job of the
 * second tier.
 */
public final class JobsInTurn {
    private static final String ROUNDS = "tests.rounds";

    private final Turn turn;
    private int jobs;

    JobsInTurn(Turn turn) {
        this.turn = turn;
    }

    /** The jobs of a list, in the turn that the property names. */
    public static JobsInTurn chosen() {
        Turn turn = Turn.chosen();
        System.out.println("second tier: " + turn);
        return new JobsInTurn(turn);
    }

    /** Whether all jobs of the second tier are run. */
    public boolean allRun() {
        return turn.isWhole();
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
        assumeTrue(Turn.hasComeFor(test), "second tier");
    }

    /** Whether the next job of a list runs. It is called once for each job, always in the same order. */
    public boolean runsNext() {
        return turn.includes(jobs++);
    }
}
