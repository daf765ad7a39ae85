package mpj.collectives.bcast;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;
import mpj.collectives.shared.RoomExchange;
import mpj.collectives.shared.RoomExchange.Piece;
import mpj.collectives.shared.Rooms;

/**
 * The root copies the elements to memory that all ranks of the host see, and each other rank copies them from there.
 * This happens segment by segment of the parameter's size, so that both copies go on at once. Graham and Shipman, "MPI
 * support for multi-core architectures: optimized shared memory collectives", 2008.
 *
 * <p>Cost for s segments, where α is the time in which a flag is seen: {@code (s+1) n/s β}, and {@code α} once and
 * twice more for each four segments, exact in α; no messages.
 */
public final class SharedBcast implements Algorithm {
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
        Piece elements = new Piece(Place.RECEIVE, problem.bytes());
        boolean gives = problem.rank() == problem.root();
        new RoomExchange(problem, Rooms.of(problem, this), steps,
            peer -> gives && peer != problem.root() ? elements : Piece.NONE,
            peer -> !gives && peer == problem.root() ? elements : Piece.NONE).copyOneWay();
    }

    @Override
    public Cost cost(Problem problem) {
        return RoomExchange.oneSided(problem, Rooms.of(problem, this).segments(problem.bytes()));
    }
}
