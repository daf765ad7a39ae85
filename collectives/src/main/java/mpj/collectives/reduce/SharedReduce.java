package mpj.collectives.reduce;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;
import mpj.collectives.shared.RoomExchange;
import mpj.collectives.shared.RoomExchange.Piece;
import mpj.collectives.shared.Rooms;

/**
 * Each rank copies its operands to memory that all ranks of the host see, and the root combines them from there,
 * segment by segment of the parameter's size. Graham and Shipman, "MPI support for multi-core architectures: optimized
 * shared memory collectives", 2008.
 *
 * <p>Cost for s segments, where α is the time in which a flag is seen: {@code (s+1) n/s β + (p-1) nγ}, and {@code α}
 * once and twice more for each four segments, exact in α and γ; no messages.
 */
public final class SharedReduce implements Algorithm {
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
        boolean takes = problem.rank() == problem.root();
        new RoomExchange(problem, Rooms.of(problem, this), steps,
            peer -> !takes && peer == problem.root() ? operands : Piece.NONE,
            peer -> takes && peer != problem.root() ? operands : Piece.NONE)
            .combine(Place.SEND, Place.RECEIVE, problem.bytes());
    }

    @Override
    public Cost cost(Problem problem) {
        return RoomExchange.oneSided(problem, Rooms.of(problem, this).segments(problem.bytes()))
            .then(new Cost(0, 0, 0, 0, (problem.size() - 1) * problem.bytes()));
    }
}
