package mpj.collectives.reduce;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Problem;
import mpj.collectives.Segments;
import mpj.collectives.Steps;
import mpj.collectives.tree.KAry;

/**
 * Combines up a chain of all ranks, in segments of the parameter's size. Every rank receives, combines and sends the
 * elements only once. With many segments the time hardly depends on p. The operation must commute. Pješivac-Grbović et
 * al., "Performance analysis of MPI collective operations", 2007.
 *
 * <p>Cost, exact for s segments of one size except for γ, which is an upper bound: {@code (p-2+s)(α + n/s β + n/s γ)};
 * s(p-1) messages.
 */
public final class PipelinedReduce implements Algorithm {
    @Override
    public String name() {
        return "pipelined";
    }

    @Override
    public long parameter() {
        return 64 << 10;
    }

    @Override
    public boolean fits(Problem problem) {
        return problem.commutative();
    }

    @Override
    public void write(Problem problem, Steps steps) {
        TreeReduce.write(KAry.chain(problem.size()), problem, problem.segments(this), steps);
    }

    @Override
    public Cost cost(Problem problem) {
        return cost(problem, problem.segments(this), 1, problem.size() - 1);
    }

    /**
     * The cost of a segmented tree in which the root receives a segment from all its children before the next segment.
     *
     * @param degree the number of the root's children
     * @param rounds the number of messages after which the root has the first segment
     */
    static Cost cost(Problem problem, Segments segments, int degree, int rounds) {
        long messages = problem.size() - 1L;
        long path = segments.count() == 0 || messages == 0 ? 0 : (segments.count() - 1L) * degree + rounds;
        long bytes = path * Math.min(segments.segment(), problem.bytes());
        return new Cost(segments.count() * messages, messages * problem.bytes(), path, bytes, bytes);
    }
}
