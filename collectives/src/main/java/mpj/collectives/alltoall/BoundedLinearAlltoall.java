package mpj.collectives.alltoall;

import mpj.collectives.Algorithm;
import mpj.collectives.Blocks;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;

/**
 * Works like linear, but only a limited number of receives and of sends is under way at once, which is the parameter.
 * This limits the transfers that compete for the network, and what the engine must keep track of. It serves Alltoallv
 * as well. Open MPI calls it linear with a limit on requests; MPICH calls it scattered.
 *
 * <p>Cost, exact for blocks of one size: {@code (p-1)(α + nβ)}; p(p-1) messages.
 */
public final class BoundedLinearAlltoall implements Algorithm {
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
        Blocks sent = problem.sent();
        Blocks received = problem.received();
        int size = problem.size();
        int limit = (int) Math.min(problem.parameter(this), size);
        int[] receives = new int[size];
        int[] sends = new int[size];
        LinearAlltoall.copyOwn(problem, steps);
        for (int distance = 1; distance < size; distance++) {
            if (distance > limit) {
                steps.await(receives[distance - limit]);
                steps.await(sends[distance - limit]);
            }
            int source = problem.around(-distance);
            int dest = problem.around(distance);
            receives[distance] =
                steps.receive(source, Place.RECEIVE.plus(received.at(source)), received.length(source));
            sends[distance] = steps.send(dest, Place.SEND.plus(sent.at(dest)), sent.length(dest));
        }
    }

    @Override
    public Cost cost(Problem problem) {
        return LinearAlltoall.cost(problem.size(), problem.bytes());
    }
}
