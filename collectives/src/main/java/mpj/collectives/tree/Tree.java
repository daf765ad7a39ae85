package mpj.collectives.tree;

/** A spanning tree of the nodes 0 to size - 1. Immutable. */
public sealed interface Tree permits Flat, KNomial, KAry, InOrderBinary {
    /** The node that every other one descends from. */
    int root();

    /** The node above, of every node but the root. */
    int parent(int node);

    /** The nodes below, in the order in which a broadcast serves them. */
    int[] children(int node);

    /** The least power of a base that is not below a number. */
    static int power(int base, int number) {
        long power = 1;
        while (power < number) {
            power *= base;
        }
        return (int) Math.min(power, Integer.MAX_VALUE);
    }
}
