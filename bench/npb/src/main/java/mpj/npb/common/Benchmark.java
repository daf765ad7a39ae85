package mpj.npb.common;

/** One of the benchmarks. */
public interface Benchmark {
    /** The name that NPB uses: two capital letters. */
    String name();

    /** The numbers of ranks that the benchmark runs on. */
    RankCount rankCount();

    /** Whether the benchmark also runs with its data in memory segments. */
    default boolean hasSegments() {
        return false;
    }

    /**
     * Checks that a problem can be divided among these ranks.
     *
     * @throws IllegalArgumentException if it cannot; the message says what would be right
     */
    default void check(ProblemClass problem, int ranks) {
    }

    /**
     * Runs the benchmark. Every rank that takes part calls this.
     *
     * @param problem the size of the problem
     * @param run the ranks, the clock and the output
     * @return the outcome; only rank 0's is used
     */
    Outcome run(ProblemClass problem, Run run);
}
