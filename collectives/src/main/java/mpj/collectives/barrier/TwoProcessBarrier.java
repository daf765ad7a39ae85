package mpj.collectives.barrier;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Problem;
import mpj.collectives.Steps;

/**
 * Two ranks signal each other. Other algorithms do the same for two ranks, after some arithmetic.
 *
 * <p>Cost, exact: {@code α}; two messages.
 */
public final class TwoProcessBarrier implements Algorithm {
    @Override
    public String name() {
        return "two-process";
    }

    @Override
    public boolean fits(Problem problem) {
        return problem.size() == 2;
    }

    @Override
    public void write(Problem problem, Steps steps) {
        steps.hear(1 - problem.rank());
        steps.signal(1 - problem.rank());
    }

    @Override
    public Cost cost(Problem problem) {
        return new Cost(2, 0, 1, 0, 0);
    }
}
