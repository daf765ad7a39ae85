package mpj.collectives.allgather;

import mpj.collectives.Algorithm;
import mpj.collectives.Blocks;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;
import mpj.collectives.shared.RoomExchange;
import mpj.collectives.shared.RoomExchange.Piece;
import mpj.collectives.shared.Rooms;

/**
 * Each rank copies its block to memory that all ranks of the host see, and takes the blocks of all ranks from there,
 * segment by segment of the parameter's size. It serves Allgatherv as well. Graham and Shipman, "MPI support for
 * multi-core architectures: optimized shared memory collectives", 2008.
 *
 * <p>Cost for blocks of one size and s segments, where α is the time in which a flag is seen:
 * {@code ceil(s/2) α + p nβ}, exact in α; no messages.
 */
public final class SharedAllgather implements Algorithm {
    @Override
    public String name() {
        return "shared";
    }

    @Override
    public long parameter() {
        return Rooms.SEGMENT;
    }

    @Override
    public boolean fits(Problem problem) {
        return Rooms.exist(problem, false);
    }

    @Override
    public void write(Problem problem, Steps steps) {
        Blocks blocks = problem.received();
        Piece own = new Piece(Place.SEND, blocks.length(problem.rank()));
        new RoomExchange(problem, Rooms.ofBlocks(problem, this, false), steps, _ -> own,
            peer -> new Piece(Place.RECEIVE.plus(blocks.at(peer)), blocks.length(peer))).copyBothWays();
    }

    @Override
    public Cost cost(Problem problem) {
        long bytes = problem.received().length(0);
        return RoomExchange.mutual(problem, Rooms.ofBlocks(problem, this, false).segments(bytes),
            problem.size() * bytes);
    }
}
