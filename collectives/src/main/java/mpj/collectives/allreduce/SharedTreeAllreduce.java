package mpj.collectives.allreduce;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Segments;
import mpj.collectives.Steps;
import mpj.collectives.shared.Rooms;
import mpj.collectives.shared.SharedTree;

/**
 * Combines few operands up a k-nomial tree, through memory that all ranks of the host see, and every rank takes the
 * result from the room of rank 0. The parameter is the tree's radix. With radix 4, a rank among 16 looks at 6 flags at
 * most, and at 15 in {@link SharedAllreduce}. Graham and Shipman, "MPI support for multi-core architectures: optimized
 * shared memory collectives", 2008.
 *
 * <p>Cost for s segments and a tree of depth d, where α is the time in which a flag is seen: {@code s (d+1) α}, exact;
 * {@code (k-1) log_k p nγ} is an upper bound, and exact for depth 1; no messages.
 */
public final class SharedTreeAllreduce implements Algorithm {
    private static final int TOP = 0;

    @Override
    public String name() {
        return "shared-tree";
    }

    @Override
    public long parameter() {
        return 4;
    }

    @Override
    public boolean fits(Problem problem) {
        return Rooms.exist(problem, false);
    }

    private int radix(Problem problem) {
        return (int) Math.min(problem.parameter(this), Integer.MAX_VALUE);
    }

    @Override
    public void write(Problem problem, Steps steps) {
        Segments segments = SharedTree.segments(problem);
        steps.share();
        if (segments.count() == 0) {
            return;
        }
        SharedTree tree = new SharedTree(problem, radix(problem), TOP, steps);
        tree.claim();
        for (int i = 0; i < segments.count(); i++) {
            // This writes to the buffer of segment i - 4. The post of the result of segment i - 1 shows that all ranks
            // had taken the result of segment i - 2 before. Rank 0 learns this from the operands of segment i.
            Place result = Place.RECEIVE.plus(segments.at(i));
            Place shared = tree.room(TOP, i);
            if (problem.rank() == TOP) {
                tree.combine(i, result);
                steps.copy(result, shared, segments.length(i));
                tree.post(i, i == segments.count() - 1);
            } else {
                tree.combine(i, tree.room(problem.rank(), i));
                tree.post(i, false);
                tree.await(TOP, i);
                steps.copy(shared, result, segments.length(i));
            }
        }
        steps.allHaveBegun();
    }

    @Override
    public Cost cost(Problem problem) {
        Segments segments = SharedTree.segments(problem);
        if (problem.size() == 1 || segments.count() == 0) {
            return Cost.NONE;
        }
        Cost up = SharedTree.cost(problem, radix(problem), problem.bytes());
        return new Cost(0, 0, segments.count() * (up.rounds() + 1), up.path() + problem.bytes(), up.reduced());
    }
}
