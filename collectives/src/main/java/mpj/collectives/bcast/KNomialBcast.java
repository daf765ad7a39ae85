package mpj.collectives.bcast;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Problem;
import mpj.collectives.Segments;
import mpj.collectives.Steps;
import mpj.collectives.tree.KNomial;

/**
 * Broadcasts down a k-nomial tree. Each round multiplies the number of ranks that have the elements by k, which is the
 * parameter. The tree has fewer levels than a binomial tree, which helps if a rank can have several sends under way at
 * once. Patterson and Taboada et al. call it k-nomial; MPICH calls it a tree of type knomial_1.
 *
 * <p>Cost, exact: {@code (k-1) log_k p (α + nβ)} for p a power of k; p - 1 messages.
 */
public final class KNomialBcast implements Algorithm {
    @Override
    public String name() {
        return "k-nomial";
    }

    @Override
    public long parameter() {
        return 4;
    }

    private KNomial tree(Problem problem) {
        return new KNomial(problem.size(), (int) Math.max(2, problem.parameter(this)));
    }

    @Override
    public void write(Problem problem, Steps steps) {
        TreeBcast.write(tree(problem), problem, Segments.whole(problem.bytes(), problem.unit()), steps);
    }

    @Override
    public Cost cost(Problem problem) {
        long messages = problem.size() - 1L;
        long rounds = tree(problem).rounds();
        return new Cost(messages, messages * problem.bytes(), rounds, rounds * problem.bytes(), 0);
    }
}
