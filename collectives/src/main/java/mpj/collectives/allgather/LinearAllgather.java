package mpj.collectives.allgather;

import mpj.collectives.Algorithm;
import mpj.collectives.Blocks;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;

/**
 * Every rank sends its block to every other rank, all at once. Each begins with the rank after itself, so that they do
 * not all send to the same rank first. No rank forwards anything.
 *
 * <p>Cost, exact: {@code (p-1)(α + nβ)}; p(p-1) messages.
 */
public final class LinearAllgather implements Algorithm {
    @Override
    public String name() {
        return "linear";
    }

    @Override
    public void write(Problem problem, Steps steps) {
        Blocks blocks = problem.received();
        long own = blocks.length(problem.rank());
        for (int distance = 1; distance < problem.size(); distance++) {
            int source = problem.around(-distance);
            steps.receive(source, Place.RECEIVE.plus(blocks.at(source)), blocks.length(source));
        }
        for (int distance = 1; distance < problem.size(); distance++) {
            steps.send(problem.around(distance), Place.SEND, own);
        }
        steps.copy(Place.SEND, Place.RECEIVE.plus(blocks.at(problem.rank())), own);
    }

    @Override
    public Cost cost(Problem problem) {
        return RingAllgather.cost(problem.received(), problem.size());
    }
}
