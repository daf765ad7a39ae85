package mpj.collectives.scatter;

import mpj.collectives.Algorithm;
import mpj.collectives.Blocks;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;
import mpj.collectives.gather.LinearGather;

/**
 * Works like linear, but only a limited number of sends is under way at once, which is the parameter. It serves
 * Scatterv as well. Open MPI calls it linear with a limit on requests.
 *
 * <p>Cost, exact: {@code (p-1)(α + nβ)}; p - 1 messages.
 */
public final class BoundedLinearScatter implements Algorithm {
    @Override
    public String name() {
        return "bounded-linear";
    }

    @Override
    public long parameter() {
        return 4;
    }

    @Override
    public void write(Problem problem, Steps steps) {
        if (problem.rank() != problem.root()) {
            steps.receive(problem.root(), Place.RECEIVE, problem.bytes());
            return;
        }
        Blocks blocks = problem.sent();
        int[] requests = new int[problem.size()];
        int limit = (int) Math.min(problem.parameter(this), problem.size());
        for (int i = 1; i < problem.size(); i++) {
            if (i > limit) {
                steps.await(requests[i - limit]);
            }
            int peer = problem.absolute(i);
            requests[i] = steps.send(peer, Place.SEND.plus(blocks.at(peer)), blocks.length(peer));
        }
        steps.copy(Place.SEND.plus(blocks.at(problem.root())), Place.RECEIVE, blocks.length(problem.root()));
    }

    @Override
    public Cost cost(Problem problem) {
        return LinearGather.cost(problem, problem.sent());
    }
}
