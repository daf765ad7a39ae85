package mpj.collectives.scatter;

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
 * The root copies each rank's block to memory that all ranks of the host see, and each rank takes its own block from
 * there, segment by segment of the parameter's size. It serves Scatterv as well. Graham and Shipman, "MPI support for
 * multi-core architectures: optimized shared memory collectives", 2008.
 *
 * <p>Cost for blocks of one size and s segments, where α is the time in which a flag is seen: {@code (p-1+1/s) nβ}, and
 * {@code α} once and twice more for each four segments, exact in α; no messages.
 */
public final class SharedScatter implements Algorithm {
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
        int root = problem.root();
        Piece own = new Piece(Place.RECEIVE, problem.bytes());
        Blocks blocks = problem.sent();
        new RoomExchange(problem, Rooms.ofBlocks(problem, this, true), steps,
            peer -> problem.rank() == root ? new Piece(Place.SEND.plus(blocks.at(peer)), blocks.length(peer))
                : Piece.NONE,
            peer -> peer == root ? own : Piece.NONE).copyOneWay();
    }

    @Override
    public Cost cost(Problem problem) {
        return RoomExchange.oneSided(problem, Rooms.ofBlocks(problem, this, true).segments(problem.bytes()))
            .then(new Cost(0, 0, 0, (problem.size() - 2) * problem.bytes(), 0));
    }
}
