package mpj.collectives.reduce;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Problem;
import mpj.collectives.Steps;
import mpj.collectives.tree.KAry;

/**
 * Combines up the complete four-ary tree, in segments of the parameter's size. The operation must commute. Taboada et
 * al., "F-MPJ: scalable Java message-passing communications on parallel systems", 2012.
 *
 * <p>Cost, exact for s segments of one size except for γ, which is an upper bound:
 * {@code (4(s-1) + d)(α + n/s β + n/s γ)}, where d is at most 4 for each level; s(p-1) messages.
 */
public final class FourAryReduce implements Algorithm {
    @Override
    public String name() {
        return "four-ary";
    }

    @Override
    public long parameter() {
        return 32 << 10;
    }

    @Override
    public boolean fits(Problem problem) {
        return problem.commutative();
    }

    @Override
    public void write(Problem problem, Steps steps) {
        TreeReduce.write(new KAry(problem.size(), 4), problem, problem.segments(this), steps);
    }

    @Override
    public Cost cost(Problem problem) {
        KAry tree = new KAry(problem.size(), 4);
        return PipelinedReduce.cost(problem, problem.segments(this), tree.degree(), tree.rounds());
    }
}
