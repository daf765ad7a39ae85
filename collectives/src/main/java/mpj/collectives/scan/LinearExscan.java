package mpj.collectives.scan;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Problem;
import mpj.collectives.Segments;
import mpj.collectives.Steps;

/**
 * Goes along the chain of ranks. Each rank takes in the value of the ranks before it and sends it on. Any operation can
 * be used. Sanders and Träff, "Parallel prefix (scan) algorithms for MPI", 2006.
 *
 * <p>Cost, exact: {@code (p-1)(α + nβ + nγ)}; p - 1 messages.
 */
public final class LinearExscan implements Algorithm {
    @Override
    public String name() {
        return "linear";
    }

    @Override
    public void write(Problem problem, Steps steps) {
        ChainScan.exclusive(problem, Segments.whole(problem.bytes(), problem.unit()), steps);
    }

    @Override
    public Cost cost(Problem problem) {
        return ChainScan.cost(problem, Segments.whole(problem.bytes(), problem.unit()));
    }
}
