package mpj.collectives.shared;

import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Segments;
import mpj.collectives.Steps;

/**
 * The steps of one rank in a reduction in which each rank combines the operands of all ranks for a block of its own,
 * segment by segment. Each segment has as many blocks as there are ranks. A rank copies its operands of the other
 * ranks' blocks to its room, and reads its own operands where they lie. Jain et al., "Framework for scalable intra-node
 * collective operations using shared memory", 2018.
 *
 * <p>A rank copies segment i + 1 in before it combines segment i. It then writes to the buffer of segment i - 3. No
 * rank reads the operands of that segment any more: this rank has combined segment i - 1, so it has seen that every
 * rank has copied that segment in, and every rank had combined segment i - 3 before.
 */
public final class Slices {
    /** A schedule of more ranks would be larger than its operands: a rank has some four steps for each other rank. */
    private static final int MOST_RANKS = 64;

    private final Problem problem;
    private final Rooms rooms;
    private final Segments segments;
    private final Steps steps;

    /**
     * Describes one rank's part.
     *
     * @param problem the reduction
     * @param rooms the rooms for the operands
     * @param steps takes the steps
     */
    public Slices(Problem problem, Rooms rooms, Steps steps) {
        this.problem = problem;
        this.rooms = rooms;
        this.steps = steps;
        segments = rooms.segments(problem.bytes());
    }

    /**
     * Whether ranks share memory with enough room, and are not too many.
     *
     * @param problem the reduction
     * @return false if they do not, or are more than 64
     */
    public static boolean fit(Problem problem) {
        return Rooms.exist(problem, false) && problem.size() <= MOST_RANKS;
    }

    /** Cuts a segment into blocks. At the end of the elements there may be fewer blocks, or none. */
    private static Segments blocks(long bytes, Problem problem) {
        long units = bytes / problem.unit();
        return new Segments(bytes, Math.max(1, (units + problem.size() - 1) / problem.size()) * problem.unit());
    }

    /** The place where a rank puts a segment for all ranks. */
    private Place room(int rank, int segment) {
        return rooms.of(rank, problem.rank(), problem.bytes(), segment);
    }

    /**
     * Copies a segment of this rank's operands to its room, except for its own block.
     *
     * @param segment the segment; nothing happens if there is none of this number
     */
    public void copyIn(int segment) {
        if (segment >= segments.count()) {
            return;
        }
        Place from = Place.SEND.plus(segments.at(segment));
        Place to = room(problem.rank(), segment);
        Segments blocks = blocks(segments.length(segment), problem);
        int mine = Math.min(problem.rank(), blocks.count());
        long before = Math.min(blocks.at(mine), blocks.bytes());
        long after = Math.min(blocks.at(mine + 1), blocks.bytes());
        steps.copy(from, to, before);
        steps.copy(from.plus(after), to.plus(after), blocks.bytes() - after);
        steps.post(copied(segment));
    }

    /**
     * Combines this rank's block of a segment. The result goes to the receive buffer, or only to the place in this
     * rank's room where the rank would have copied its own operands.
     *
     * @param segment the segment
     * @param receives whether the result goes to the receive buffer
     */
    public void combine(int segment, boolean receives) {
        Segments blocks = blocks(segments.length(segment), problem);
        Rooms.awaitStageOfAll(copied(segment), problem, steps);
        if (segment == 0) {
            steps.allHaveBegun();
        }
        if (problem.rank() < blocks.count()) {
            long at = blocks.at(problem.rank());
            Place mine = Place.SEND.plus(segments.at(segment) + at);
            Place result = receives ? Place.RECEIVE.plus(segments.at(segment) + at) : result(problem.rank(), segment);
            InRankOrder.combine(rank -> rank == problem.rank() ? mine : room(rank, segment).plus(at), result,
                blocks.length(problem.rank()), problem, steps);
        }
    }

    /**
     * Copies this rank's result from the receive buffer to its room.
     *
     * @param segment the segment
     */
    public void share(int segment) {
        Segments blocks = blocks(segments.length(segment), problem);
        if (problem.rank() < blocks.count()) {
            steps.copy(Place.RECEIVE.plus(segments.at(segment) + blocks.at(problem.rank())),
                result(problem.rank(), segment), blocks.length(problem.rank()));
        }
    }

    /** The place of a rank's result in its room. */
    private Place result(int rank, int segment) {
        return room(rank, segment).plus(blocks(segments.length(segment), problem).at(rank));
    }

    /**
     * Tells the others that this rank's result of a segment lies in its room.
     *
     * @param segment the segment
     * @param last whether this rank then neither reads nor waits any more
     */
    public void post(int segment, boolean last) {
        steps.post(last ? Steps.ENDED : combined(segment));
    }

    /**
     * Copies the results of all other ranks from their rooms to the receive buffer.
     *
     * @param segment the segment
     */
    public void copyOut(int segment) {
        Segments blocks = blocks(segments.length(segment), problem);
        for (int i = 1; i < problem.size(); i++) {
            int rank = problem.around(i);
            steps.awaitStage(rank, combined(segment));
            if (rank < blocks.count()) {
                steps.copy(result(rank, segment), Place.RECEIVE.plus(segments.at(segment) + blocks.at(rank)),
                    blocks.length(rank));
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

    /**
     * The number of bytes that each rank combines one after the other.
     *
     * @param segments the segments of the operands
     * @param problem the reduction
     * @return the number, for the ranks with the largest blocks
     */
    public static long reduced(Segments segments, Problem problem) {
        long reduced = 0;
        for (int i = 0; i < segments.count(); i++) {
            reduced += (problem.size() - 1) * blocks(segments.length(i), problem).length(0);
        }
        return reduced;
    }
}
