package mpj.collectives.barrier;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Problem;
import mpj.collectives.Steps;
import mpj.collectives.tree.Folding;

/**
 * In round k each rank and the rank whose number differs in bit k signal each other. If the number of ranks is not a
 * power of two, some ranks first signal their neighbour, and get its signal afterwards. Thakur, Rabenseifner and Gropp,
 * "Optimization of collective communication operations in MPICH", 2005.
 *
 * <p>Cost, exact: {@code floor(log2 p) α}, and two more if p is not a power of two.
 */
public final class RecursiveDoublingBarrier implements Algorithm {
    @Override
    public String name() {
        return "recursive-doubling";
    }

    @Override
    public void write(Problem problem, Steps steps) {
        Folding folding = new Folding(problem.size());
        int rank = problem.rank();
        if (folding.isFolded(rank)) {
            steps.signal(folding.holder(rank));
            steps.hear(folding.holder(rank));
            return;
        }
        if (folding.isHolder(rank)) {
            steps.hear(folding.folded(rank));
            steps.awaitAll();
        }
        int corner = folding.corner(rank);
        for (int mask = 1; mask < folding.corners(); mask *= 2) {
            int partner = folding.rank(corner ^ mask);
            steps.hear(partner);
            steps.signal(partner);
            steps.awaitAll();
        }
        if (folding.isHolder(rank)) {
            steps.signal(folding.folded(rank));
        }
    }

    @Override
    public Cost cost(Problem problem) {
        Folding folding = new Folding(problem.size());
        int rounds = Cost.log2(folding.corners());
        return new Cost((long) folding.corners() * rounds, 0, rounds, 0, 0).then(folding.cost(0)).then(folding.cost(0));
    }
}
