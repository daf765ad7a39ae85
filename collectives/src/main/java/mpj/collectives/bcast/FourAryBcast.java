package mpj.collectives.bcast;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Problem;
import mpj.collectives.Steps;
import mpj.collectives.tree.KAry;

/**
 * Broadcasts down the complete four-ary tree, in segments of the parameter's size. Taboada et al., "F-MPJ: scalable
 * Java message-passing communications on parallel systems", 2012, use four-ary trees in shared memory.
 *
 * <p>Cost, exact for s segments of one size: {@code (4(s-1) + d)(α + n/s β)}, where d is at most 4 for each level;
 * s(p-1) messages.
 */
public final class FourAryBcast implements Algorithm {
    @Override
    public String name() {
        return "four-ary";
    }

    @Override
    public long parameter() {
        return 32 << 10;
    }

    @Override
    public void write(Problem problem, Steps steps) {
        TreeBcast.write(new KAry(problem.size(), 4), problem, problem.segments(this), steps);
    }

    @Override
    public Cost cost(Problem problem) {
        KAry tree = new KAry(problem.size(), 4);
        return PipelinedBcast.cost(problem, problem.segments(this), tree.degree(), tree.rounds());
    }
}
