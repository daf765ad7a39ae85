package mpj.collectives.gather;

import mpj.collectives.Algorithm;
import mpj.collectives.Blocks;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;

/**
 * Works like linear, but the root has only a limited number of receives posted at once, which is the parameter. This
 * limits what the root must keep track of, and with large messages it limits the transfers that compete. It serves
 * Gatherv as well. Open MPI's linear gather with synchronization sets the same limit.
 *
 * <p>Cost, exact: {@code (p-1)(α + nβ)}; p - 1 messages.
 */
public final class BoundedLinearGather implements Algorithm {
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
            steps.send(problem.root(), Place.SEND, problem.bytes());
            return;
        }
        Blocks blocks = problem.received();
        int[] requests = new int[problem.size()];
        int limit = (int) Math.min(problem.parameter(this), problem.size());
        for (int i = 1; i < problem.size(); i++) {
            if (i > limit) {
                steps.await(requests[i - limit]);
            }
            int source = problem.absolute(i);
            requests[i] = steps.receive(source, Place.RECEIVE.plus(blocks.at(source)), blocks.length(source));
        }
        steps.copy(Place.SEND, Place.RECEIVE.plus(blocks.at(problem.root())), blocks.length(problem.root()));
    }

    @Override
    public Cost cost(Problem problem) {
        return LinearGather.cost(problem, problem.received());
    }
}
