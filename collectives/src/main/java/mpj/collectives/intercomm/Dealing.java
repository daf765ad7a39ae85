package mpj.collectives.intercomm;


/**
 * Which member of one group takes in the block of each member of another: as evenly as can be, and neighbours' blocks
 * go to the same member or to neighbours.
 *
 * @param from the number of members whose blocks are dealt out
 * @param to the number of members who take them
 */
record Dealing(int from, int to) {
    /** Who takes the block of a member. */
    int taker(int member) {
        return (int) ((long) member * to / from);
    }

    /** The first member whose block a taker has; those up to the next one's first follow. */
    int first(int taker) {
        return (int) (((long) taker * from + to - 1) / to);
    }

    /** Whether each taker has as many blocks. */
    boolean isEven() {
        return from % to == 0;
    }

    /** The most blocks that one taker has. */
    int most() {
        return (from + to - 1) / to;
    }
}
