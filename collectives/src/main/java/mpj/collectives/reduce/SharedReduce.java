package mpj.collectives.reduce;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Rooms;
import mpj.collectives.Segments;
import mpj.collectives.Steps;

/**
 * Each rank copies its operands to memory that all ranks of the host see, and the root combines them from there;
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
            combine(rooms, problem, steps);
        } else {
            copyIn(rooms, problem, steps);
        }
    }

    private static void copyIn(Rooms rooms, Problem problem, Steps steps) {
        Segments segments = rooms.segments();
        Rooms.claim(problem, steps);
        for (int i = 0; i < segments.count(); i++) {
            if (i >= Rooms.BUFFERS) {
                steps.watch(problem.root(), done(i - Rooms.BUFFERS));
            }
            steps.copy(Place.SEND.plus(segments.at(i)), rooms.of(problem.rank(), i), segments.length(i));
            steps.post(i == segments.count() - 1 ? Steps.ENDED : done(i));
        }
    }

    private static void combine(Rooms rooms, Problem problem, Steps steps) {
        Segments segments = rooms.segments();
        for (int i = 0; i < segments.count(); i++) {
            int segment = i;
            Rooms.watchAll(done(i), problem, steps);
            InRankOrder.combine(
                rank -> rank == problem.rank() ? Place.SEND.plus(segments.at(segment)) : rooms.of(rank, segment),
                Place.RECEIVE.plus(segments.at(i)), segments.length(i), problem, steps);
            if (i == segments.count() - 1) {
                steps.post(Steps.ENDED);
            } else if (i + Rooms.BUFFERS < segments.count()) {
                steps.post(done(i));
            }
        }
    }

    private static int done(int segment) {
        return segment + 1;
    }

    @Override
    public Cost cost(Problem problem) {
        Segments segments = Rooms.of(problem, this).segments();
        int count = segments.count();
        return problem.size() == 1 || count == 0 ? Cost.NONE
            : new Cost(0, 0, 1 + 2L * ((count - 1) / Rooms.BUFFERS), problem.bytes() + segments.length(0),
                (problem.size() - 1) * problem.bytes());
    }
}
