package mpj.collectives.tree;

/**
 * A binary tree in which the nodes below the left child come before the nodes below the right child, and both come
 * before the node itself, without gaps. So an operation that does not commute can be applied on the way up. The root is
 * the last node.
 */
public record InOrderBinary(int size) implements Tree {
    @Override
    public int root() {
        return size - 1;
    }

    @Override
    public int parent(int node) {
        int first = 0;
        int last = size - 1;
        while (true) {
            int middle = middle(first, last);
            if (node == middle - 1 && node >= first || node == last - 1) {
                return last;
            }
            if (node < middle) {
                last = middle - 1;
            } else {
                first = middle;
                last--;
            }
        }
    }

    /** The start of the right half of the nodes from {@code first} to the one before {@code last}. */
    private static int middle(int first, int last) {
        return first + (last - first) / 2;
    }

    /** The left child, if there is one, and then the right child. */
    @Override
    public int[] children(int node) {
        int first = 0;
        int last = size - 1;
        while (last != node) {
            int middle = middle(first, last);
            if (node < middle) {
                last = middle - 1;
            } else {
                first = middle;
                last--;
            }
        }
        int middle = middle(first, last);
        if (first == last) {
            return new int[0];
        }
        return middle == first ? new int[] {last - 1} : new int[] {middle - 1, last - 1};
    }

    /** The number of messages, received one at a time, after which the root has heard from all nodes. */
    public int rounds() {
        return rounds(size);
    }

    private static int rounds(int nodes) {
        if (nodes <= 1) {
            return 0;
        }
        int left = middle(0, nodes - 1);
        int right = nodes - 1 - left;
        if (left == 0) {
            return rounds(right) + 1;
        }
        int fromLeft = rounds(left);
        int fromRight = rounds(right);
        return Math.max(Math.min(fromLeft, fromRight) + 2, Math.max(fromLeft, fromRight) + 1);
    }
}
