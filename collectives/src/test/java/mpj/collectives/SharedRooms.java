package mpj.collectives;

import java.util.Arrays;
import mpj.collectives.shared.Rooms;

/**
 * Memory that simulated ranks share, as {@link Rooms} requires it. It has two halves, which are used in turn. For each
 * half and rank, it keeps the last collective in which the rank has posted, and the stage.
 */
final class SharedRooms {
    /** Every buffer has room for two elements and a half. */
    private static final long SLOT = 64 + 4 * 20;

    private final long room;
    private final long[][] halves;
    private final long[][] posts;
    /** For each half, the last collective that a rank has completed without a post. */
    private final long[][] passed;
    /** For each rank, the last collective that all ranks have begun as far as it knows. */
    private final long[] begunByAll;

    SharedRooms(int size) {
        room = room(size);
        halves = new long[2][size * (int) room / MemoryJob.ELEMENT];
        posts = new long[2][size];
        passed = new long[2][size];
        begunByAll = new long[size];
        Arrays.fill(begunByAll, -1);
        for (long[] half : passed) {
            Arrays.fill(half, -1);
        }
    }

    /** A slot for each of the other ranks. */
    static long room(int size) {
        return SLOT * Math.max(1, size - 1);
    }

    long room() {
        return room;
    }

    long[] memory(long call) {
        return halves[(int) call & 1];
    }

    private static long post(long call, int stage) {
        return call << 32 | stage;
    }

    void post(long call, int rank, int stage) {
        long[] flags = posts[(int) call & 1];
        if (stage <= 0 || stage > Steps.ENDED || post(call, stage) <= flags[rank]) {
            throw new AssertionError("rank " + rank + " posts " + stage + " of call " + call + " after "
                + Long.toHexString(flags[rank]));
        }
        flags[rank] = post(call, stage);
    }

    /** A rank has no part in a call. */
    void pass(long call, int rank) {
        passed[(int) call & 1][rank] = post(call, Steps.ENDED);
    }

    private boolean hasReached(long half, int peer, long post) {
        return posts[(int) half][peer] >= post || passed[(int) half][peer] >= post;
    }

    /** A rank has seen that all ranks have begun the call. */
    void allHaveBegun(long call, int rank) {
        for (int peer = 0; peer < begunByAll.length; peer++) {
            if (peer != rank && !hasReached(call & 1, peer, post(call, 0))) {
                throw new AssertionError("rank " + rank + " takes call " + call + " for begun by rank " + peer);
            }
        }
        begunByAll[rank] = call;
    }

    boolean isRoomFree(long call, int rank) {
        boolean free = true;
        for (int peer = 0; peer < begunByAll.length; peer++) {
            free &= peer == rank || call < 2 || hasReached(call & 1, peer, post(call - 2, Steps.ENDED))
                || hasReached(call - 1 & 1, peer, post(call - 1, 0));
        }
        if (!free && begunByAll[rank] == call - 1) {
            throw new AssertionError("the room of rank " + rank + " is taken for free in call " + call);
        }
        return free;
    }

    boolean posted(long call, int peer, int stage) {
        int half = (int) call & 1;
        if (posts[half][peer] >= post(call + 1, 0)) {
            throw new AssertionError("rank " + peer + " is two calls ahead of one that waits for it");
        }
        if (passed[half][peer] >= post(call, 0) && posts[half][peer] < post(call, stage)) {
            throw new AssertionError("rank " + peer + ", which others wait for, has gone through without a post");
        }
        return posts[half][peer] >= post(call, stage);
    }
}
