package mpj.collectives.reduce;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Problem;
import mpj.collectives.Steps;
import mpj.collectives.tree.KNomial;

/**
 * Combines up a binomial tree in segments of the parameter's size. One segment is combined while the next arrives.
 * Pješivac-Grbović et al., "Performance analysis of MPI collective operations", 2007.
 *
 * <p>Cost, exact for s segments of one size: {@code s ceil(log2 p)(α + n/s β)}, while the reductions overlap with this,
 * except the last; s(p-1) messages.
 */
public final class SegmentedBinomialReduce implements Algorithm {
    @Override
    public String name() {
        return "segmented-binomial";
    }

    @Override
    public long parameter() {
        return 32 << 10;
    }

    @Override
    public void write(Problem problem, Steps steps) {
        if (problem.commutative()) {
            TreeReduce.write(KNomial.binomial(problem.size()), problem, problem.segments(this), steps);
        } else {
            TreeReduce.writeInOrder(KNomial.binomial(problem.size()), problem, problem.segments(this), steps);
        }
    }

    @Override
    public Cost cost(Problem problem) {
        return KNomialReduce.cost(KNomial.binomial(problem.size()), problem, problem.segments(this));
    }
}
