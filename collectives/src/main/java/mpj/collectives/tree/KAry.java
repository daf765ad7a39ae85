package mpj.collectives.tree;

import java.util.stream.IntStream;

/**
 * The complete k-ary tree, in which node v has the children kv + 1 to kv + k. With one child for each node it is a
 * chain.
 */
public record KAry(int size, int arity) implements Tree {
    public static KAry chain(int size) {
        return new KAry(size, 1);
    }

    @Override
    public int root() {
        return 0;
    }

    @Override
    public int parent(int node) {
        return (node - 1) / arity;
    }

    @Override
    public int[] children(int node) {
        long first = (long) node * arity + 1;
        return IntStream.range((int) Math.min(first, size), (int) Math.min(first + arity, size)).toArray();
    }

    /**
     * The number of messages after which the last node has heard of a broadcast. It is the latest time on the path to
     * the last node.
     */
    public int rounds() {
        int latest = 0;
        int after = 0;
        int depth = 0;
        for (int node = size - 1; node > 0; node = parent(node)) {
            int place = (node - 1) % arity + 1;
            // The time of this node, or of a sibling before it below which every place is taken down to the deepest
            // level.
            after = Math.max(after + place, place > 1 ? place - 1 + depth * arity : 0);
            latest = Math.max(latest, after);
            depth++;
        }
        return Math.max(latest, (depth - 1) * arity);
    }

    /** The most children of a node. */
    public int degree() {
        return Math.min(arity, size - 1);
    }
}
