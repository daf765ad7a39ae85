package mpj.engine.match;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;

/**
 * Off-heap memory for messages that arrive before their receive. Sizes are powers of two. Small pieces are cut from
 * slabs and used again. Large ones are given back to the system.
 */
public final class MessagePool {
    private static final int SMALLEST_SHIFT = 6;
    private static final int LARGEST_SHIFT = 20;
    private static final long SLAB = 1 << 20;
    private static final long ALIGNMENT = 64;

    private final ArrayDeque<MemorySegment>[] free;
    /**
     * Made for the first early message. Not every program has such a message, and making the first arena takes a while.
     */
    private Arena arena;
    private MemorySegment slab;
    private long cut;

    @SuppressWarnings({"unchecked", "rawtypes"})
    public MessagePool() {
        free = new ArrayDeque[LARGEST_SHIFT + 1];
        for (int shift = SMALLEST_SHIFT; shift <= LARGEST_SHIFT; shift++) {
            free[shift] = new ArrayDeque<>();
        }
    }

    /** Memory of at least this many bytes. */
    public MemorySegment take(long bytes) {
        int shift = shift(bytes);
        if (shift > LARGEST_SHIFT) {
            return Arena.ofAuto().allocate(bytes, ALIGNMENT);
        }
        MemorySegment piece = free[shift].pollLast();
        return piece != null ? piece : cut(1L << shift);
    }

    private MemorySegment cut(long bytes) {
        if (arena == null) {
            arena = Arena.ofShared();
        }
        if (slab == null || cut + bytes > SLAB) {
            slab = arena.allocate(SLAB, ALIGNMENT);
            cut = 0;
        }
        MemorySegment piece = slab.asSlice(cut, bytes);
        cut += bytes;
        return piece;
    }

    public void give(MemorySegment piece) {
        int shift = shift(piece.byteSize());
        if (shift <= LARGEST_SHIFT) {
            free[shift].addLast(piece);
        }
    }

    private static int shift(long bytes) {
        return Math.max(SMALLEST_SHIFT, Long.SIZE - Long.numberOfLeadingZeros(bytes - 1));
    }

    public void close() {
        if (arena != null) {
            arena.close();
        }
    }
}
