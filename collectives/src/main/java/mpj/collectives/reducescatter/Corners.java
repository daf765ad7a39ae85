package mpj.collectives.reducescatter;

import mpj.collectives.Blocks;
import mpj.collectives.tree.Folding;

/**
 * The blocks of the ranks at each corner of a hypercube. The blocks of the folded rank and of the holder lie side by
 * side.
 */
record Corners(Folding folding, Blocks blocks) {
    long at(int corner) {
        return blocks.at(folding.firstRank(corner));
    }

    long length(int corner) {
        return blocks.length(folding.firstRank(corner)) + (folding.firstRank(corner) == folding.rank(corner) ? 0
            : blocks.length(folding.rank(corner)));
    }

    /** The size of the blocks of several corners that follow one another. */
    long length(int first, int count) {
        return at(first + count - 1) + length(first + count - 1) - at(first);
    }
}
