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
 * Works like ring, but a block goes around in segments of the parameter's size. Each segment leaves as soon as it is
 * combined, while the next one arrives. The operation must commute. Open MPI has it as segmented ring; the ring is that
 * of Patarasuk and Yuan, 2009.
 *
 * <p>Cost, exact for s segments of one size in each block: {@code (p-1)(s+1) α + 2(p-1)/p nβ}, p(p-1)(s+1) messages.
 * The reductions overlap with transfers, except that of one segment in each round.
 */
public final class SegmentedRingAllreduce implements Algorithm {
    private final Algorithm allgather = new RingAllgather();

    @Override
    public String name() {
        return "segmented-ring";
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
        Blocks blocks = Blocks.dividing(problem.bytes(), problem.unit(), problem.size());
        Place own = Place.RECEIVE.plus(blocks.at(problem.rank()));
        RingReduceScatter.write(problem.blocks(blocks, null), own, problem.parameter(this), steps);
        allgather.write(RingAllreduce.gathering(problem, blocks), steps.among(rank -> rank, own, Place.RECEIVE));
    }

    @Override
    public Cost cost(Problem problem) {
        Blocks blocks = Blocks.dividing(problem.bytes(), problem.unit(), problem.size());
        return RingReduceScatter.cost(problem.blocks(blocks, null), problem.parameter(this))
            .then(allgather.cost(RingAllreduce.gathering(problem, blocks)));
    }
}
