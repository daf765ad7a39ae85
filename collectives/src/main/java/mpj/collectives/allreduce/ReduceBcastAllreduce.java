package mpj.collectives.allreduce;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Problem;
import mpj.collectives.Steps;

/**
 * Operands are combined up a binomial tree to rank 0, and the result goes down again. No algorithm has fewer messages.
 * Pješivac-Grbović et al., "Performance analysis of MPI collective operations", 2007.
 *
 * <p>Cost, exact: {@code 2 ceil(log2 p)(α + nβ) + ceil(log2 p) nγ}; 2(p-1) messages.
 */
public final class ReduceBcastAllreduce implements Algorithm {
    private final String name;
    private final Algorithm reduce;
    private final Algorithm bcast;

    /**
     * @param name the name of this algorithm
     * @param reduce combines the operands at rank 0
     * @param bcast sends the result to all ranks
     */
    public ReduceBcastAllreduce(String name, Algorithm reduce, Algorithm bcast) {
        this.name = name;
        this.reduce = reduce;
        this.bcast = bcast;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean fits(Problem problem) {
        return reduce.fits(problem);
    }

    @Override
    public long parameter() {
        return bcast.parameter();
    }

    @Override
    public void write(Problem problem, Steps steps) {
        reduce.write(problem, steps);
        steps.awaitAll();
        bcast.write(problem, steps);
    }

    @Override
    public Cost cost(Problem problem) {
        return reduce.cost(problem).then(bcast.cost(problem));
    }
}
