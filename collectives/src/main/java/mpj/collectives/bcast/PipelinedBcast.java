package mpj.collectives.bcast;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Problem;
import mpj.collectives.Segments;
import mpj.collectives.Steps;
import mpj.collectives.tree.KAry;

/**
 * Broadcasts down a chain of all ranks, in segments of the parameter's size. Every rank sends the elements only once,
 * which is the least possible. With many segments the time hardly depends on p. Pješivac-Grbović et al., "Performance
 * analysis of MPI collective operations", 2007.
 *
 * <p>Cost, exact for s segments of one size: {@code (p-2+s)(α + n/s β)}; s(p-1) messages.
 */
public final class PipelinedBcast implements Algorithm {
    @Override
    public String name() {
        return "pipelined";
    }

    @Override
    public long parameter() {
        return 64 << 10;
    }

    @Override
    public void write(Problem problem, Steps steps) {
        TreeBcast.write(KAry.chain(problem.size()), problem, problem.segments(this), steps);
    }

    @Override
    public Cost cost(Problem problem) {
        return cost(problem, problem.segments(this), 1, problem.size() - 1);
    }

    /**
     * The cost of a segmented tree in which the root sends a segment to all its children before the next segment.
     *
     * @param degree the number of the root's children
     * @param rounds the number of messages after which the last rank has the first segment
     */
    static Cost cost(Problem problem, Segments segments, int degree, int rounds) {
        long messages = problem.size() - 1L;
        long path = segments.count() == 0 || messages == 0 ? 0 : (segments.count() - 1L) * degree + rounds;
        return new Cost(segments.count() * messages, messages * problem.bytes(), path,
            path * Math.min(segments.segment(), problem.bytes()), 0);
    }
}
