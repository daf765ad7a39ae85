package mpj.collectives;

/**
 * How the elements of a collective pass through {@link Place#SHARED}: in segments, each in the next of its rank's four
 * buffers.
 *
 * <p>What keeps a rank from writing over what others still read:
 * <ul>
 * <li>Every rank posts in every collective that shares memory, and the two halves of that memory take turns. So before
 * it first writes, a rank {@linkplain Steps#ROOM_FREE waits} for those that may have read its room in the collective
 * before the last; mostly they are far beyond that.
 * <li>Within a collective, segment {@code i + BUFFERS} is written when segment i was read; each algorithm says how it
 * knows that.
 * </ul>
 */
public final class Rooms {
    /** How many segments may be on their way at once. */
    public static final int BUFFERS = 4;
    /**
     * So many bytes at the start of a room are in one cache line with its rank's stage: both come in one transfer. What
     * lies this far into the room begins a line. The rest of the first line is not for elements.
     */
    public static final int BESIDE_STAGE = 40;

    /** So much is written right behind the stage, without regard to lines. */
    private static final long FEW = 256;
    private static final long LINE = 64;

    private final long room;
    private final long buffer;
    private final Segments segments;

    private Rooms(Problem problem, Algorithm algorithm) {
        room = problem.shared();
        buffer = buffer(room);
        segments = Segments.of(problem.bytes(), Math.min(problem.parameter(algorithm), buffer), problem.unit());
    }

    /**
     * The way of one collective's elements.
     *
     * @param problem the collective
     * @param algorithm the algorithm, whose parameter is the size of segments in bytes; at most a buffer counts
     * @return their places
     */
    public static Rooms of(Problem problem, Algorithm algorithm) {
        return new Rooms(problem, algorithm);
    }

    /**
     * Whether ranks share memory that can take what must not be divided.
     *
     * @param problem the collective
     * @return false if not
     */
    public static boolean exist(Problem problem) {
        return problem.shared() > 0 && problem.unit() <= buffer(problem.shared());
    }

    private static long buffer(long room) {
        long bytes = (room - LINE) / BUFFERS;
        return bytes - bytes % (bytes < LINE ? Long.BYTES : LINE);
    }

    /**
     * How the elements are cut.
     *
     * @return the segments
     */
    public Segments segments() {
        return segments;
    }

    /**
     * Where a segment lies in a rank's room.
     *
     * @param rank the rank
     * @param segment the segment's number
     * @return its place
     */
    public Place of(int rank, int segment) {
        boolean few = segments.bytes() <= FEW && segments.count() == 1;
        return Place.SHARED.plus(rank * room + (few ? 0 : BESIDE_STAGE + segment % BUFFERS * buffer));
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
