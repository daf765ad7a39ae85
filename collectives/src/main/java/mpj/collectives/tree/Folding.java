package mpj.collectives.tree;

import mpj.collectives.Cost;

/**
 * Places any number of ranks on the corners of a hypercube. If the number is not a power of two, the lower rank of each
 * of the first few pairs is folded into the upper rank, which holds the corner for both. Corners are in the order of
 * ranks.
 */
public record Folding(int size) {
    public int corners() {
        return Integer.highestOneBit(size);
    }

    private int pairs() {
        return size - corners();
    }

    public boolean isFolded(int rank) {
        return rank < 2 * pairs() && rank % 2 == 0;
    }

    /** Whether this rank holds the corner for another rank as well. */
    public boolean isHolder(int rank) {
        return rank < 2 * pairs() && rank % 2 == 1;
    }

    public int holder(int foldedRank) {
        return foldedRank + 1;
    }

    public int folded(int holdingRank) {
        return holdingRank - 1;
    }

    /** The corner of a rank that is not folded. */
    public int corner(int rank) {
        return rank < 2 * pairs() ? rank / 2 : rank - pairs();
    }

    /** The rank at a corner. */
    public int rank(int corner) {
        return corner < pairs() ? 2 * corner + 1 : corner + pairs();
    }

    /** The first of the ranks at a corner. It is the folded rank if there is one. */
    public int firstRank(int corner) {
        return corner < pairs() ? 2 * corner : corner + pairs();
    }

    /** The cost of sending this many bytes from the folded ranks to the others, or back. */
    public Cost cost(long bytes) {
        return pairs() == 0 ? Cost.NONE : new Cost(pairs(), pairs() * bytes, 1, bytes, 0);
    }
}
