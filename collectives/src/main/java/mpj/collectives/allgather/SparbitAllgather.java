package mpj.collectives.allgather;

import mpj.collectives.Algorithm;
import mpj.collectives.Blocks;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;

/**
 * Takes as many rounds as recursive doubling, but for any p and without a rotation afterwards. Distances halve from
 * round to round, so that the many blocks of the last rounds go to near ranks. Blocks go straight to their places, in
 * messages of one block each. If p is not a power of two, one block less is sent in some rounds. Loch and Koslovski,
 * "Sparbit: a new logarithmic-cost and data locality-aware MPI Allgather algorithm", 2021.
 *
 * <p>Cost, exact for blocks of one size: {@code (p-1)(α + nβ)} if messages leave one after the other, in ceil(log2 p)
 * rounds of messages that need not wait for one another; p(p-1) messages.
 */
public final class SparbitAllgather implements Algorithm {
    @Override
    public String name() {
        return "sparbit";
    }

    @Override
    public void write(Problem problem, Steps steps) {
        int size = problem.size();
        Blocks blocks = problem.received();
        steps.copy(Place.SEND, Place.RECEIVE.plus(blocks.at(problem.rank())), blocks.length(problem.rank()));
        int held = 1;
        for (int distance = Integer.highestOneBit(Math.max(1, size - 1)); distance > 0 && size > 1; distance /= 2) {
            // The blocks that this rank has so far lie at distances of twice this round's. The last of them is left out
            // if it would reach around the whole ring, because its receiver has that block already.
            int count = Math.min(held, held - surplus(size, distance, held));
            for (int i = 0; i < count; i++) {
                int arriving = problem.around((int) -((2L * i + 1) * distance % size));
                steps.receive(problem.around(-distance), Place.RECEIVE.plus(blocks.at(arriving)),
                    blocks.length(arriving));
            }
            for (int i = 0; i < count; i++) {
                int leaving = problem.around((int) -(2L * i * distance % size));
                steps.send(problem.around(distance), Place.RECEIVE.plus(blocks.at(leaving)), blocks.length(leaving));
            }
            steps.awaitAll();
            held += count;
        }
    }

    /** The number of arriving blocks that would reach around the whole ring. The rank has those blocks already. */
    private static int surplus(int size, int distance, int held) {
        return (2L * (held - 1) + 1) * distance >= size ? 1 : 0;
    }

    @Override
    public Cost cost(Problem problem) {
        return RingAllgather.cost(problem.received(), problem.size());
    }
}
