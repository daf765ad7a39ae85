package mpj.collectives.reducescatter;

import mpj.collectives.Algorithm;
import mpj.collectives.Blocks;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;
import mpj.collectives.reduce.Accumulator;

/**
 * In round k each rank sends the rank k further on that rank's block, and combines its own block with the data from the
 * rank k before. No rank forwards anything. The operation must commute. Thakur, Rabenseifner and Gropp, "Optimization
 * of collective communication operations in MPICH", 2005.
 *
 * <p>Cost, exact for blocks of one size: {@code (p-1)(α + n/p β + n/p γ)}; p(p-1) messages.
 */
public final class PairwiseReduceScatter implements Algorithm {
    @Override
    public String name() {
        return "pairwise";
    }

    @Override
    public boolean fits(Problem problem) {
        return problem.commutative();
    }

    @Override
    public void write(Problem problem, Steps steps) {
        Blocks blocks = problem.sent();
        long own = blocks.length(problem.rank());
        Accumulator value = new Accumulator(steps, true, Place.SEND.plus(blocks.at(problem.rank())), Place.RECEIVE,
            steps.work(problem.size() > 2 ? own : 0));
        for (int distance = 1; distance < problem.size(); distance++) {
            int dest = problem.around(distance);
            Place free = value.free();
            steps.exchange(dest, Place.SEND.plus(blocks.at(dest)), blocks.length(dest),
                problem.around(-distance), free, own);
            value.takeUpper(free, 0, own);
        }
        value.finish(0, own);
    }

    @Override
    public Cost cost(Problem problem) {
        return RingReduceScatter.cost(problem, Long.MAX_VALUE);
    }
}
