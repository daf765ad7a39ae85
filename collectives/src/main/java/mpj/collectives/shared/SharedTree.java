package mpj.collectives.shared;

import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Segments;
import mpj.collectives.Steps;
import mpj.collectives.tree.KNomial;

/**
 * Combines operands up a k-nomial tree of flags. Each rank combines its own operands with those in the rooms of its
 * children, puts the result into its own room, and posts. Every rank below a node follows that node without gap, so
 * operands stay in the order of the tree's ranks.
 *
 * <p>A rank combines the subtrees of one size before it waits for the larger ones, which take longer.
 */
public final class SharedTree {
    private final Problem problem;
    private final Rooms rooms;
    private final Segments segments;
    private final KNomial tree;
    private final int top;
    private final Steps steps;
    /** Two places for results that more operands are yet to join. */
    private final Place[] partial = new Place[2];

    /**
     * Describes one rank's part of a tree.
     *
     * @param problem the reduction
     * @param radix the radix of the tree
     * @param top the rank at the top of the tree; the others follow in the order of ranks, and around the end
     * @param steps takes the steps
     */
    public SharedTree(Problem problem, int radix, int top, Steps steps) {
        this.problem = problem;
        this.top = top;
        this.steps = steps;
        rooms = rooms(problem);
        segments = rooms.segments(problem.bytes());
        tree = tree(problem, radix);
        boolean combines = tree.children(node(problem.rank())).length > 0;
        for (int i = 0; i < partial.length; i++) {
            partial[i] = combines ? steps.work(segments.length(0)) : Place.WORK;
        }
    }

    private static Rooms rooms(Problem problem) {
        return Rooms.of(problem, Rooms.SEGMENT);
    }

    private static KNomial tree(Problem problem, int radix) {
        return new KNomial(problem.size(), Math.max(2, radix));
    }

    /**
     * The segments in which the operands go up the tree.
     *
     * @param problem the reduction
     * @return the segments
     */
    public static Segments segments(Problem problem) {
        return rooms(problem).segments(problem.bytes());
    }

    /**
     * The cost of bringing one segment to the top.
     *
     * @param problem the reduction
     * @param radix the radix of the tree
     * @param bytes the size of the segment
     * @return α for each level, and γ for the operands that are combined one after the other
     */
    public static Cost cost(Problem problem, int radix, long bytes) {
        KNomial tree = tree(problem, radix);
        int levels = tree.depth();
        return new Cost(0, 0, levels, (1 + levels) * bytes, tree.rounds() * bytes);
    }

    private int node(int rank) {
        return Math.floorMod(rank - top, problem.size());
    }

    private int rank(int node) {
        return (node + top) % problem.size();
    }

    /**
     * The place where a rank's result lies for the others.
     *
     * @param rank the rank
     * @param segment the segment
     * @return the place
     */
    public Place room(int rank, int segment) {
        return rooms.of(rank, rank, problem.bytes(), segment);
    }

    /**
     * The rank that reads what this rank posts.
     *
     * @return the rank above this one; this must not be the top
     */
    public int parent() {
        return rank(tree.parent(node(problem.rank())));
    }

    /**
     * Waits until this rank's room may be written to. Only the ranks at the bottom need to look: every other rank sees
     * the post of such a rank before it writes.
     */
    public void claim() {
        if (tree.children(node(problem.rank())).length == 0) {
            steps.claim();
        }
    }

    /**
     * Waits for the ranks below, and combines a segment of their operands with this rank's own.
     *
     * @param segment the segment
     * @param result the place for the result
     */
    public void combine(int segment, Place result) {
        long bytes = segments.length(segment);
        int[] children = tree.children(node(problem.rank()));
        Place combined = Place.SEND.plus(segments.at(segment));
        if (children.length == 0) {
            steps.copy(combined, result, bytes);
            return;
        }
        // The last children of the array have the smallest subtrees. Of each size there are radix - 1, except of the
        // largest.
        int spare = 0;
        for (int end = children.length; end > 0;) {
            int begin = Math.max(0, end - (tree.radix() - 1));
            for (int i = begin; i < end; i++) {
                steps.awaitStage(rank(children[i]), stage(segment));
            }
            Place upper = begin == 0 ? result : partial[spare];
            steps.copy(room(rank(children[end - 1]), segment), upper, bytes);
            for (int i = end - 2; i >= begin; i--) {
                steps.reduce(room(rank(children[i]), segment), upper, bytes);
            }
            steps.reduce(combined, upper, bytes);
            combined = upper;
            spare = 1 - spare;
            end = begin;
        }
    }

    /**
     * Tells the others that the result of a segment lies in this rank's room.
     *
     * @param segment the segment
     * @param last whether this rank then neither reads nor waits any more
     */
    public void post(int segment, boolean last) {
        steps.post(last ? Steps.ENDED : stage(segment));
    }

    /**
     * Waits until a rank has posted a segment.
     *
     * @param rank the rank
     * @param segment the segment
     */
    public void await(int rank, int segment) {
        steps.awaitStage(rank, stage(segment));
    }

    private static int stage(int segment) {
        return segment + 1;
    }
}
