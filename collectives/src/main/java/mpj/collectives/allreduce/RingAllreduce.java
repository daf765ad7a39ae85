package mpj.collectives.allreduce;

import mpj.collectives.Algorithm;
import mpj.collectives.Blocks;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;
import mpj.collectives.allgather.RingAllgather;
import mpj.collectives.reducescatter.RingReduceScatter;

/**
 * The elements are cut into one block for each rank. Each block goes around the ring and is combined at every rank, and
 * then goes around once more as the result. Every rank sends {@code 2(p-1)/p n} bytes, the least possible, and only to
 * its neighbour. The operation must commute. Patarasuk and Yuan, "Bandwidth optimal all-reduce algorithms for clusters
 * of workstations", 2009.
 *
 * <p>Cost, exact where p divides n: {@code 2(p-1)(α + n/p β) + (p-1)/p nγ}; 2p(p-1) messages.
 */
public final class RingAllreduce implements Algorithm {
    private final Algorithm allgather = new RingAllgather();

    @Override
    public String name() {
        return "ring";
    }

    @Override
    public boolean fits(Problem problem) {
        return problem.commutative();
    }

    @Override
    public void write(Problem problem, Steps steps) {
        Blocks blocks = Blocks.dividing(problem.bytes(), problem.unit(), problem.size());
        Place own = Place.RECEIVE.plus(blocks.at(problem.rank()));
        RingReduceScatter.write(problem.blocks(blocks, null), own, Long.MAX_VALUE, steps);
        allgather.write(gathering(problem, blocks), steps.among(rank -> rank, own, Place.RECEIVE));
    }

    static Problem gathering(Problem problem, Blocks blocks) {
        return problem.part(problem.rank(), problem.size(), 0, blocks.length(problem.rank())).blocks(null, blocks);
    }

    @Override
    public Cost cost(Problem problem) {
        Blocks blocks = Blocks.dividing(problem.bytes(), problem.unit(), problem.size());
        return RingReduceScatter.cost(problem.blocks(blocks, null), Long.MAX_VALUE)
            .then(allgather.cost(gathering(problem, blocks)));
    }
}
