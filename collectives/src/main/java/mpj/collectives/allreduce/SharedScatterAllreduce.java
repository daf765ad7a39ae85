package mpj.collectives.allreduce;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Segments;
import mpj.collectives.Steps;
import mpj.collectives.shared.InRankOrder;
import mpj.collectives.shared.Rooms;

/**
 * Each rank copies its operands to memory that all ranks of the host see, and combines the operands of all ranks for
 * its own block. It copies the result back to that memory, and takes the results of the other blocks from there. This
 * happens segment by segment of the parameter's size, and each segment has as many blocks as there are ranks. It is
 * Rabenseifner's idea in shared memory: Jain et al., "Framework for scalable intra-node collective operations using
 * shared memory", 2018.
 *
 * <p>Cost for s segments, where α is the time in which a flag is seen: {@code (s+1) α + 2nβ + (p-1)/p nγ}, exact in α,
 * and in γ for blocks of one size; no messages.
 */
public final class SharedScatterAllreduce implements Algorithm {
    @Override
    public String name() {
        return "shared-scatter";
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
        Rooms rooms = Rooms.of(problem, this);
        int count = rooms.segments(problem.bytes()).count();
        steps.share();
        if (count == 0) {
            return;
        }
        Rooms.claim(problem, steps);
        copyIn(0, rooms, problem, steps);
        for (int i = 0; i < count; i++) {
            if (i + 1 < count) {
                // This writes to the buffer of segment i - 3, which no rank reads any more: before a rank posted the
                // result of segment i - 1, it had taken the results of segment i - 2, and this rank has seen that post.
                copyIn(i + 1, rooms, problem, steps);
            }
            combine(i, rooms, problem, steps);
            copyOut(i, rooms, problem, steps);
        }
    }

    /** Cuts a segment into blocks. At the end of the elements there may be fewer blocks, or none. */
    private static Segments blocks(long bytes, Problem problem) {
        long units = bytes / problem.unit();
        return new Segments(bytes, Math.max(1, (units + problem.size() - 1) / problem.size()) * problem.unit());
    }

    /** The place where a rank puts a segment for all ranks. */
    private static Place room(Rooms rooms, int rank, int segment, Problem problem) {
        return rooms.of(rank, problem.rank(), problem.bytes(), segment);
    }

    private static void copyIn(int segment, Rooms rooms, Problem problem, Steps steps) {
        Segments segments = rooms.segments(problem.bytes());
        Place from = Place.SEND.plus(segments.at(segment));
        Place to = room(rooms, problem.rank(), segment, problem);
        Segments blocks = blocks(segments.length(segment), problem);
        int mine = Math.min(problem.rank(), blocks.count());
        long before = Math.min(blocks.at(mine), blocks.bytes());
        long after = Math.min(blocks.at(mine + 1), blocks.bytes());
        steps.copy(from, to, before);
        steps.copy(from.plus(after), to.plus(after), blocks.bytes() - after);
        steps.post(copied(segment));
    }

    /** Combines this rank's block. The result goes to the place where the rank would have copied its own operands. */
    private static void combine(int segment, Rooms rooms, Problem problem, Steps steps) {
        Segments segments = rooms.segments(problem.bytes());
        Segments blocks = blocks(segments.length(segment), problem);
        if (problem.rank() < blocks.count()) {
            long at = blocks.at(problem.rank());
            long bytes = blocks.length(problem.rank());
            Place mine = Place.SEND.plus(segments.at(segment) + at);
            Place result = Place.RECEIVE.plus(segments.at(segment) + at);
            Rooms.awaitStageOfAll(copied(segment), problem, steps);
            InRankOrder.combine(
                rank -> rank == problem.rank() ? mine : room(rooms, rank, segment, problem).plus(at), result, bytes,
                problem, steps);
            steps.copy(result, room(rooms, problem.rank(), segment, problem).plus(at), bytes);
        }
        steps.post(combined(segment));
    }

    private static void copyOut(int segment, Rooms rooms, Problem problem, Steps steps) {
        Segments segments = rooms.segments(problem.bytes());
        Segments blocks = blocks(segments.length(segment), problem);
        for (int i = 1; i < problem.size(); i++) {
            int rank = problem.around(i);
            steps.awaitStage(rank, combined(segment));
            if (rank < blocks.count()) {
                steps.copy(room(rooms, rank, segment, problem).plus(blocks.at(rank)),
                    Place.RECEIVE.plus(segments.at(segment) + blocks.at(rank)), blocks.length(rank));
            }
        }
    }

    /** A rank copies segment i + 1 in before it combines segment i. */
    private static int copied(int segment) {
        return segment == 0 ? 1 : 2 * segment;
    }

    private static int combined(int segment) {
        return 2 * segment + 3;
    }

    @Override
    public Cost cost(Problem problem) {
        Segments segments = Rooms.of(problem, this).segments(problem.bytes());
        int count = segments.count();
        if (problem.size() == 1 || count == 0) {
            return Cost.NONE;
        }
        long reduced = 0;
        for (int i = 0; i < count; i++) {
            reduced += (problem.size() - 1) * blocks(segments.length(i), problem).length(0);
        }
        return new Cost(0, 0, count + 1, 2 * problem.bytes(), reduced);
    }
}
