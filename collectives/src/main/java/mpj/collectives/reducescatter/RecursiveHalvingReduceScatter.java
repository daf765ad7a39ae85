package mpj.collectives.reducescatter;

import mpj.collectives.Algorithm;
import mpj.collectives.Blocks;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;
import mpj.collectives.reduce.Accumulator;
import mpj.collectives.tree.Folding;

/**
 * Works on a hypercube. In each round, with far partners first, a corner gives its partner the half of its blocks that
 * the partner's side is to have, and combines the other half. The operation must commute. If the number of ranks is not
 * a power of two, some ranks first send everything to their neighbour, and get their block from it at the end. Thakur,
 * Rabenseifner and Gropp, "Optimization of collective communication operations in MPICH", 2005.
 *
 * <p>Cost, exact for p a power of two and blocks of one size: {@code log2 p α + (p-1)/p nβ + (p-1)/p nγ}; p log2 p
 * messages.
 */
public final class RecursiveHalvingReduceScatter implements Algorithm {
    @Override
    public String name() {
        return "recursive-halving";
    }

    @Override
    public boolean fits(Problem problem) {
        return problem.commutative();
    }

    @Override
    public void write(Problem problem, Steps steps) {
        Folding folding = new Folding(problem.size());
        Blocks blocks = problem.sent();
        long all = blocks.length(0, problem.size());
        int rank = problem.rank();
        if (folding.isFolded(rank)) {
            steps.await(steps.send(folding.holder(rank), Place.SEND, all));
            steps.receive(folding.holder(rank), Place.RECEIVE, blocks.length(rank));
            return;
        }
        Accumulator value = new Accumulator(steps, true, Place.SEND, steps.work(all), steps.work(all));
        if (folding.isHolder(rank)) {
            Place free = value.free();
            steps.await(steps.receive(folding.folded(rank), free, all));
            value.takeLower(free, 0, all);
        }
        Corners parts = new Corners(folding, blocks);
        int corner = folding.corner(rank);
        for (int count = folding.corners() / 2; count > 0; count /= 2) {
            int partner = corner ^ count;
            int kept = corner & -count;
            int given = partner & -count;
            Place free = value.free();
            steps.exchange(folding.rank(partner), value.value().plus(parts.at(given)), parts.length(given, count),
                folding.rank(partner), free.plus(parts.at(kept)), parts.length(kept, count));
            value.takeUpper(free, parts.at(kept), parts.length(kept, count));
        }
        steps.copy(value.value().plus(blocks.at(rank)), Place.RECEIVE, blocks.length(rank));
        if (folding.isHolder(rank)) {
            int folded = folding.folded(rank);
            steps.send(folded, value.value().plus(blocks.at(folded)), blocks.length(folded));
        }
    }

    @Override
    public Cost cost(Problem problem) {
        return ButterflyReduceScatter.cost(problem, new Folding(problem.size()));
    }
}
