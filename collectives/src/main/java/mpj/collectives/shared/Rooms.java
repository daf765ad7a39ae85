package mpj.collectives.shared;

import mpj.collectives.Algorithm;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Segments;
import mpj.collectives.Steps;

/**
 * How the elements of a collective lie in {@link Place#SHARED}: in segments, each in the next of four buffers. A rank's
 * room is one slot for all that it gives, or is divided into a slot for each other rank that it gives elements of its
 * own.
 *
 * <p>What keeps a rank from writing over what others still read:
 * <ul>
 * <li>Collectives use the two halves of the memory by turns, and every rank takes part in every collective. Before a
 * rank first writes, it {@linkplain Steps#ROOM_FREE waits} until all others have ended the collective before the last,
 * which used the same half. Mostly they have long done so.
 * <li>Within a collective, segment {@code i + BUFFERS} is written when segment i was read: see {@link RoomExchange}.
 * </ul>
 */
public final class Rooms {
    /** How many segments may be on their way at once. */
    public static final int BUFFERS = 4;
    /** The usual size of a segment, in bytes. */
    public static final long SEGMENT = 32 << 10;
    /**
     * The usual size of a segment of a long block where every rank gives every other one, if the room has as much. It
     * goes from memory to memory either way, so that the second cache, for which {@link #SEGMENT} is made, gains
     * nothing. Fewer segments are fewer steps: a program that has just begun takes them slowly.
     */
    public static final long LONG_SEGMENT = 4 * SEGMENT;
    /**
     * So many bytes at the start of a room share a cache line with its rank's stage: both come in one transfer. Behind
     * them the next line begins.
     */
    public static final int BESIDE_STAGE = 32;

    /** Up to so many bytes begin right behind the stage, or at the start of another slot; more begin a cache line. */
    private static final long FEW = 256;
    private static final long LINE = 64;
    /** A block of more bytes is long. */
    private static final long LONG_BLOCK = 1 << 20;

    private final Problem problem;
    private final int slots;
    private final boolean noted;
    private final long slot;
    private final long segment;
    private final long longSegment;

    private Rooms(Problem problem, Algorithm algorithm, int slots, boolean noted, boolean mutual) {
        this.problem = problem;
        this.slots = slots;
        this.noted = noted;
        slot = slot(problem.shared(), slots);
        long wanted = problem.parameter(algorithm);
        segment = Math.min(wanted, buffer(slot));
        longSegment = mutual ? Math.min(LONG_SEGMENT / SEGMENT * wanted, buffer(slot)) : segment;
    }

    /**
     * One slot for each rank: others take the same elements, or one other rank takes them. All know their size.
     *
     * @param problem the collective
     * @param algorithm the algorithm, whose parameter is the size of segments in bytes; at most a buffer counts
     * @return the places
     */
    public static Rooms of(Problem problem, Algorithm algorithm) {
        return new Rooms(problem, algorithm, 1, false, false);
    }

    /**
     * Slots for blocks whose size only two ranks know, who gives and who takes them. It is noted in the slot, to be
     * compared.
     *
     * @param problem the collective
     * @param algorithm the algorithm, whose parameter is the size of segments in bytes; at most a buffer counts
     * @param apart whether each rank has a slot for every other one, else one for all
     * @return the places
     */
    public static Rooms ofBlocks(Problem problem, Algorithm algorithm, boolean apart) {
        return new Rooms(problem, algorithm, slots(problem, apart), true, false);
    }

    /**
     * Such slots where every rank gives every other one a block, and long ones go in long segments. Where one rank
     * gives all, that is slower.
     *
     * @param problem the collective
     * @param algorithm the algorithm, whose parameter is the size of segments in bytes, a quarter of that of long ones
     * @return the places
     */
    public static Rooms ofMutualBlocks(Problem problem, Algorithm algorithm) {
        return new Rooms(problem, algorithm, slots(problem, true), true, true);
    }

    private static int slots(Problem problem, boolean apart) {
        return apart ? Math.max(1, problem.size() - 1) : 1;
    }

    /**
     * Whether ranks share memory that can take what must not be divided.
     *
     * @param problem the collective
     * @param apart whether each rank needs a slot for every other one
     * @return false if not
     */
    public static boolean exist(Problem problem, boolean apart) {
        return problem.shared() > 0 && problem.unit() <= buffer(slot(problem.shared(), slots(problem, apart)));
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

    /** From one buffer to the next. Buffers of small segments lie close together. */
    private long stride(long bytes) {
        return Math.min(buffer(slot), lines(Math.max(segment(bytes), problem.unit()) + LINE - 1));
    }

    /**
     * How elements are cut.
     *
     * @param bytes their size
     * @return the segments
     */
    public Segments segments(long bytes) {
        return Segments.of(bytes, segment(bytes), problem.unit());
    }

    /**
     * Whether each rank has a slot for every other one.
     *
     * @return false if there is one for all
     */
    boolean areApart() {
        return slots > 1;
    }

    boolean areNoted() {
        return noted;
    }

    /** Where a rank's slot for another one begins, with the note of how much is in it. */
    Place slot(int from, int to) {
        int number = slots == 1 ? 0 : Math.floorMod(to - from, problem.size()) - 1;
        return Place.SHARED.plus(from * problem.shared() + number * slot);
    }

    /**
     * Where a segment lies.
     *
     * @param from the rank whose room it is in
     * @param to who takes it; any other where there is one slot for all
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
     * Waits until this rank's room may be written to.
     *
     * @param problem the collective
     * @param steps where to write
     */
    public static void claim(Problem problem, Steps steps) {
        watchAll(Steps.ROOM_FREE, problem, steps);
    }

    /**
     * Waits for all other ranks. Each begins with the one after itself, so that they do not all read the same line at
     * once.
     *
     * @param stage the stage
     * @param problem the collective
     * @param steps where to write
     */
    public static void watchAll(int stage, Problem problem, Steps steps) {
        for (int i = 1; i < problem.size(); i++) {
            steps.watch(problem.around(i), stage);
        }
    }
}
