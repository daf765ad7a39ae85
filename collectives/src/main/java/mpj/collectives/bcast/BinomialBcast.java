package mpj.collectives.bcast;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Problem;
import mpj.collectives.Segments;
import mpj.collectives.Steps;
import mpj.collectives.tree.KNomial;

/**
 * Broadcasts down a binomial tree, also called minimum spanning tree. In each round the number of ranks that have the
 * elements doubles. Johnsson and Ho, "Optimum broadcasting and personalized communication in hypercubes", 1989.
 *
 * <p>Cost, exact: {@code ceil(log2 p)(α + nβ)}; p - 1 messages.
 */
public final class BinomialBcast implements Algorithm {
    @Override
    public String name() {
        return "binomial";
    }

    @Override
    public void write(Problem problem, Steps steps) {
        TreeBcast.write(KNomial.binomial(problem.size()), problem, Segments.whole(problem.bytes(), problem.unit()),
            steps);
    }

    @Override
    public Cost cost(Problem problem) {
        long messages = problem.size() - 1L;
        long rounds = Cost.log2(problem.size());
        return new Cost(messages, messages * problem.bytes(), rounds, rounds * problem.bytes(), 0);
    }
}
