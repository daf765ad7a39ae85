package mpj.collectives.barrier;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Problem;
import mpj.collectives.Steps;

/**
 * Works like dissemination, but in each round a rank signals n other ranks at once, so that the number of ranks reached
 * grows by the factor n + 1. The parameter is n. Hoefler, Mehlan, Mietke and Rehm, "Fast barrier synchronization for
 * InfiniBand", 2006.
 *
 * <p>Cost, exact: {@code n ceil(log(n+1) p) α} if messages leave one after the other; p n messages in each round.
 */
public final class NWayDisseminationBarrier implements Algorithm {
    @Override
    public String name() {
        return "n-way-dissemination";
    }

    @Override
    public long parameter() {
        return 3;
    }

    @Override
    public void write(Problem problem, Steps steps) {
        int ways = ways(problem);
        for (long distance = 1; distance < problem.size(); distance *= ways + 1) {
            for (int way = 1; way <= ways; way++) {
                int offset = (int) (way * distance % problem.size());
                if (offset != 0) { // a rank need not signal itself
                    steps.hear(problem.around(-offset));
                    steps.signal(problem.around(offset));
                }
            }
            steps.awaitAll();
        }
    }

    private int ways(Problem problem) {
        return (int) Math.min(problem.parameter(this), Math.max(1, problem.size() - 1));
    }

    @Override
    public Cost cost(Problem problem) {
        int ways = ways(problem);
        long rounds = 0;
        for (long distance = 1; distance < problem.size(); distance *= ways + 1) {
            for (int way = 1; way <= ways; way++) {
                rounds += way * distance % problem.size() == 0 ? 0 : 1;
            }
        }
        return new Cost(problem.size() * rounds, 0, rounds, 0, 0);
    }
}
