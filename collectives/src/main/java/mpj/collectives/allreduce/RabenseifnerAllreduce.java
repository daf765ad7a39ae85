package mpj.collectives.allreduce;

import mpj.collectives.Algorithm;
import mpj.collectives.Blocks;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;
import mpj.collectives.reduce.RecursiveHalving;
import mpj.collectives.tree.Folding;

/**
 * Recursive halving leaves each corner of a hypercube with one part of the result, and recursive doubling then brings
 * all parts to all corners. Each rank sends about 2n bytes, however many ranks there are. If the number of ranks is not
 * a power of two, some ranks first send to their neighbour and get the result from it. Operands stay in order.
 * Rabenseifner, "Optimization of collective reduction operations", 2004.
 *
 * <p>Cost, exact for p a power of two that divides n: {@code 2 log2 p α + 2 (p-1)/p nβ + (p-1)/p nγ}; 2p log2 p
 * messages.
 */
public final class RabenseifnerAllreduce implements Algorithm {
    @Override
    public String name() {
        return "rabenseifner";
    }

    @Override
    public void write(Problem problem, Steps steps) {
        Folding folding = new Folding(problem.size());
        int rank = problem.rank();
        if (folding.isFolded(rank)) {
            steps.await(steps.send(folding.holder(rank), Place.SEND, problem.bytes()));
            steps.await(steps.receive(folding.holder(rank), Place.RECEIVE, problem.bytes()));
            return;
        }
        RecursiveHalving halving = RecursiveHalving.dividing(problem, folding, Place.RECEIVE, steps);
        halving.write();
        Blocks parts = halving.parts();
        int corner = folding.corner(rank);
        for (int mask = folding.corners() / 2; mask > 0; mask /= 2) {
            int partner = corner ^ mask;
            int count = folding.corners() / mask / 2;
            int own = halving.first(corner, count);
            int theirs = halving.first(partner, count);
            steps.exchange(folding.rank(partner), Place.RECEIVE.plus(parts.at(own)), parts.length(own, count),
                folding.rank(partner), Place.RECEIVE.plus(parts.at(theirs)), parts.length(theirs, count));
        }
        if (folding.isHolder(rank)) {
            steps.send(folding.folded(rank), Place.RECEIVE, problem.bytes());
        }
    }

    @Override
    public Cost cost(Problem problem) {
        if (problem.bytes() == 0) {
            return Cost.NONE;
        }
        Folding folding = new Folding(problem.size());
        long corners = folding.corners();
        int rounds = Cost.log2(folding.corners());
        long path = problem.bytes() / corners * (corners - 1);
        return RecursiveHalving.cost(problem, folding)
            .then(new Cost(corners * rounds, corners * path, rounds, path, 0)).then(folding.cost(problem.bytes()));
    }
}
