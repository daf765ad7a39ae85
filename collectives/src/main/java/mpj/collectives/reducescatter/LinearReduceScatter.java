package mpj.collectives.reducescatter;

import mpj.collectives.Algorithm;
import mpj.collectives.Blocks;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;

/**
 * Every rank sends every other rank that rank's block, all at once. It combines the operands of its own block when they
 * have arrived, from the last rank to the first, so any operation can be used.
 *
 * <p>Cost, exact for blocks of one size: {@code (p-1)(α + n/p β + n/p γ)}; p(p-1) messages.
 */
public final class LinearReduceScatter implements Algorithm {
    @Override
    public String name() {
        return "linear";
    }

    @Override
    public void write(Problem problem, Steps steps) {
        int size = problem.size();
        int last = size - 1;
        Blocks blocks = problem.sent();
        Place mine = Place.SEND.plus(blocks.at(problem.rank()));
        long own = blocks.length(problem.rank());
        Place[] operands = new Place[size];
        int[] receives = new int[size];
        for (int distance = 1; distance < size; distance++) {
            int source = problem.around(-distance);
            operands[source] = source == last ? Place.RECEIVE : steps.work(own);
            receives[source] = steps.receive(source, operands[source], own);
        }
        for (int distance = 1; distance < size; distance++) {
            int dest = problem.around(distance);
            steps.send(dest, Place.SEND.plus(blocks.at(dest)), blocks.length(dest));
        }
        if (problem.rank() == last) {
            steps.copy(mine, Place.RECEIVE, own);
        } else {
            steps.await(receives[last]);
        }
        for (int rank = last - 1; rank >= 0; rank--) {
            if (rank == problem.rank()) {
                steps.reduce(mine, Place.RECEIVE, own);
            } else {
                steps.await(receives[rank]);
                steps.reduce(operands[rank], Place.RECEIVE, own);
            }
        }
    }

    @Override
    public Cost cost(Problem problem) {
        return RingReduceScatter.cost(problem, Long.MAX_VALUE);
    }
}
