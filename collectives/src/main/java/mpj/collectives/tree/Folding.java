package mpj.collectives.tree;

import mpj.collectives.Cost;

/**
 * Any number of ranks on the corners of a hypercube: where it is no power of two, of the first few pairs of ranks the
 * lower one is folded into the upper one, which holds the place for both. Places are in the order of ranks.
 */
public record Folding(int size) {
    public int places() {
        return Integer.highestOneBit(size);
    }

    private int pairs() {
        return size - places();
    }

    public boolean isFolded(int rank) {
        return rank < 2 * pairs() && rank % 2 == 0;
    }

    /** Whether this rank holds the place for another one too. */
    public boolean isHolder(int rank) {
        return rank < 2 * pairs() && rank % 2 == 1;
    }

    public int holder(int foldedRank) {
        return foldedRank + 1;
    }

    public int folded(int holdingRank) {
        return holdingRank - 1;
    }

    /** The place of a rank that is not folded. */
    public int place(int rank) {
        return rank < 2 * pairs() ? rank / 2 : rank - pairs();
    }

    /** The rank at a place. */
    public int rank(int place) {
        return place < pairs() ? 2 * place + 1 : place + pairs();
    }

    /** The first of the ranks at a place. */
    public int firstRank(int place) {
        return place < pairs() ? 2 * place : place + pairs();
    }

    /** What it takes to send so many bytes from the folded ranks to the others, or back. */
    public Cost cost(long bytes) {
        return pairs() == 0 ? Cost.NONE : new Cost(pairs(), pairs() * bytes, 1, bytes, 0);
    }
}
