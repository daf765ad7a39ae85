package mpj.collectives.reducescatter;

import mpj.collectives.Algorithm;
import mpj.collectives.Blocks;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;
import mpj.collectives.reduce.RecursiveHalving;
import mpj.collectives.tree.Folding;

/**
 * Works on a hypercube with near partners first, so that operands stay in order and any operation can be used. A corner
 * would end with the block whose number has the corner's bits in reverse. So the blocks are arranged in that order
 * before. If the number of ranks is not a power of two, some ranks first send everything to their neighbour, and get
 * their block from it at the end. Träff, "An improved algorithm for (non-commutative) reduce-scatter with an
 * application", 2005.
 *
 * <p>Cost, exact for p a power of two and blocks of one size: {@code log2 p α + (p-1)/p nβ + (p-1)/p nγ}; p log2 p
 * messages.
 */
public final class ButterflyReduceScatter implements Algorithm {
    @Override
    public String name() {
        return "butterfly";
    }

    @Override
    public void write(Problem problem, Steps steps) {
        Folding folding = new Folding(problem.size());
        Corners corners = new Corners(folding, problem.sent());
        int rank = problem.rank();
        int bits = Cost.log2(folding.corners());
        long[] lengths = new long[folding.corners()];
        for (int part = 0; part < lengths.length; part++) {
            lengths[part] = corners.length(reverse(part, bits));
        }
        Blocks parts = Blocks.successive(lengths);
        long all = parts.length(0, lengths.length);
        Place arranged = steps.work(all);
        for (int part = 0; part < lengths.length; part++) {
            steps.copy(Place.SEND.plus(corners.at(reverse(part, bits))), arranged.plus(parts.at(part)), lengths[part]);
        }
        if (folding.isFolded(rank)) {
            steps.await(steps.send(folding.holder(rank), arranged, all));
            steps.receive(folding.holder(rank), Place.RECEIVE, problem.sent().length(rank));
            return;
        }
        Place target = steps.work(all);
        new RecursiveHalving(problem, folding, arranged, target, parts, steps).write();
        Place own = target.plus(parts.at(reverse(folding.corner(rank), bits)));
        if (folding.isHolder(rank)) {
            long folded = problem.sent().length(folding.folded(rank));
            steps.send(folding.folded(rank), own, folded);
            own = own.plus(folded);
        }
        steps.copy(own, Place.RECEIVE, problem.sent().length(rank));
    }

    private static int reverse(int number, int bits) {
        return bits == 0 ? 0 : Integer.reverse(number) >>> Integer.SIZE - bits;
    }

    @Override
    public Cost cost(Problem problem) {
        return cost(problem, new Folding(problem.size()));
    }

    /** The cost, exact for p a power of two and blocks of one size. */
    static Cost cost(Problem problem, Folding folding) {
        long all = problem.sent().length(0, problem.size());
        Problem whole = problem.part(problem.rank(), problem.size(), 0, all);
        return all == 0 ? Cost.NONE : RecursiveHalving.cost(whole, folding)
            .then(folding.cost(problem.sent().length(0)));
    }
}
