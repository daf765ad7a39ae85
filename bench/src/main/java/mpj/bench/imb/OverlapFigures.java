package mpj.bench.imb;

import java.util.Comparator;
import java.util.List;

/**
 * The figures in the line of a non-blocking collective with overlap. They are those of the slowest rank.
 *
 * @param overlapped microseconds of a call with its completion and the computation between them
 * @param pure microseconds of a call and its completion alone
 * @param computing microseconds of the computation
 * @param percent how much of the shorter of the two, call and computation, was hidden behind the longer one: 0 to 100
 */
record OverlapFigures(double overlapped, double pure, double computing, double percent) {
    private static final double MICRO = 1e6;

    static OverlapFigures of(List<Timing> ranks) {
        Timing slowest = ranks.stream().max(Comparator.comparingDouble(Timing::overlapped)).orElseThrow();
        double hidden = slowest.pure() + slowest.computing() - slowest.overlapped();
        double longer = Math.max(slowest.pure(), slowest.computing());
        return new OverlapFigures(MICRO * slowest.overlapped(), MICRO * slowest.pure(), MICRO * slowest.computing(),
            longer <= 0 ? 0 : 100 * Math.clamp(hidden / longer, 0, 1));
    }
}
