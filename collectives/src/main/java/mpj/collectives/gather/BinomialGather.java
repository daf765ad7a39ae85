package mpj.collectives.gather;

import mpj.collectives.Algorithm;
import mpj.collectives.Blocks;
import mpj.collectives.Cost;
import mpj.collectives.Problem;
import mpj.collectives.Steps;
import mpj.collectives.tree.KNomial;

/**
 * Gathers up a binomial tree. Each message carries the blocks of a whole subtree. Johnsson and Ho, "Optimum
 * broadcasting and personalized communication in hypercubes", 1989; Thakur, Rabenseifner and Gropp, 2005.
 *
 * <p>Cost, exact for p a power of two: {@code ceil(log2 p) α + (p-1) nβ}; p - 1 messages.
 */
public final class BinomialGather implements Algorithm {
    @Override
    public String name() {
        return "binomial";
    }

    @Override
    public void write(Problem problem, Steps steps) {
        TreeGather.write(KNomial.binomial(problem.size()), problem, steps);
    }

    @Override
    public Cost cost(Problem problem) {
        return BlockTree.cost(KNomial.binomial(problem.size()), new Blocks.Equal(problem.bytes()));
    }
}
