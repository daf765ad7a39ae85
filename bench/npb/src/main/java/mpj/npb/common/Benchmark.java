package mpj.npb.common;

/** One of the benchmarks. */
public interface Benchmark {
    /** As NPB has it: two capital letters. */
    String name();

    /** How many ranks it runs on. */
    RankCount rankCount();

    /** Whether it also runs with its data in memory segments. */
    default boolean hasSegments() {
        return false;
    }

    /**
     * Checks that a problem can be cut among as many ranks as take part.
     *
     * @throws IllegalArgumentException with what would be right
     */
    default void check(ProblemClass problem, int ranks) {
    }

    /**
     * Runs it. Every rank that takes part calls this.
     *
     * @param problem the size
     * @param run the ranks, the clock, and where lines go
     * @return what came out, of which rank 0's counts
     */
    Outcome run(ProblemClass problem, Run run);
}
