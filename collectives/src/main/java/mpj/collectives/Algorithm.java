package mpj.collectives;

/** One way to carry out one collective. Implementations are immutable, so any thread may use them. */
public interface Algorithm {
    /**
     * The name in tables and properties. No other algorithm of the same collective has this name.
     *
     * @return the name
     */
    String name();

    /**
     * Whether this algorithm can carry out the collective at all. The decision uses only what every rank knows.
     *
     * @param problem the collective
     * @return false if it cannot, for example because the operation must keep the order of ranks and this algorithm
     *     does not
     */
    default boolean fits(Problem problem) {
        return true;
    }

    /**
     * The value of {@link Problem#parameter} when no table or property gives one. Depending on the algorithm it is a
     * size of segments in bytes, a radix, or a number of requests.
     *
     * @return the parameter, or 0 when the algorithm has none
     */
    default long parameter() {
        return 0;
    }

    /**
     * Writes the steps of one rank.
     *
     * @param problem the collective as that rank sees it
     * @param steps takes the steps
     */
    void write(Problem problem, Steps steps);

    /**
     * The cost of the collective for all ranks together. It is exact where the class says so.
     *
     * @param problem the collective
     * @return the cost
     */
    Cost cost(Problem problem);
}
