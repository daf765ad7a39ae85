package mpj.collectives.allreduce;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;

/**
 * Every rank sends its operands to every other rank, and combines all operands itself, from the last rank to the first.
 * This takes one round, suits any operation, and gives every rank the same result. It is for a few ranks and elements.
 *
 * <p>Cost, exact: {@code (p-1)(α + nβ + nγ)}; p(p-1) messages.
 */
public final class LinearAllreduce implements Algorithm {
    @Override
    public String name() {
        return "linear";
    }

    @Override
    public void write(Problem problem, Steps steps) {
        int size = problem.size();
        long bytes = problem.bytes();
        int last = size - 1;
        Place[] operands = new Place[size];
        int[] receives = new int[size];
        for (int distance = 1; distance < size; distance++) {
            int source = problem.around(distance);
            operands[source] = source == last ? Place.RECEIVE : steps.work(bytes);
            receives[source] = steps.receive(source, operands[source], bytes);
        }
        for (int distance = 1; distance < size; distance++) {
            steps.send(problem.around(-distance), Place.SEND, bytes);
        }
        if (problem.rank() == last) {
            steps.copy(Place.SEND, Place.RECEIVE, bytes);
        } else {
            steps.await(receives[last]);
        }
        for (int rank = last - 1; rank >= 0; rank--) {
            if (rank == problem.rank()) {
                steps.reduce(Place.SEND, Place.RECEIVE, bytes);
            } else {
                steps.await(receives[rank]);
                steps.reduce(operands[rank], Place.RECEIVE, bytes);
            }
        }
    }

    @Override
    public Cost cost(Problem problem) {
        long size = problem.size();
        long path = (size - 1) * problem.bytes();
        return path == 0 ? Cost.NONE : new Cost(size * (size - 1), size * path, size - 1, path, path);
    }
}
