package mpj.collectives.reduce;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Problem;
import mpj.collectives.Segments;
import mpj.collectives.Steps;
import mpj.collectives.tree.KAry;

/**
 * Up a chain of all ranks, in segments of the parameter's size: every rank receives, combines and sends the elements
 * once only; with many segments the time hardly depends on p. For operations that commute. Pješivac-Grbović et al.,
 * "Performance analysis of MPI collective operations", 2007.
 *
 * <p>Cost, exact for s segments of one size but for γ, which is an upper bound:
 * {@code (p-2+s)(α + n/s β + n/s γ)}; s(p-1) messages.
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
     * What a segmented tree costs: the root hears a segment from all its children before the next one.
     *
     * @param degree the number of the root's children
     * @param rounds when the root has the first segment, in messages
     */
    static Cost cost(Problem problem, Segments segments, int degree, int rounds) {
        long messages = problem.size() - 1L;
        long path = segments.count() == 0 || messages == 0 ? 0 : (segments.count() - 1L) * degree + rounds;
        long bytes = path * Math.min(segments.segment(), problem.bytes());
        return new Cost(segments.count() * messages, messages * problem.bytes(), path, bytes, bytes);
    }
}
