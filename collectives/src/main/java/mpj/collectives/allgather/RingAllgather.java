package mpj.collectives.allgather;

import mpj.collectives.Algorithm;
import mpj.collectives.Blocks;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;

/**
 * Blocks go around the ring of ranks. In each of p - 1 rounds every rank passes on the block that it received last. All
 * messages go to the neighbour. Also called bucket: Barnett et al., "Building a high-performance collective
 * communication library", 1994.
 *
 * <p>Cost, exact for blocks of one size: {@code (p-1)(α + nβ)}; p(p-1) messages.
 */
public final class RingAllgather implements Algorithm {
    @Override
    public String name() {
        return "ring";
    }

    @Override
    public void write(Problem problem, Steps steps) {
        Blocks blocks = problem.received();
        int next = problem.around(1);
        int previous = problem.around(-1);
        steps.copy(Place.SEND, Place.RECEIVE.plus(blocks.at(problem.rank())), blocks.length(problem.rank()));
        for (int round = 0; round < problem.size() - 1; round++) {
            int leaving = problem.around(-round);
            int arriving = problem.around(-round - 1);
            steps.exchange(next, Place.RECEIVE.plus(blocks.at(leaving)), blocks.length(leaving),
                previous, Place.RECEIVE.plus(blocks.at(arriving)), blocks.length(arriving));
        }
    }

    @Override
    public Cost cost(Problem problem) {
        return cost(problem.received(), problem.size());
    }

    /** The cost if every block goes to every other rank in a message of its own. */
    static Cost cost(Blocks blocks, int size) {
        long messages = 0;
        long bytes = 0;
        for (int rank = 0; rank < size; rank++) {
            long length = blocks.length(rank);
            messages += length > 0 ? size - 1 : 0;
            bytes += length * (size - 1);
        }
        return new Cost(messages, bytes, messages == 0 ? 0 : size - 1, bytes / size, 0);
    }
}
