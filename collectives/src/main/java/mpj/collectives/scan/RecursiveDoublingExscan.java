package mpj.collectives.scan;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Problem;
import mpj.collectives.Steps;

/**
 * Works like the scan by recursive doubling, but the result begins with the first value that comes from a lower rank.
 * Any operation can be used. Thakur, Rabenseifner and Gropp's recursive doubling, 2005, as MPICH uses it for scans.
 *
 * <p>Cost, exact for p a power of two except for γ, of which there is twice as much at worst:
 * {@code log2 p (α + nβ + nγ)}; p log2 p messages.
 */
public final class RecursiveDoublingExscan implements Algorithm {
    @Override
    public String name() {
        return "recursive-doubling";
    }

    @Override
    public void write(Problem problem, Steps steps) {
        RecursiveDoublingScan.write(problem, false, steps);
    }

    @Override
    public Cost cost(Problem problem) {
        return new RecursiveDoublingScan().cost(problem);
    }
}
