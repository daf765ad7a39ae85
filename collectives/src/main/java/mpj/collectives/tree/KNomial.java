package mpj.collectives.tree;

import java.util.Arrays;

/**
 * The k-nomial tree. With numbers written to base k, a node's parent is the node without its lowest digit that is not
 * 0. With radix 2 it is the binomial tree, also called minimum spanning tree. The nodes below any node follow that node
 * without gap.
 */
public record KNomial(int size, int radix) implements Tree {
    public static KNomial binomial(int size) {
        return new KNomial(size, 2);
    }

    @Override
    public int root() {
        return 0;
    }

    /**
     * The weight of a node's lowest digit that is not 0. For node 0, it is the first power that is at least the size.
     */
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

    /** The largest subtrees come first, because they take longest. */
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

    /** The number of nodes in a node's subtree: the node itself and those that follow it. */
    public int subtree(int node) {
        return (int) Math.min(weight(node), (long) size - node);
    }

    /** The most edges from a node to the root. */
    public int depth() {
        int deepest = 0;
        for (int node = 0; node < size; node++) {
            int edges = 0;
            for (int at = node; at != root(); at = parent(at)) {
                edges++;
            }
            deepest = Math.max(deepest, edges);
        }
        return deepest;
    }

    /**
     * The number of messages after which the last node has heard of a broadcast. The root sends its own messages one
     * after the other, and the subtrees send theirs meanwhile.
     */
    public int rounds() {
        int rounds = 0;
        for (long weight = 1; weight < size; weight *= radix) {
            rounds += (int) Math.min(radix - 1, (size - 1) / weight);
        }
        return rounds;
    }
}
