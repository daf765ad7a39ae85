package mpj.collectives.gather;

import mpj.collectives.Algorithm;
import mpj.collectives.Blocks;
import mpj.collectives.Cost;
import mpj.collectives.Problem;
import mpj.collectives.Steps;
import mpj.collectives.tree.KNomial;

/**
 * Gathers up a k-nomial tree. Each message carries the blocks of a whole subtree. The parameter is k. Bruck et al.,
 * 1997, treat the general case of k ports; MPICH has it as a scheduled tree of any radix.
 *
 * <p>Cost, exact for p a power of k: {@code (k-1) log_k p α + (p-1) nβ}; p - 1 messages.
 */
public final class KNomialGather implements Algorithm {
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
        TreeGather.write(tree(problem), problem, steps);
    }

    @Override
    public Cost cost(Problem problem) {
        return BlockTree.cost(tree(problem), new Blocks.Equal(problem.bytes()));
    }
}
