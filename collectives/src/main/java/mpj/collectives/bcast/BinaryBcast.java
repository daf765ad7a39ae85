package mpj.collectives.bcast;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Problem;
import mpj.collectives.Steps;
import mpj.collectives.tree.KAry;

/**
 * Broadcasts down the complete binary tree, in segments of the parameter's size. Pješivac-Grbović et al., "Performance
 * analysis of MPI collective operations", 2007.
 *
 * <p>Cost, exact for s segments of one size: {@code (2(s-1) + d)(α + n/s β)}, where d is at most 2 for each level;
 * s(p-1) messages.
 */
public final class BinaryBcast implements Algorithm {
    @Override
    public String name() {
        return "binary";
    }

    @Override
    public long parameter() {
        return 32 << 10;
    }

    @Override
    public void write(Problem problem, Steps steps) {
        TreeBcast.write(new KAry(problem.size(), 2), problem, problem.segments(this), steps);
    }

    @Override
    public Cost cost(Problem problem) {
        KAry tree = new KAry(problem.size(), 2);
        return PipelinedBcast.cost(problem, problem.segments(this), tree.degree(), tree.rounds());
    }
}
