package mpj.collectives.allgather;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Problem;
import mpj.collectives.Steps;

/**
 * For even p. Neighbours exchange blocks, alternately with the rank on either side. First they exchange their own
 * blocks. Then, in each of p/2 - 1 rounds, they exchange the two blocks that came last. This takes half the rounds of a
 * ring, and still only neighbours communicate. Chen, Zhang, Zhang and Yuan, "Performance evaluation of allgather
 * algorithms on terascale Linux cluster with fast Ethernet", 2005.
 *
 * <p>Cost, exact for blocks of one size: {@code p/2 α + (p-1) nβ}; p²/2 messages.
 */
public final class NeighborExchangeAllgather implements Algorithm {
    @Override
    public String name() {
        return "neighbor-exchange";
    }

    @Override
    public boolean fits(Problem problem) {
        return problem.size() % 2 == 0;
    }

    @Override
    public void write(Problem problem, Steps steps) {
        int size = problem.size();
        int rank = problem.rank();
        Assembly assembly = Assembly.start(problem, steps);
        boolean even = rank % 2 == 0;
        int partner = even ? rank + 1 : rank - 1;
        steps.exchange(partner, assembly.place(rank), assembly.length(rank),
            partner, assembly.place(partner), assembly.length(partner));
        // From now on blocks travel in pairs. The first pair contains this rank's own block; later pairs come
        // alternately from both sides.
        int leaving = rank & -2;
        for (int round = 1; round < size / 2; round++) {
            boolean backwards = even == (round % 2 == 1);
            partner = problem.around(backwards ? -1 : 1);
            int arriving = Math.floorMod((rank & -2) + (backwards ? -1 : 1) * ((round + 1) / 2 * 2), size);
            steps.exchange(partner, assembly.place(leaving), assembly.length(leaving, 2),
                partner, assembly.place(arriving), assembly.length(arriving, 2));
            leaving = arriving;
        }
        assembly.finish();
    }

    @Override
    public Cost cost(Problem problem) {
        return RecursiveDoublingAllgather.logarithmic(problem, problem.size() / 2);
    }
}
