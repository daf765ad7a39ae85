package mpj.collectives.allreduce;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Rooms;
import mpj.collectives.Segments;
import mpj.collectives.Steps;
import mpj.collectives.reduce.InRankOrder;

/**
 * Each rank copies its operands to memory that all ranks of the host see, and combines everybody's from there; segment
 * by segment of the parameter's size, each copied before the one ahead of it is combined. For few ranks or few bytes,
 * where waiting for each other costs more than combining. Graham and Shipman, "MPI support for multi-core
 * architectures: optimized shared memory collectives", 2008.
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
        return 32 << 10;
    }

    @Override
    public boolean fits(Problem problem) {
        return Rooms.exist(problem);
    }

    @Override
    public void write(Problem problem, Steps steps) {
        Rooms rooms = Rooms.of(problem, this);
        int count = rooms.segments().count();
        if (count == 0) {
            return;
        }
        Rooms.claim(problem, steps);
        copyIn(0, rooms, problem, steps);
        for (int i = 0; i < count; i++) {
            if (i + 1 < count) {
                // Into the buffer of segment i - 3, which nobody reads any more: before a rank copied segment i - 1 in,
                // it had combined segment i - 3; and this rank, combining segment i - 1, saw it copied.
                copyIn(i + 1, rooms, problem, steps);
            }
            Rooms.watchAll(copied(i), problem, steps);
            combine(i, rooms, problem, steps);
        }
    }

    private static void copyIn(int segment, Rooms rooms, Problem problem, Steps steps) {
        Segments segments = rooms.segments();
        steps.copy(Place.SEND.plus(segments.at(segment)), rooms.of(problem.rank(), segment), segments.length(segment));
        steps.post(copied(segment));
    }

    private static void combine(int segment, Rooms rooms, Problem problem, Steps steps) {
        Place mine = Place.SEND.plus(rooms.segments().at(segment));
        InRankOrder.combine(rank -> rank == problem.rank() ? mine : rooms.of(rank, segment),
            Place.RECEIVE.plus(rooms.segments().at(segment)), rooms.segments().length(segment), problem, steps);
    }

    private static int copied(int segment) {
        return segment + 1;
    }

    @Override
    public Cost cost(Problem problem) {
        int count = Rooms.of(problem, this).segments().count();
        return problem.size() == 1 || count == 0 ? Cost.NONE
            : new Cost(0, 0, (count + 1) / 2, 2 * problem.bytes(), (problem.size() - 1) * problem.bytes());
    }
}
