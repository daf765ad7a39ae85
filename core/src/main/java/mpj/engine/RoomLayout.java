package mpj.engine;

import mpj.collectives.shared.Rooms;

/**
 * The layout of the memory that the ranks of a communicator share.
 *
 * <pre>
 *   memory   0: number of ranks that sleep                       changed by each of them
 *          128: for every rank, the last collectives that it has gone through without a post, and what it calls there
 *       behind: for every rank, 1 + the rank whose post it waits for while it sleeps; 0 if it does not sleep
 *       behind: two halves, which collectives use in turn; in each, for every rank, a
 *   room     0: number of the collective &lt;&lt; 24 | stage           the release store of this word is a post
 *            8: what the rank calls, to be compared
 *           16: from which stage on it has no data to give, and why; 0 if it has
 *           24: number of the collective &lt;&lt; 24 | last stage, of one that the rank has gone through without a post
 *           32: elements
 * </pre>
 *
 * Only its own rank writes a room. A room begins at a cache line, so that a few elements come together with their post.
 */
public final class RoomLayout {
    public static final long SLEEPERS_AT = 0;
    public static final long POST = 0;
    public static final long CALL = 8;
    public static final long REFUSAL = 16;
    public static final long PASSED = 24;
    public static final long ELEMENTS = 32;

    private static final long LINE = ELEMENTS + Rooms.BESIDE_STAGE;
    private static final long CALLS_AT = 2 * LINE;
    /** A rank's calls without a post fill a line. Each has its number and the call. */
    private static final long CALLS_KEPT = LINE / (2 * Long.BYTES);
    /** Added so that rooms are not a power of two apart, because they would then share places in caches. */
    private static final long SPARE = 3 * LINE;
    private static final long SMALL_ROOM = Rooms.BUFFERS * Rooms.SEGMENT;
    /** The limit for a half of small rooms, in bytes. It matters to more than 64 ranks. */
    private static final long MOST_SMALL_BYTES = 8 << 20;
    /** The memory for long blocks of one other rank. */
    private static final long LONG_ROOM = Rooms.BUFFERS * Rooms.LONG_SEGMENT;
    /** A large room has that memory for this many other ranks, unless the rooms together take more than the limit. */
    private static final int MAX_SEPARATE_BYTES = 3;
    /** The limit for a half of large rooms, in bytes. */
    private static final long MOST_BYTES = 4 << 20;

    private RoomLayout() {
    }

    static long smallRoom(int ranks) {
        return Math.min(SMALL_ROOM, MOST_SMALL_BYTES / ranks / LINE * LINE) + SPARE;
    }

    static long largeRoom(int ranks) {
        long wanted = Math.clamp(ranks - 1, 1, MAX_SEPARATE_BYTES) * LONG_ROOM;
        return Math.max(Math.min(MOST_BYTES / ranks / SMALL_ROOM * SMALL_ROOM, wanted) + SPARE, smallRoom(ranks));
    }

    /** The whole memory of this many ranks with rooms of this size. */
    static long bytes(int ranks, long room) {
        return halvesAt(ranks) + 2 * ranks * room;
    }

    /** The size of a room in memory of this size. */
    public static long roomIn(long bytes, int ranks) {
        return (bytes - halvesAt(ranks)) / 2 / ranks;
    }

    /** Where the half of a collective begins. */
    public static long halfAt(int ranks, long room, long collective) {
        return halvesAt(ranks) + (collective & 1) * ranks * room;
    }

    private static long halvesAt(int ranks) {
        long end = awaitedAt(ranks, ranks);
        return end + Math.floorMod(-end, LINE);
    }

    /** Where a rank says whose post it waits for while it sleeps. */
    public static long awaitedAt(int ranks, int rank) {
        return CALLS_AT + ranks * LINE + (long) rank * Integer.BYTES;
    }

    /** Where a rank notes the number of a collective without a post. The word after that says what the rank calls. */
    public static long callWithoutPost(int rank, long collective) {
        return CALLS_AT + rank * LINE + (collective & CALLS_KEPT - 1) * 2 * Long.BYTES;
    }
}
