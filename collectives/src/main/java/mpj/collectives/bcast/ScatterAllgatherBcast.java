package mpj.collectives.bcast;

import mpj.collectives.Algorithm;
import mpj.collectives.Blocks;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;
import mpj.collectives.gather.BlockTree;
import mpj.collectives.tree.KNomial;

/**
 * Scatters the elements down a binomial tree, one block for each rank, and then gathers them on all ranks. With a ring
 * allgather this is van de Geijn's algorithm for long messages; with recursive doubling it is the one for medium
 * messages. Barnett, Gupta, Payne, Shuler, van de Geijn and Watts, "Building a high-performance collective
 * communication library", 1994; Thakur, Rabenseifner and Gropp, "Optimization of collective communication operations in
 * MPICH", 2005.
 *
 * <p>Cost, exact where p divides n: {@code ceil(log2 p) α + (p-1)/p nβ} for the scatter if p is a power of two, plus
 * the cost of the allgather.
 */
public final class ScatterAllgatherBcast implements Algorithm {
    private final String name;
    private final Algorithm allgather;

    /**
     * @param name the name of this algorithm
     * @param allgather gathers the blocks on all ranks
     */
    public ScatterAllgatherBcast(String name, Algorithm allgather) {
        this.name = name;
        this.allgather = allgather;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean fits(Problem problem) {
        return allgather.fits(problem);
    }

    private static Problem allgather(Problem problem, Blocks blocks) {
        int node = problem.relative();
        return problem.part(node, problem.size(), 0, blocks.length(node)).blocks(null, blocks);
    }

    @Override
    public void write(Problem problem, Steps steps) {
        Blocks blocks = Blocks.dividing(problem.bytes(), problem.unit(), problem.size());
        int node = problem.relative();
        Steps fromRoot = steps.among(problem::absolute, Place.RECEIVE.plus(blocks.at(node)), Place.RECEIVE);
        BlockTree.scatter(KNomial.binomial(problem.size()), node, Place.RECEIVE, blocks, fromRoot);
        allgather.write(allgather(problem, blocks), fromRoot);
    }

    @Override
    public Cost cost(Problem problem) {
        Blocks blocks = Blocks.dividing(problem.bytes(), problem.unit(), problem.size());
        return BlockTree.cost(KNomial.binomial(problem.size()), blocks)
            .then(allgather.cost(allgather(problem, blocks)));
    }
}
