package mpj.collectives.tree;

/** A spanning tree of the nodes 0 to size - 1. Immutable. */
public sealed interface Tree permits Flat, KNomial, KAry, InOrderBinary {
    /** The node from which every other node descends. */
    int root();

    /** The node above a node. The root has none. */
    int parent(int node);

    /** The nodes directly below a node, in the order in which a broadcast serves them. */
    int[] children(int node);

    /** The least power of a base that is at least a number. */
    static int power(int base, int number) {
        long power = 1;
        while (power < number) {
            power *= base;
        }
        return (int) Math.min(power, Integer.MAX_VALUE);
    }
}
