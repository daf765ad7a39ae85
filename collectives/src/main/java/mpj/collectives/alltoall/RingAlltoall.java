package mpj.collectives.alltoall;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;

/**
 * Blocks go around the ring. In each of p - 1 rounds a rank passes on to its neighbour all blocks that are not for
 * itself. Only neighbours communicate, but a block is moved as many times as its receiver is ranks away. Grama, Gupta,
 * Karypis and Kumar, "Introduction to Parallel Computing", 2003, section 4.5.
 *
 * <p>Cost, exact: {@code (p-1) α + p(p-1)/2 nβ}; p(p-1) messages.
 */
public final class RingAlltoall implements Algorithm {
    @Override
    public String name() {
        return "ring";
    }

    @Override
    public void write(Problem problem, Steps steps) {
        int size = problem.size();
        long bytes = problem.bytes();
        LinearAlltoall.copyOwn(problem, steps);
        // The blocks for the nearest rank come first, and each round drops one block from the front.
        Place[] rows = {steps.work((size - 1) * bytes), steps.work((size - 1) * bytes)};
        for (int distance = 1; distance < size; distance++) {
            steps.copy(Place.SEND.plus(problem.sent().at(problem.around(distance))),
                rows[0].plus((distance - 1) * bytes), bytes);
        }
        Place leaving = rows[0];
        for (int round = 1; round < size; round++) {
            long moved = (size - round) * bytes;
            Place arriving = rows[round % 2];
            steps.exchange(problem.around(1), leaving, moved, problem.around(-1), arriving, moved);
            steps.copy(arriving, Place.RECEIVE.plus(problem.received().at(problem.around(-round))), bytes);
            leaving = arriving.plus(bytes);
        }
    }

    @Override
    public Cost cost(Problem problem) {
        long size = problem.size();
        long path = size * (size - 1) / 2 * problem.bytes();
        return path == 0 ? Cost.NONE : new Cost(size * (size - 1), size * path, size - 1, path, 0);
    }
}
