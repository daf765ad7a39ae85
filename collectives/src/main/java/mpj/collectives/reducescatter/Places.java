package mpj.collectives.reducescatter;

import mpj.collectives.Blocks;
import mpj.collectives.tree.Folding;

/** The blocks of the ranks at each place of a hypercube: the folded rank's and the holder's lie side by side. */
record Places(Folding folding, Blocks blocks) {
    long at(int place) {
        return blocks.at(folding.firstRank(place));
    }

    long length(int place) {
        return blocks.length(folding.firstRank(place)) + (folding.firstRank(place) == folding.rank(place) ? 0
            : blocks.length(folding.rank(place)));
    }

    /** Of several places that follow one another. */
    long length(int first, int count) {
        return at(first + count - 1) + length(first + count - 1) - at(first);
    }
}
