package mpj.collectives.bcast;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Problem;
import mpj.collectives.Steps;
import mpj.collectives.tree.KNomial;

/**
 * Broadcasts down a binomial tree in segments of the parameter's size, so that a rank passes on the first segments
 * while the others arrive. Pješivac-Grbović et al., "Performance analysis of MPI collective operations", 2007.
 *
 * <p>Cost, exact for s segments of one size: {@code s ceil(log2 p)(α + n/s β)}, the root's own sends; s(p-1) messages.
 */
public final class SegmentedBinomialBcast implements Algorithm {
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
        TreeBcast.write(KNomial.binomial(problem.size()), problem, problem.segments(this), steps);
    }

    @Override
    public Cost cost(Problem problem) {
        long messages = problem.size() - 1L;
        long rounds = Cost.log2(problem.size());
        int segments = problem.segments(this).count();
        return new Cost(segments * messages, messages * problem.bytes(), segments * rounds, rounds * problem.bytes(),
            0);
    }
}
