package mpj.collectives.scan;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Problem;
import mpj.collectives.Steps;

/**
 * Goes along the chain of ranks, in segments of the parameter's size. While one segment is taken in, the next one
 * arrives. Any operation can be used. Sanders and Träff, "Parallel prefix (scan) algorithms for MPI", 2006.
 *
 * <p>Cost, exact for s segments of one size except for γ, which is an upper bound: {@code (p-2+s)(α + n/s β + n/s γ)};
 * s(p-1) messages.
 */
public final class PipelinedExscan implements Algorithm {
    @Override
    public String name() {
        return "pipelined";
    }

    @Override
    public long parameter() {
        return 32 << 10;
    }

    @Override
    public void write(Problem problem, Steps steps) {
        ChainScan.exclusive(problem, problem.segments(this), steps);
    }

    @Override
    public Cost cost(Problem problem) {
        return ChainScan.cost(problem, problem.segments(this));
    }
}
