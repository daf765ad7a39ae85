package mpj.collectives.tree;

import java.util.stream.IntStream;

/** A tree in which every node is a child of node 0. */
public record Flat(int size) implements Tree {
    @Override
    public int root() {
        return 0;
    }

    @Override
    public int parent(int node) {
        return 0;
    }

    @Override
    public int[] children(int node) {
        return node == 0 ? IntStream.range(1, size).toArray() : new int[0];
    }
}
