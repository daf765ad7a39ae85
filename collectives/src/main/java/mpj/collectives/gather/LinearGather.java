package mpj.collectives.gather;

import mpj.collectives.Algorithm;
import mpj.collectives.Blocks;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;

/**
 * Every rank sends to the root, which has all receives posted from the start. No rank forwards anything. It serves
 * Gatherv as well. Pješivac-Grbović et al., "Performance analysis of MPI collective operations", 2007.
 *
 * <p>Cost, exact: {@code (p-1)(α + nβ)}; p - 1 messages.
 */
public final class LinearGather implements Algorithm {
    @Override
    public String name() {
        return "linear";
    }

    @Override
    public void write(Problem problem, Steps steps) {
        if (problem.rank() != problem.root()) {
            steps.send(problem.root(), Place.SEND, problem.bytes());
            return;
        }
        Blocks blocks = problem.received();
        for (int i = 1; i < problem.size(); i++) {
            int source = problem.absolute(i);
            steps.receive(source, Place.RECEIVE.plus(blocks.at(source)), blocks.length(source));
        }
        steps.copy(Place.SEND, Place.RECEIVE.plus(blocks.at(problem.root())), blocks.length(problem.root()));
    }

    @Override
    public Cost cost(Problem problem) {
        return cost(problem, problem.received());
    }

    /** The cost, exact for a root that receives or sends one message after the other. */
    public static Cost cost(Problem problem, Blocks blocks) {
        long messages = 0;
        long bytes = 0;
        for (int i = 0; i < problem.size(); i++) {
            if (i != problem.root() && blocks.length(i) > 0) {
                messages++;
                bytes += blocks.length(i);
            }
        }
        return new Cost(messages, bytes, messages, bytes, 0);
    }
}
