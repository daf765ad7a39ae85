package mpj.collectives.alltoall;

import mpj.collectives.Algorithm;
import mpj.collectives.Blocks;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;

/**
 * Every rank posts all its receives and sends at once. Each begins with the rank after itself, so that they do not all
 * send to the same rank first. It serves Alltoallv as well. Pješivac-Grbović et al., "Performance analysis of MPI
 * collective operations", 2007.
 *
 * <p>Cost, exact for blocks of one size: {@code (p-1)(α + nβ)}; p(p-1) messages.
 */
public final class LinearAlltoall implements Algorithm {
    @Override
    public String name() {
        return "linear";
    }

    @Override
    public void write(Problem problem, Steps steps) {
        Blocks sent = problem.sent();
        Blocks received = problem.received();
        for (int distance = 1; distance < problem.size(); distance++) {
            int source = problem.around(-distance);
            steps.receive(source, Place.RECEIVE.plus(received.at(source)), received.length(source));
        }
        for (int distance = 1; distance < problem.size(); distance++) {
            int dest = problem.around(distance);
            steps.send(dest, Place.SEND.plus(sent.at(dest)), sent.length(dest));
        }
        copyOwn(problem, steps);
    }

    /** Copies the block that a rank sends to itself. */
    static void copyOwn(Problem problem, Steps steps) {
        int rank = problem.rank();
        steps.copy(Place.SEND.plus(problem.sent().at(rank)), Place.RECEIVE.plus(problem.received().at(rank)),
            problem.sent().length(rank));
    }

    @Override
    public Cost cost(Problem problem) {
        return cost(problem.size(), problem.bytes());
    }

    /** The cost if every block travels once, in a message of its own. */
    static Cost cost(long size, long bytes) {
        return bytes == 0 ? Cost.NONE : new Cost(size * (size - 1), size * (size - 1) * bytes, size - 1,
            (size - 1) * bytes, 0);
    }
}
