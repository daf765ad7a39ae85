package mpj.collectives.allgather;

import mpj.collectives.Algorithm;
import mpj.collectives.Blocks;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;
import mpj.collectives.bcast.BinomialBcast;
import mpj.collectives.gather.BlockTree;
import mpj.collectives.tree.KNomial;

/**
 * All blocks go up a binomial tree to rank 0, and together down again. No algorithm has fewer messages.
 * Pješivac-Grbović et al., "Performance analysis of MPI collective operations", 2007.
 *
 * <p>Cost, exact for p a power of two: {@code 2 log2 p α + (p-1) nβ + log2 p · p nβ}; 2(p-1) messages.
 */
public final class GatherBcastAllgather implements Algorithm {
    private final Algorithm bcast = new BinomialBcast();

    @Override
    public String name() {
        return "gather-bcast";
    }

    @Override
    public void write(Problem problem, Steps steps) {
        Assembly assembly = Assembly.start(problem, steps);
        BlockTree.gather(KNomial.binomial(problem.size()), problem.rank(), assembly.base(), assembly.blocks(), steps);
        bcast.write(whole(problem, assembly.blocks()), steps.among(rank -> rank, Place.SEND, assembly.base()));
        assembly.finish();
    }

    private static Problem whole(Problem problem, Blocks blocks) {
        return problem.part(problem.rank(), problem.size(), 0, blocks.length(0, problem.size()));
    }

    @Override
    public Cost cost(Problem problem) {
        Blocks blocks = Blocks.packed(problem.received(), problem.size());
        return BlockTree.cost(KNomial.binomial(problem.size()), blocks).then(bcast.cost(whole(problem, blocks)));
    }
}
