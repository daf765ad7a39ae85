package mpj.collectives.shared;

import mpj.collectives.Algorithm;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Segments;
import mpj.collectives.Steps;

/**
 * The layout of a collective's elements in {@link Place#SHARED}. Elements lie in segments, and each segment goes into
 * the next of four buffers. A rank's room is one slot for everything that it gives. If the rank gives each other rank
 * elements of its own, the room is divided into one slot for each other rank.
 *
 * <p>Two rules keep a rank from overwriting what others still read:
 * <ul>
 * <li>Collectives use the two halves of the memory alternately, and every rank takes part in every collective. Before a
 *     rank first writes, it {@linkplain Steps#claim waits} until all others have ended the collective before the
 *     last, which used the same half. Most often they ended it long before.
 * <li>Within a collective, segment {@code i + BUFFERS} is written only after segment i was read. See {@link
 *     RoomExchange}.
 * </ul>
 */
public final class Rooms {
    /** The most segments that may be on their way at once. */
    public static final int BUFFERS = 4;
    /** The usual size of a segment, in bytes. */
    public static final long SEGMENT = 32 << 10;
    /**
     * The usual size of a segment of a long block when every rank gives a block to every other rank, if the room is
     * large enough. Such a block goes from memory to memory in any case, so the second-level cache, for which {@link
     * #SEGMENT} is made, does not help. Fewer segments are fewer steps, and a program that has only begun carries out
     * steps slowly.
     */
    public static final long LONG_SEGMENT = 4 * SEGMENT;
    /**
     * The bytes at the start of a room that share a cache line with the rank's stage, so that both come in one
     * transfer. The next line begins behind them.
     */
    public static final int BESIDE_STAGE = 32;

    /**
     * Up to this many bytes begin directly behind the stage, or at the start of another slot. More bytes begin at a
     * cache line.
     */
    private static final long FEW = 256;
    private static final long LINE = 64;
    /** Among more ranks than these, slots for each of them would be too small. */
    private static final int MOST_APART = 64;
    /** A block of more bytes is long. */
    private static final long LONG_BLOCK = 1 << 20;

    private final Problem problem;
    private final int slots;
    private final boolean noted;
    private final long slot;
    private final long segment;
    private final long longSegment;

    private Rooms(Problem problem, long wanted, int slots, boolean noted, boolean mutual) {
        this.problem = problem;
        this.slots = slots;
        this.noted = noted;
        slot = slot(problem.shared(), slots);
        segment = Math.min(wanted, buffer(slot));
        longSegment = mutual ? Math.min(LONG_SEGMENT / SEGMENT * wanted, buffer(slot)) : segment;
    }

    /**
     * Rooms with one slot for each rank, where the others take the same elements or only one other rank takes them. All
     * ranks know their size.
     *
     * @param problem the collective
     * @param algorithm the algorithm, whose parameter is the size of segments in bytes; at most the size of a buffer is
     *     used
     * @return the rooms
     */
    public static Rooms of(Problem problem, Algorithm algorithm) {
        return of(problem, problem.parameter(algorithm));
    }

    /**
     * The same rooms for an algorithm whose parameter is something else.
     *
     * @param problem the collective
     * @param segment the size of segments in bytes; at most the size of a buffer is used
     * @return the rooms
     */
    static Rooms of(Problem problem, long segment) {
        return new Rooms(problem, segment, 1, false, false);
    }

    /**
     * Rooms with slots for blocks whose size only two ranks know: the one that gives them and the one that takes them.
     * The size is noted in the slot, and compared.
     *
     * @param problem the collective
     * @param algorithm the algorithm, whose parameter is the size of segments in bytes; at most the size of a buffer is
     *     used
     * @param apart true if each rank has a slot for every other rank, false if it has one slot for all
     * @return the rooms
     */
    public static Rooms ofBlocks(Problem problem, Algorithm algorithm, boolean apart) {
        return new Rooms(problem, problem.parameter(algorithm), slots(problem, apart), true, false);
    }

    /**
     * Rooms with such slots when every rank gives a block to every other rank. Long blocks go in long segments, which
     * would be slower if one rank gave everything.
     *
     * @param problem the collective
     * @param algorithm the algorithm, whose parameter is the size of segments in bytes, a quarter of the size of long
     *     segments
     * @return the rooms
     */
    public static Rooms ofMutualBlocks(Problem problem, Algorithm algorithm) {
        return new Rooms(problem, problem.parameter(algorithm), slots(problem, true), true, true);
    }

    private static int slots(Problem problem, boolean apart) {
        return apart ? Math.max(1, problem.size() - 1) : 1;
    }

    /**
     * Whether ranks share memory with enough room for a piece that must not be divided. If each rank needs a slot for
     * every other rank, there may be at most 64 ranks.
     *
     * @param problem the collective
     * @param apart whether each rank needs a slot for every other rank
     * @return false if they do not
     */
    public static boolean exist(Problem problem, boolean apart) {
        return problem.shared() > 0 && (!apart || problem.size() <= MOST_APART)
            && problem.unit() <= buffer(slot(problem.shared(), slots(problem, apart)));
    }

    private static long slot(long room, int slots) {
        return slots == 1 ? room : lines(room / slots);
    }

    private static long buffer(long slot) {
        return lines((slot - LINE) / BUFFERS);
    }

    private static long lines(long bytes) {
        return bytes - bytes % (bytes < LINE ? Long.BYTES : LINE);
    }

    private long segment(long bytes) {
        return bytes > LONG_BLOCK ? longSegment : segment;
    }

    /** The distance from one buffer to the next. The buffers of small segments lie close together. */
    private long stride(long bytes) {
        return Math.min(buffer(slot), lines(Math.max(segment(bytes), problem.unit()) + LINE - 1));
    }

    /**
     * The segments into which elements are cut.
     *
     * @param bytes the size of the elements
     * @return the segments
     */
    public Segments segments(long bytes) {
        return Segments.of(bytes, segment(bytes), problem.unit());
    }

    /**
     * Whether each rank has a slot for every other rank.
     *
     * @return false if there is one slot for all
     */
    boolean areApart() {
        return slots > 1;
    }

    boolean areNoted() {
        return noted;
    }

    /** The place of a rank's slot for another rank. It begins with the note of the size of its contents. */
    Place slot(int from, int to) {
        int number = slots == 1 ? 0 : Math.floorMod(to - from, problem.size()) - 1;
        return Place.SHARED.plus(from * problem.shared() + number * slot);
    }

    /**
     * The place of a segment.
     *
     * @param from the rank whose room it is in
     * @param to the rank that takes it; any other rank if there is one slot for all
     * @param bytes the size of all segments together
     * @param index the segment's number
     * @return its place
     */
    public Place of(int from, int to, long bytes, int index) {
        boolean few = bytes <= FEW && segments(bytes).count() == 1;
        return slot(from, to).plus(few ? noted ? Long.BYTES : 0
            : BESIDE_STAGE + index % BUFFERS * stride(bytes));
    }

    /**
     * Waits for all other ranks. Each rank begins with the rank after itself, so that they do not all read the same
     * line at once.
     *
     * @param stage the stage
     * @param problem the collective
     * @param steps takes the steps
     */
    public static void awaitStageOfAll(int stage, Problem problem, Steps steps) {
        for (int i = 1; i < problem.size(); i++) {
            steps.awaitStage(problem.around(i), stage);
        }
    }
}
