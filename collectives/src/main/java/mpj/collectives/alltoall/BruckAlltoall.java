package mpj.collectives.alltoall;

import java.util.stream.IntStream;
import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;

/**
 * Blocks travel along the digits of their distance, written to base r. In one step all blocks whose distance has the
 * same digit in the same position move on together by that much. So a rank sends {@code (r-1) log_r p} messages instead
 * of p - 1, and each block up to {@code log_r p} times. The parameter is r. Bruck, Ho, Kipnis, Upfal and Weathersby,
 * "Efficient algorithms for all-to-all communications in multiport message-passing systems", 1997.
 *
 * <p>Cost, exact for p a power of r: {@code (r-1) log_r p (α + p/r nβ)}.
 */
public final class BruckAlltoall implements Algorithm {
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

    @Override
    public void write(Problem problem, Steps steps) {
        int size = problem.size();
        long bytes = problem.bytes();
        int radix = radix(problem);
        // Block i is for the rank i further on. At the end, block i is from the rank i before.
        Place blocks = steps.work(size * bytes);
        Place leaving = steps.work(size * bytes);
        Place arriving = steps.work(size * bytes);
        for (int i = 0; i < size; i++) {
            steps.copy(Place.SEND.plus(problem.sent().at(problem.around(i))), blocks.plus(i * bytes), bytes);
        }
        for (long weight = 1; weight < size; weight *= radix) {
            for (int digit = 1; digit < radix && digit * weight < size; digit++) {
                int[] moving = moving(size, weight, digit, radix);
                for (int i = 0; i < moving.length; i++) {
                    steps.copy(blocks.plus(moving[i] * bytes), leaving.plus(i * bytes), bytes);
                }
                int distance = (int) (digit * weight);
                steps.exchange(problem.around(distance), leaving, moving.length * bytes,
                    problem.around(-distance), arriving, moving.length * bytes);
                for (int i = 0; i < moving.length; i++) {
                    steps.copy(arriving.plus(i * bytes), blocks.plus(moving[i] * bytes), bytes);
                }
            }
        }
        for (int i = 0; i < size; i++) {
            steps.copy(blocks.plus(i * bytes), Place.RECEIVE.plus(problem.received().at(problem.around(-i))), bytes);
        }
    }

    /** The blocks whose distance has this digit in the position of this weight. */
    private static int[] moving(int size, long weight, int digit, int radix) {
        return IntStream.range(0, size).filter(i -> i / weight % radix == digit).toArray();
    }

    @Override
    public Cost cost(Problem problem) {
        int size = problem.size();
        int radix = radix(problem);
        long rounds = 0;
        long blocks = 0;
        for (long weight = 1; weight < size; weight *= radix) {
            rounds += Math.min(radix - 1, (size - 1) / weight);
            for (int i = 0; i < size; i++) {
                blocks += i / weight % radix == 0 ? 0 : 1;
            }
        }
        long bytes = blocks * problem.bytes();
        return bytes == 0 ? Cost.NONE : new Cost(size * rounds, size * bytes, rounds, bytes, 0);
    }
}
