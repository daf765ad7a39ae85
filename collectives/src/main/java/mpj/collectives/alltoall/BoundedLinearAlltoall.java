package mpj.collectives.alltoall;

import mpj.collectives.Algorithm;
import mpj.collectives.Blocks;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;

/**
 * As linear, but only so many receives and so many sends are under way at once, as many as the parameter says: what
 * competes for the network and what the engine keeps track of is bounded. Serves Alltoallv too. Open MPI calls it
 * linear with a limit on requests; MPICH, scattered.
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
