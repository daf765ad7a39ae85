package mpj.engine;

import mpj.collectives.shared.Rooms;

/**
 * Where things are in the memory that the ranks of a communicator share.
 *
 * <pre>
 *   memory   0: number of ranks that sleep                       changed by each of them
 *          128: two halves, which collectives use in turn; in each, for every rank, a
 *   room     0: number of the collective << 24 | stage           the release store of this word is a post
 *            8: what the rank calls, to be compared
 *           16: from which stage on it has no data to give, and why; 0 if it has
 *           24: number of the collective << 24 | last stage, of one that the rank has gone through without a post
 *           32: elements
 * </pre>
 *
 * Only its own rank writes a room. A room begins a cache line, so that a few elements come together with their post.
 */
final class RoomLayout {
    static final long SLEEPERS_AT = 0;
    static final long POST = 0;
    static final long CALL = 8;
    static final long REFUSAL = 16;
    static final long PASSED = 24;
    static final long ELEMENTS = 32;

    private static final long LINE = ELEMENTS + Rooms.BESIDE_STAGE;
    private static final long HALVES_AT = 2 * LINE;
    private static final long BUFFER = 32 << 10;
    /**
     * Three cache lines more than the buffers take. If rooms were a power of two apart, they would share places in
     * caches.
     */
    static final long ROOM_BYTES = Rooms.BUFFERS * BUFFER + 3 * LINE;

    private RoomLayout() {
    }

    static long bytes(int ranks) {
        return HALVES_AT + 2 * ranks * ROOM_BYTES;
    }

    /** Where the half of a collective begins. */
    static long halfAt(int ranks, long collective) {
        return HALVES_AT + (collective & 1) * ranks * ROOM_BYTES;
    }
}
