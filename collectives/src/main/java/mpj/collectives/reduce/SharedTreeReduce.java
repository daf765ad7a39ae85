package mpj.collectives.reduce;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Segments;
import mpj.collectives.Steps;
import mpj.collectives.shared.Rooms;
import mpj.collectives.shared.SharedTree;

/**
 * Combines few operands up a k-nomial tree, through memory that all ranks of the host see. The parameter is its radix.
 * With radix 4, the root of 16 ranks looks at 6 flags instead of 15. An operation that does not commute needs rank 0
 * as root. Graham and Shipman, "MPI support for multi-core architectures: optimized shared memory collectives", 2008.
 *
 * <p>Cost for s segments and a tree of depth d, where α is the time in which a flag is seen:
 * {@code (d + 2 floor((s-1)/4)) α}, exact in α; {@code (k-1) log_k p nγ} is an upper bound, and exact for depth 1; no
 * messages.
 */
public final class SharedTreeReduce implements Algorithm {
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
        return Rooms.exist(problem, false) && (problem.commutative() || problem.root() == 0);
    }

    private int radix(Problem problem) {
        return (int) Math.min(problem.parameter(this), Integer.MAX_VALUE);
    }

    @Override
    public void write(Problem problem, Steps steps) {
        Segments segments = SharedTree.segments(problem);
        boolean takes = problem.rank() == problem.root();
        steps.share();
        if (segments.count() == 0) {
            return;
        }
        SharedTree tree = new SharedTree(problem, radix(problem), problem.root(), steps);
        tree.claim();
        for (int i = 0; i < segments.count(); i++) {
            if (i >= Rooms.BUFFERS && !takes) {
                tree.await(tree.parent(), i - Rooms.BUFFERS);
            }
            tree.combine(i, takes ? Place.RECEIVE.plus(segments.at(i)) : tree.room(problem.rank(), i));
            tree.post(i, i == segments.count() - 1);
        }
        if (takes) {
            steps.allHaveBegun();
        }
    }

    @Override
    public Cost cost(Problem problem) {
        Segments segments = SharedTree.segments(problem);
        return problem.size() == 1 || segments.count() == 0 ? Cost.NONE
            : SharedTree.cost(problem, radix(problem), problem.bytes())
                .then(new Cost(0, 0, 2L * ((segments.count() - 1) / Rooms.BUFFERS), 0, 0));
    }
}
