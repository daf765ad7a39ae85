package mpj.collectives.allreduce;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;
import mpj.collectives.shared.RoomExchange;
import mpj.collectives.shared.RoomExchange.Piece;
import mpj.collectives.shared.Rooms;

/**
 * Each rank copies its operands to memory that all ranks of the host see, and combines the operands of all ranks from
 * there. This happens segment by segment of the parameter's size, and each segment is copied before the one ahead of it
 * is combined. It is for few ranks or few bytes, where waiting for each other costs more than combining. Graham and
 * Shipman, "MPI support for multi-core architectures: optimized shared memory collectives", 2008.
 *
 * <p>Cost for s segments, where α is the time in which a flag is seen: {@code ceil(s/2) α + 2nβ + (p-1) nγ}, exact in α
 * and γ; no messages.
 */
public final class SharedAllreduce implements Algorithm {
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
        Piece operands = new Piece(Place.SEND, problem.bytes());
        new RoomExchange(problem, Rooms.of(problem, this), steps,
            peer -> peer == problem.rank() ? Piece.NONE : operands,
            peer -> peer == problem.rank() ? Piece.NONE : operands)
            .combine(Place.SEND, Place.RECEIVE, problem.bytes());
    }

    @Override
    public Cost cost(Problem problem) {
        return RoomExchange.mutual(problem, Rooms.of(problem, this).segments(problem.bytes()), 2 * problem.bytes())
            .then(new Cost(0, 0, 0, 0, (problem.size() - 1) * problem.bytes()));
    }
}
