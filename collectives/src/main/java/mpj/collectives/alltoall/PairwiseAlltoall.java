package mpj.collectives.alltoall;

import mpj.collectives.Algorithm;
import mpj.collectives.Blocks;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;

/**
 * In round k each rank sends to the rank k further on, receives from the rank k before, and waits for both. So exactly
 * one rank sends to each rank at a time. It serves Alltoallv as well. Thakur, Rabenseifner and Gropp, "Optimization of
 * collective communication operations in MPICH", 2005.
 *
 * <p>Cost, exact for blocks of one size: {@code (p-1)(α + nβ)}; p(p-1) messages.
 */
public final class PairwiseAlltoall implements Algorithm {
    @Override
    public String name() {
        return "pairwise";
    }

    @Override
    public void write(Problem problem, Steps steps) {
        Blocks sent = problem.sent();
        Blocks received = problem.received();
        LinearAlltoall.copyOwn(problem, steps);
        for (int distance = 1; distance < problem.size(); distance++) {
            int dest = problem.around(distance);
            int source = problem.around(-distance);
            steps.exchange(dest, Place.SEND.plus(sent.at(dest)), sent.length(dest),
                source, Place.RECEIVE.plus(received.at(source)), received.length(source));
        }
    }

    @Override
    public Cost cost(Problem problem) {
        return LinearAlltoall.cost(problem.size(), problem.bytes());
    }
}
