package mpj.collectives.bcast;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Rooms;
import mpj.collectives.Segments;
import mpj.collectives.Steps;

/**
 * The root copies to memory that all ranks of the host see, each of the others copies from there; segment by segment of
 * the parameter's size, so that both go on at once. Graham and Shipman, "MPI support for multi-core architectures:
 * optimized shared memory collectives", 2008.
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
        return 32 << 10;
    }

    @Override
    public boolean fits(Problem problem) {
        return Rooms.exist(problem);
    }

    @Override
    public void write(Problem problem, Steps steps) {
        Rooms rooms = Rooms.of(problem, this);
        if (rooms.segments().count() == 0) {
            return;
        }
        if (problem.rank() == problem.root()) {
            copyIn(rooms, problem, steps);
        } else {
            copyOut(rooms, problem, steps);
        }
    }

    private static void copyIn(Rooms rooms, Problem problem, Steps steps) {
        Segments segments = rooms.segments();
        Rooms.claim(problem, steps);
        for (int i = 0; i < segments.count(); i++) {
            if (i >= Rooms.BUFFERS) {
                Rooms.watchAll(copied(i - Rooms.BUFFERS), problem, steps);
            }
            steps.copy(Place.RECEIVE.plus(segments.at(i)), rooms.of(problem.rank(), i), segments.length(i));
            steps.post(i == segments.count() - 1 ? Steps.ENDED : copied(i));
        }
    }

    private static void copyOut(Rooms rooms, Problem problem, Steps steps) {
        Segments segments = rooms.segments();
        for (int i = 0; i < segments.count(); i++) {
            steps.watch(problem.root(), copied(i));
            steps.copy(rooms.of(problem.root(), i), Place.RECEIVE.plus(segments.at(i)), segments.length(i));
            if (i == segments.count() - 1) {
                steps.post(Steps.ENDED);
            } else if (i + Rooms.BUFFERS < segments.count()) {
                steps.post(copied(i));
            }
        }
    }

    private static int copied(int segment) {
        return segment + 1;
    }

    @Override
    public Cost cost(Problem problem) {
        Segments segments = Rooms.of(problem, this).segments();
        int count = segments.count();
        return problem.size() == 1 || count == 0 ? Cost.NONE
            : new Cost(0, 0, 1 + 2L * ((count - 1) / Rooms.BUFFERS), problem.bytes() + segments.length(0), 0);
    }
}
