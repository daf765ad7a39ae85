package mpj.collectives.barrier;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Problem;
import mpj.collectives.Steps;

/**
 * In round k each rank signals the rank 2^k further on, and waits for a signal from the rank 2^k before it. After log2
 * p rounds every rank has heard of every other. Hensgen, Finkel and Manber, "Two algorithms for barrier
 * synchronization", 1988.
 *
 * <p>Cost, exact: {@code ceil(log2 p) α}; p messages in each round.
 */
public final class DisseminationBarrier implements Algorithm {
    @Override
    public String name() {
        return "dissemination";
    }

    @Override
    public void write(Problem problem, Steps steps) {
        for (int distance = 1; distance < problem.size(); distance *= 2) {
            steps.hear(problem.around(-distance));
            steps.signal(problem.around(distance));
            steps.awaitAll();
        }
    }

    @Override
    public Cost cost(Problem problem) {
        int rounds = Cost.log2(problem.size());
        return new Cost((long) problem.size() * rounds, 0, rounds, 0, 0);
    }
}
