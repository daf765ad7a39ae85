package mpj.collectives;

/**
 * Memory that simulated ranks share, as {@link Rooms} wants it: two halves in turn, and for each half and rank the last
 * collective in which it has posted, and the stage.
 */
final class SharedRooms {
    /** Every buffer has room for two elements and a half. */
    static final long ROOM = 64 + 4 * 20;

    private final long[][] halves;
    private final long[][] posts;

    SharedRooms(int size) {
        halves = new long[2][size * (int) ROOM / MemoryJob.ELEMENT];
        posts = new long[2][size];
    }

    long room() {
        return ROOM;
    }

    long[] memory(long call) {
        return halves[(int) call & 1];
    }

    private static long post(long call, int stage) {
        return call << 32 | stage;
    }

    void post(long call, int rank, int stage) {
        long[] flags = posts[(int) call & 1];
        if (stage <= Steps.ROOM_FREE || stage > Steps.ENDED || post(call, stage) <= flags[rank]) {
            throw new AssertionError("rank " + rank + " posts " + stage + " of call " + call + " after "
                + Long.toHexString(flags[rank]));
        }
        flags[rank] = post(call, stage);
    }

    boolean posted(long call, int peer, int stage) {
        int half = (int) call & 1;
        if (stage == Steps.ROOM_FREE) {
            return call < 2 || posts[half][peer] >= post(call - 2, Steps.ENDED)
                || posts[1 - half][peer] >= post(call - 1, 0);
        }
        if (posts[half][peer] >= post(call + 1, 0)) {
            throw new AssertionError("rank " + peer + " is two calls ahead of one that waits for it");
        }
        return posts[half][peer] >= post(call, stage);
    }
}
