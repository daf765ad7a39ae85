package mpj.collectives.alltoall;

import mpj.collectives.Algorithm;
import mpj.collectives.Blocks;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;

/**
 * For powers of two. In round k a rank exchanges blocks with the rank whose number is its own xor k, so both
 * communicate with nobody else meanwhile. It serves Alltoallv as well. Thakur, Rabenseifner and Gropp, "Optimization of
 * collective communication operations in MPICH", 2005.
 *
 * <p>Cost, exact for blocks of one size: {@code (p-1)(α + nβ)}; p(p-1) messages.
 */
public final class PairwiseExchangeAlltoall implements Algorithm {
    @Override
    public String name() {
        return "pairwise-exchange";
    }

    @Override
    public boolean fits(Problem problem) {
        return Integer.bitCount(problem.size()) == 1;
    }

    @Override
    public void write(Problem problem, Steps steps) {
        Blocks sent = problem.sent();
        Blocks received = problem.received();
        LinearAlltoall.copyOwn(problem, steps);
        for (int round = 1; round < problem.size(); round++) {
            int partner = problem.rank() ^ round;
            steps.exchange(partner, Place.SEND.plus(sent.at(partner)), sent.length(partner),
                partner, Place.RECEIVE.plus(received.at(partner)), received.length(partner));
        }
    }

    @Override
    public Cost cost(Problem problem) {
        return LinearAlltoall.cost(problem.size(), problem.bytes());
    }
}
