package mpj.collectives.intercomm;


/**
 * Deals the blocks of one group's members out to the members of another group, as evenly as possible. The blocks of
 * neighbours go to the same member or to neighbours.
 *
 * @param from the number of members whose blocks are dealt out
 * @param to the number of members who take them
 */
record Dealing(int from, int to) {
    /** The member who takes the block of another group's member. */
    int taker(int member) {
        return (int) ((long) member * to / from);
    }

    /**
     * The first member whose block a taker has. The taker also has the blocks of the following members, up to the first
     * one of the next taker.
     */
    int first(int taker) {
        return (int) (((long) taker * from + to - 1) / to);
    }

    /** Whether each taker has the same number of blocks. */
    boolean isEven() {
        return from % to == 0;
    }

    /** The largest number of blocks of one taker. */
    int most() {
        return (from + to - 1) / to;
    }
}
