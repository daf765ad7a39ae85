package mpj.collectives.allgather;

import mpj.collectives.Algorithm;
import mpj.collectives.Blocks;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;

/**
 * Each rank collects the blocks of the ranks that follow it, counted from itself. In each round it multiplies the
 * number of its blocks by the radix, which is the parameter: it receives from the ranks that many further on, all at
 * once. This works for any p. Bruck, Ho, Kipnis, Upfal and Weathersby, "Efficient algorithms for all-to-all
 * communications in multiport message-passing systems", 1997.
 *
 * <p>Cost, exact for blocks of one size: {@code (r-1) log_r p α + (p-1) nβ} for p a power of the radix r, with as many
 * messages of each rank. The blocks are copied once more, because they arrive rotated.
 */
public final class BruckAllgather implements Algorithm {
    @Override
    public String name() {
        return "bruck";
    }

    @Override
    public long parameter() {
        return 2;
    }

    private int radix(Problem problem) {
        return (int) Math.max(2, problem.parameter(this));
    }

    /** The blocks counted from this rank, one after the other. */
    private static Blocks rotated(Problem problem) {
        if (problem.received() instanceof Blocks.Equal equal) {
            return equal;
        }
        long[] lengths = new long[problem.size()];
        for (int i = 0; i < lengths.length; i++) {
            lengths[i] = problem.received().length(problem.around(i));
        }
        return Blocks.successive(lengths);
    }

    @Override
    public void write(Problem problem, Steps steps) {
        int size = problem.size();
        Blocks blocks = rotated(problem);
        Place base = steps.work(blocks.length(0, size));
        steps.copy(Place.SEND, base, blocks.length(0));
        for (long have = 1; have < size; have *= radix(problem)) {
            for (int digit = 1; digit < radix(problem) && digit * have < size; digit++) {
                int distance = (int) (digit * have);
                int count = (int) Math.min(have, size - distance);
                steps.receive(problem.around(distance), base.plus(blocks.at(distance)), blocks.length(distance, count));
            }
            for (int digit = 1; digit < radix(problem) && digit * have < size; digit++) {
                int distance = (int) (digit * have);
                int count = (int) Math.min(have, size - distance);
                steps.send(problem.around(-distance), base, blocks.length(0, count));
            }
            steps.awaitAll();
        }
        for (int i = 0; i < size; i++) {
            steps.copy(base.plus(blocks.at(i)), Place.RECEIVE.plus(problem.received().at(problem.around(i))),
                blocks.length(i));
        }
    }

    @Override
    public Cost cost(Problem problem) {
        int messages = 0;
        for (long have = 1; have < problem.size(); have *= radix(problem)) {
            messages += (int) Math.min(radix(problem) - 1, (problem.size() - 1) / have);
        }
        return RecursiveDoublingAllgather.logarithmic(problem, messages);
    }
}
