package mpj.collectives.reduce;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;

/**
 * Every rank sends to the root, which combines from the last rank to the first. This keeps the order, so any operation
 * can be used. The operands of one rank arrive while those of another are combined. Pješivac-Grbović et al.,
 * "Performance analysis of MPI collective operations", 2007.
 *
 * <p>Cost, exact: {@code (p-1)(α + nβ + nγ)}; p - 1 messages.
 */
public final class LinearReduce implements Algorithm {
    @Override
    public String name() {
        return "linear";
    }

    @Override
    public void write(Problem problem, Steps steps) {
        int root = problem.root();
        long bytes = problem.bytes();
        if (problem.rank() != root) {
            steps.send(root, Place.SEND, bytes);
            return;
        }
        // The result begins as the last rank's operands. The operands of the other ranks use two buffers alternately.
        Place[] buffers = {steps.work(bytes), steps.work(bytes)};
        int last = problem.size() - 1;
        int[] receives = new int[problem.size()];
        if (last == root) {
            steps.copy(Place.SEND, Place.RECEIVE, bytes);
        } else {
            receives[last] = steps.receive(last, Place.RECEIVE, bytes);
        }
        if (last > 0) {
            receive(problem, last - 1, buffers, receives, steps);
        }
        if (last != root) {
            steps.await(receives[last]);
        }
        for (int rank = last - 1; rank >= 0; rank--) {
            if (rank > 0) {
                receive(problem, rank - 1, buffers, receives, steps);
            }
            if (rank == root) {
                steps.reduce(Place.SEND, Place.RECEIVE, bytes);
            } else {
                steps.await(receives[rank]);
                steps.reduce(buffers[rank % 2], Place.RECEIVE, bytes);
            }
        }
    }

    private static void receive(Problem problem, int rank, Place[] buffers, int[] receives, Steps steps) {
        if (rank != problem.root()) {
            receives[rank] = steps.receive(rank, buffers[rank % 2], problem.bytes());
        }
    }

    @Override
    public Cost cost(Problem problem) {
        long messages = problem.bytes() == 0 ? 0 : problem.size() - 1L;
        long bytes = messages * problem.bytes();
        return new Cost(messages, bytes, messages, bytes, bytes);
    }
}
