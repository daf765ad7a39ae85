package mpj.collectives.reduce;

import mpj.collectives.Algorithm;
import mpj.collectives.Blocks;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;
import mpj.collectives.tree.Folding;

/**
 * Recursive halving leaves each corner of a hypercube with one part of the result, and the parts are then gathered at
 * the root along the same cube. Each rank sends about n bytes in all, however many ranks there are. If the number of
 * ranks is not a power of two, some ranks first send to their neighbour. Operands stay in order. Rabenseifner,
 * "Optimization of collective reduction operations", 2004.
 *
 * <p>Cost, exact for p a power of two that divides n: {@code 2 log2 p α + 2 (p-1)/p nβ + (p-1)/p nγ}.
 */
public final class RabenseifnerReduce implements Algorithm {
    @Override
    public String name() {
        return "rabenseifner";
    }

    @Override
    public void write(Problem problem, Steps steps) {
        Folding folding = new Folding(problem.size());
        int rank = problem.rank();
        int root = problem.root();
        boolean atRoot = rank == root;
        int rootCorner = folding.isFolded(root) ? folding.corner(folding.holder(root)) : folding.corner(root);
        if (folding.isFolded(rank)) {
            steps.await(steps.send(folding.holder(rank), Place.SEND, problem.bytes()));
            if (atRoot) {
                steps.receive(folding.holder(rank), Place.RECEIVE, problem.bytes());
            }
            return;
        }
        int corner = folding.corner(rank);
        Place target = atRoot ? Place.RECEIVE : steps.work(problem.bytes());
        RecursiveHalving halving = RecursiveHalving.dividing(problem, folding, target, steps);
        halving.write();
        Blocks parts = halving.parts();
        // Goes back in reverse order, beginning with the last halves. Of two partners, the one that is not on the
        // root's side sends its parts and has finished.
        for (int mask = folding.corners() / 2; mask > 0; mask /= 2) {
            int partner = corner ^ mask;
            int count = folding.corners() / mask / 2;
            int own = halving.first(corner, count);
            int theirs = halving.first(partner, count);
            if ((corner & mask) != (rootCorner & mask)) {
                steps.send(folding.rank(partner), target.plus(parts.at(own)), parts.length(own, count));
                break;
            }
            steps.await(steps.receive(folding.rank(partner), target.plus(parts.at(theirs)),
                parts.length(theirs, count)));
        }
        if (corner == rootCorner && !atRoot) {
            steps.send(root, target, problem.bytes());
        }
    }

    @Override
    public Cost cost(Problem problem) {
        Folding folding = new Folding(problem.size());
        Cost halving = RecursiveHalving.cost(problem, folding);
        // Each part except the root's moves in every round until its holder has finished.
        Blocks parts = Blocks.dividing(problem.bytes(), problem.unit(), folding.corners());
        int rounds = Cost.log2(folding.corners());
        long messages = folding.corners() - 1L;
        long moved = problem.bytes() / folding.corners() * folding.corners() / 2 * rounds;
        Cost gathering = new Cost(messages, moved, rounds, problem.bytes() - parts.length(0), 0);
        Cost last = folding.isFolded(problem.root()) ? new Cost(1, problem.bytes(), 1, problem.bytes(), 0) : Cost.NONE;
        return halving.then(gathering).then(last);
    }
}
