package mpj.collectives.tree;

import java.util.Arrays;

/**
 * The k-nomial tree: with numbers written to base k, a node's parent is the node without its lowest digit that is not
 * 0. With radix 2 the binomial tree, also called minimum spanning tree. The nodes below any node follow it without
 * gap.
 */
public record KNomial(int size, int radix) implements Tree {
    public static KNomial binomial(int size) {
        return new KNomial(size, 2);
    }

    @Override
    public int root() {
        return 0;
    }

    /** The weight of the lowest digit that is not 0; of node 0, the first power not below the size. */
    private long weight(int node) {
        long weight = 1;
        while (weight < size && node / weight % radix == 0) {
            weight *= radix;
        }
        return weight;
    }

    @Override
    public int parent(int node) {
        long weight = weight(node);
        return (int) (node - node / weight % radix * weight);
    }

    /** The largest subtrees first: they take longest. */
    @Override
    public int[] children(int node) {
        int[] children = new int[(int) Math.min(radix * 32L, size)];
        int count = 0;
        for (long weight = weight(node) / radix; weight > 0; weight /= radix) {
            for (int digit = 1; digit < radix && node + digit * weight < size; digit++) {
                children[count++] = (int) (node + digit * weight);
            }
        }
        return Arrays.copyOf(children, count);
    }

    /** How many nodes the subtree of a node has: itself and those that follow. */
    public int subtree(int node) {
        return (int) Math.min(weight(node), (long) size - node);
    }

    /**
     * When the last node hears of a broadcast, in messages: the root's own, one after the other, with those of the
     * subtrees beside them.
     */
    public int rounds() {
        int rounds = 0;
        for (long weight = 1; weight < size; weight *= radix) {
            rounds += (int) Math.min(radix - 1, (size - 1) / weight);
        }
        return rounds;
    }
}
