package mpj.collectives.alltoall;

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
 * Each rank copies its blocks to memory that all ranks of the host see, which has a place for each of the other ranks.
 * Then it takes its own blocks from their places. This happens segment by segment of the parameter's size, or up to
 * four times that size if a block is long ({@link Rooms#LONG_SEGMENT}). It serves Alltoallv as well. Graham and
 * Shipman, "MPI support for multi-core architectures: optimized shared memory collectives", 2008.
 *
 * <p>Cost for blocks of one size and s segments, where α is the time in which a flag is seen:
 * {@code ceil(s/2) α + 2(p-1) nβ}, exact in α; no messages.
 */
public final class SharedAlltoall implements Algorithm {
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
        return Rooms.exist(problem, true);
    }

    @Override
    public void write(Problem problem, Steps steps) {
        Blocks sent = problem.sent();
        Blocks received = problem.received();
        new RoomExchange(problem, Rooms.ofMutualBlocks(problem, this), steps,
            peer -> new Piece(Place.SEND.plus(sent.at(peer)), sent.length(peer)),
            peer -> new Piece(Place.RECEIVE.plus(received.at(peer)), received.length(peer))).copyBothWays();
    }

    @Override
    public Cost cost(Problem problem) {
        long bytes = problem.bytes();
        return RoomExchange.mutual(problem, Rooms.ofMutualBlocks(problem, this).segments(bytes),
            2 * (problem.size() - 1) * bytes);
    }
}
