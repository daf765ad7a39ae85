package mpj.collectives.barrier;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Problem;
import mpj.collectives.Steps;
import mpj.collectives.tree.Flat;

/**
 * Rank 0 waits for a signal from every other rank, and then signals every other rank. Pješivac-Grbović et al.,
 * "Performance analysis of MPI collective operations", 2007.
 *
 * <p>Cost, exact: {@code 2(p-1) α}; 2(p-1) messages.
 */
public final class LinearBarrier implements Algorithm {
    @Override
    public String name() {
        return "linear";
    }

    @Override
    public void write(Problem problem, Steps steps) {
        TreeBarrier.write(new Flat(problem.size()), problem, steps);
    }

    @Override
    public Cost cost(Problem problem) {
        long messages = 2L * (problem.size() - 1);
        return new Cost(messages, 0, messages, 0, 0);
    }
}
