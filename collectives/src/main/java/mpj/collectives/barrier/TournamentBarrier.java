package mpj.collectives.barrier;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Problem;
import mpj.collectives.Steps;
import mpj.collectives.tree.KNomial;

/**
 * Signals go up a binomial tree and down again. Hensgen, Finkel and Manber, "Two algorithms for barrier
 * synchronization", 1988: the tournament, in which the lower rank always wins.
 *
 * <p>Cost, exact: {@code 2 ceil(log2 p) α}; 2(p-1) messages.
 */
public final class TournamentBarrier implements Algorithm {
    @Override
    public String name() {
        return "binomial";
    }

    @Override
    public void write(Problem problem, Steps steps) {
        TreeBarrier.write(KNomial.binomial(problem.size()), problem, steps);
    }

    @Override
    public Cost cost(Problem problem) {
        return new Cost(2L * (problem.size() - 1), 0, 2L * Cost.log2(problem.size()), 0, 0);
    }
}
