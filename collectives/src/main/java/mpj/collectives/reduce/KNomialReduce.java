package mpj.collectives.reduce;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Problem;
import mpj.collectives.Segments;
import mpj.collectives.Steps;
import mpj.collectives.tree.KNomial;

/**
 * Combines up a k-nomial tree, where k is the parameter. The tree has fewer levels than a binomial tree, and each level
 * has k - 1 receives at once. If the operation does not commute, the tree starts at rank 0, which sends the result to
 * the root. MPICH has trees of any radix; Taboada et al., 2012.
 *
 * <p>Cost, exact for p a power of k: {@code (k-1) log_k p (α + nβ + nγ)}; p - 1 messages; if the operation does not
 * commute and the root is not rank 0, one more of each but γ.
 */
public final class KNomialReduce implements Algorithm {
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
        if (problem.commutative()) {
            TreeReduce.write(tree(problem), problem, Segments.whole(problem.bytes(), problem.unit()), steps);
        } else {
            TreeReduce.writeInOrder(tree(problem), problem, Segments.whole(problem.bytes(), problem.unit()), steps);
        }
    }

    @Override
    public Cost cost(Problem problem) {
        return cost(tree(problem), problem, Segments.whole(problem.bytes(), problem.unit()));
    }

    /** The cost of a k-nomial tree, in segments. */
    static Cost cost(KNomial tree, Problem problem, Segments segments) {
        long messages = problem.size() - 1L;
        long rounds = tree.rounds();
        long count = segments.count();
        Cost up = new Cost(count * messages, messages * problem.bytes(), count * rounds, rounds * problem.bytes(),
            rounds * problem.bytes());
        boolean moves = !problem.commutative() && problem.root() != tree.root();
        return moves ? up.then(new Cost(count, problem.bytes(), 1, problem.bytes() / Math.max(1, count), 0)) : up;
    }
}
