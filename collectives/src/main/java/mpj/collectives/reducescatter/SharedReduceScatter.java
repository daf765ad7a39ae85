package mpj.collectives.reducescatter;

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
 * Each rank copies its operands of the other ranks' blocks to memory that all ranks of the host see, which has a place
 * for each of them. Then it combines the operands of all ranks for its own block. This happens segment by segment of
 * the parameter's size. Any operation can be used. This is the first half of Jain et al., "Framework for scalable
 * intra-node collective operations using shared memory", 2018.
 *
 * <p>Cost for blocks of one size b and s segments of it, where α is the time in which a flag is seen:
 * {@code ceil(s/2) α + 2(p-1) bβ + (p-1) bγ}, exact in α and γ; no messages.
 */
public final class SharedReduceScatter implements Algorithm {
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
        Blocks blocks = problem.sent();
        int rank = problem.rank();
        long own = blocks.length(rank);
        new RoomExchange(problem, Rooms.ofBlocks(problem, this, true), steps,
            peer -> peer == rank ? Piece.NONE : new Piece(Place.SEND.plus(blocks.at(peer)), blocks.length(peer)),
            peer -> peer == rank ? Piece.NONE : new Piece(Place.RECEIVE, own))
            .combine(Place.SEND.plus(blocks.at(rank)), Place.RECEIVE, own);
    }

    @Override
    public Cost cost(Problem problem) {
        long bytes = problem.sent().length(0);
        long others = (problem.size() - 1) * bytes;
        return RoomExchange.mutual(problem, Rooms.ofBlocks(problem, this, true).segments(bytes), 2 * others)
            .then(new Cost(0, 0, 0, 0, others));
    }
}
