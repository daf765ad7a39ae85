package mpj.collectives.reduce;

import java.util.Arrays;
import java.util.stream.IntStream;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Segments;
import mpj.collectives.Steps;
import mpj.collectives.tree.InOrderBinary;
import mpj.collectives.tree.Tree;

/**
 * Combines up a tree, segment by segment. While one segment is combined and leaves, the next one arrives from the
 * children. An operation that does not commute needs a tree that keeps the order of ranks. The root of such a tree then
 * sends the result to the root of the collective.
 */
final class TreeReduce {
    private final Tree tree;
    private final Problem problem;
    private final Segments segments;
    private final Steps steps;
    /** The rank of node 0. */
    private final int first;
    private final int node;
    private final int[] children;
    private final Place target;
    private final Place[] buffers;

    private TreeReduce(Tree tree, boolean fromRoot, Problem problem, Segments segments, Steps steps) {
        this.tree = tree;
        this.problem = problem;
        this.segments = segments;
        this.steps = steps;
        first = fromRoot ? problem.root() : 0;
        node = Math.floorMod(problem.rank() - first, problem.size());
        children = nearestFirst(tree.children(node));
        target = node == tree.root() && problem.rank() == problem.root() ? Place.RECEIVE
            : children.length == 0 ? Place.SEND : steps.work(problem.bytes());
        // Each child has two buffers, which its segments use alternately. So one segment can be received while the one
        // before is combined and, if the value has moved there, sent.
        buffers = new Place[2 * children.length];
        for (int i = 0; i < buffers.length; i++) {
            buffers[i] = steps.work(Math.min(segments.segment(), segments.bytes()));
        }
    }

    private int[] nearestFirst(int[] nodes) {
        Arrays.sort(nodes);
        if (tree instanceof InOrderBinary) {
            return IntStream.range(0, nodes.length).map(i -> nodes[nodes.length - 1 - i]).toArray();
        }
        return nodes;
    }

    /** For a tree whose node 0 is the root: operands may change places. */
    static void write(Tree tree, Problem problem, Segments segments, Steps steps) {
        new TreeReduce(tree, true, problem, segments, steps).write();
    }

    /** For a tree whose node 0 is rank 0 and which keeps the order of ranks. */
    static void writeInOrder(Tree tree, Problem problem, Segments segments, Steps steps) {
        new TreeReduce(tree, false, problem, segments, steps).write();
    }

    private void write() {
        if (node != tree.root() && problem.rank() == problem.root()) {
            for (int i = 0; i < segments.count(); i++) {
                steps.receive(rank(tree.root()), Place.RECEIVE.plus(segments.at(i)), segments.length(i));
            }
        }
        int[] receives = receive(0);
        int[] sends = {-1, -1};
        for (int i = 0; i < segments.count(); i++) {
            steps.await(sends[1 - i % 2]);
            int[] following = receive(i + 1);
            sends[i % 2] = combine(i, receives);
            receives = following;
        }
    }

    private int rank(int other) {
        return (int) (((long) other + first) % problem.size());
    }

    /**
     * The place for a child's segment. The segment of the child that is combined first goes to the place of the result.
     */
    private Place buffer(int child, int index) {
        boolean combinedFirst = child == 0 && !(tree instanceof InOrderBinary);
        return combinedFirst ? target.plus(segments.at(index)) : buffers[2 * child + index % 2];
    }

    private int[] receive(int index) {
        int[] receives = new int[children.length];
        for (int i = 0; i < children.length && index < segments.count(); i++) {
            receives[i] = steps.receive(rank(children[i]), buffer(i, index), segments.length(index));
        }
        return receives;
    }

    /** Combines a segment with the segments of the children, near children first, and sends it on. */
    private int combine(int index, int[] receives) {
        long bytes = segments.length(index);
        Place place = target.plus(segments.at(index));
        Accumulator value = new Accumulator(steps, problem.commutative(), Place.SEND.plus(segments.at(index)), place,
            place);
        for (int i = 0; i < children.length; i++) {
            steps.await(receives[i]);
            if (tree instanceof InOrderBinary) {
                value.takeLower(buffer(i, index), 0, bytes);
            } else {
                value.takeUpper(buffer(i, index), 0, bytes);
            }
        }
        if (node != tree.root()) {
            return steps.send(rank(tree.parent(node)), value.value(), bytes);
        }
        if (problem.rank() == problem.root()) {
            value.finish(0, bytes);
            return -1;
        }
        return steps.send(problem.root(), value.value(), bytes);
    }
}
