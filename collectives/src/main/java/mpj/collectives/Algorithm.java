package mpj.collectives;

/** One way to carry out one collective. Immutable. */
public interface Algorithm {
    /**
     * The name in tables and properties, unlike those of the collective's other algorithms.
     *
     * @return the name
     */
    String name();

    /**
     * Whether this can carry out the collective at all, decided from what every rank knows.
     *
     * @param problem the collective
     * @return false if not, such as when the operation must keep the order of ranks and this does not
     */
    default boolean fits(Problem problem) {
        return true;
    }

    /**
     * What {@link Problem#parameter} means where a table or property gives none: a size of segments in bytes, a radix,
     * a number of requests.
     *
     * @return the parameter, or 0 when the algorithm has none
     */
    default long parameter() {
        return 0;
    }

    /**
     * Writes what one rank does.
     *
     * @param problem the collective as that rank sees it
     * @param steps where to write
     */
    void write(Problem problem, Steps steps);

    /**
     * What all ranks together cost; exact where the class says so.
     *
     * @param problem the collective
     * @return the cost
     */
    Cost cost(Problem problem);
}
