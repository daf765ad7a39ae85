package mpj.collectives.reduce;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Problem;
import mpj.collectives.Segments;
import mpj.collectives.Steps;
import mpj.collectives.tree.KNomial;

/**
 * Combines up a binomial tree. In each round the number of ranks that still have a value to give halves. If the
 * operation does not commute, the tree starts at rank 0, which sends the result to the root. Johnsson and Ho, "Optimum
 * broadcasting and personalized communication in hypercubes", 1989; Thakur, Rabenseifner and Gropp, 2005.
 *
 * <p>Cost, exact: {@code ceil(log2 p)(α + nβ + nγ)}; p - 1 messages; if the operation does not commute and the root is
 * not rank 0, one more of each but γ.
 */
public final class BinomialReduce implements Algorithm {
    @Override
    public String name() {
        return "binomial";
    }

    @Override
    public void write(Problem problem, Steps steps) {
        KNomial tree = KNomial.binomial(problem.size());
        Segments whole = Segments.whole(problem.bytes(), problem.unit());
        if (problem.commutative()) {
            TreeReduce.write(tree, problem, whole, steps);
        } else {
            TreeReduce.writeInOrder(tree, problem, whole, steps);
        }
    }

    @Override
    public Cost cost(Problem problem) {
        return KNomialReduce.cost(KNomial.binomial(problem.size()), problem,
            Segments.whole(problem.bytes(), problem.unit()));
    }
}
