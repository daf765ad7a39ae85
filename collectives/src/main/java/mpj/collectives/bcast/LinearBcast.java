package mpj.collectives.bcast;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Problem;
import mpj.collectives.Segments;
import mpj.collectives.Steps;
import mpj.collectives.tree.Flat;

/**
 * The root sends to every rank. Pješivac-Grbović et al., "Performance analysis of MPI collective operations", 2007.
 *
 * <p>Cost, exact: {@code (p-1)(α + nβ)}; p - 1 messages.
 */
public final class LinearBcast implements Algorithm {
    @Override
    public String name() {
        return "linear";
    }

    @Override
    public void write(Problem problem, Steps steps) {
        TreeBcast.write(new Flat(problem.size()), problem, Segments.whole(problem.bytes(), problem.unit()), steps);
    }

    @Override
    public Cost cost(Problem problem) {
        long messages = problem.size() - 1L;
        return new Cost(messages, messages * problem.bytes(), messages, messages * problem.bytes(), 0);
    }
}
