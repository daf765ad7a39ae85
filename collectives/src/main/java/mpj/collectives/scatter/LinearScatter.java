package mpj.collectives.scatter;

import mpj.collectives.Algorithm;
import mpj.collectives.Blocks;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;
import mpj.collectives.gather.LinearGather;

/**
 * The root sends every rank its block, with all sends posted at once. No rank forwards anything. It serves Scatterv as
 * well. Pješivac-Grbović et al., "Performance analysis of MPI collective operations", 2007.
 *
 * <p>Cost, exact: {@code (p-1)(α + nβ)}; p - 1 messages.
 */
public final class LinearScatter implements Algorithm {
    @Override
    public String name() {
        return "linear";
    }

    @Override
    public void write(Problem problem, Steps steps) {
        if (problem.rank() != problem.root()) {
            steps.receive(problem.root(), Place.RECEIVE, problem.bytes());
            return;
        }
        Blocks blocks = problem.sent();
        for (int i = 1; i < problem.size(); i++) {
            int peer = problem.absolute(i);
            steps.send(peer, Place.SEND.plus(blocks.at(peer)), blocks.length(peer));
        }
        steps.copy(Place.SEND.plus(blocks.at(problem.root())), Place.RECEIVE, blocks.length(problem.root()));
    }

    @Override
    public Cost cost(Problem problem) {
        return LinearGather.cost(problem, problem.sent());
    }
}
