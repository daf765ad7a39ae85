package mpj.bindings;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Finds out whether a copy is slow where the target lies a little further into its page of 4 KiB than the source. The
 * instruction {@code rep movsb} is: on AMD's Zen 3 and Zen 4 it then moves 3 bytes a nanosecond in place of 50, and
 * without that it is no faster than vector instructions. The GNU C library uses it there from some 2 KiB on
 * (<a href="https://sourceware.org/bugzilla/show_bug.cgi?id=30994">bug 30994</a>). Java arrays of a power of two of
 * elements lie like that when they are made one after the other: each begins 16 bytes further into its page.
 *
 * <p>This is measured, not looked up: which processors and libraries it concerns changes with both.
 */
final class MisalignedCopy {
    /** Copies as C's memcpy does. */
    interface Copy {
        void copy(MemorySegment to, MemorySegment from, long bytes);

        /** The clock. */
        default long nanoTime() {
            return System.nanoTime();
        }
    }

    private static final long PAGE = 4096;
    /** So long that the copy, not the call, takes most of the time. */
    private static final long BYTES = 32 * PAGE;
    private static final long SHIFT = 16;
    /** The shortest time counts: whatever else runs only adds to it. */
    private static final int TRIES = 3;

    private MisalignedCopy() {
    }

    /**
     * Copies a few times with and without the shift, which takes some tens of microseconds, or ten times as long where
     * it is slow.
     */
    static boolean isSlow(Copy copy) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment from = arena.allocate(BYTES, PAGE);
            MemorySegment to = arena.allocate(BYTES + SHIFT, PAGE);
            copy.copy(to, from, BYTES); // its memory is there from now on
            long even = Long.MAX_VALUE;
            long shifted = Long.MAX_VALUE;
            for (int i = 0; i < TRIES; i++) {
                even = Math.min(even, time(copy, to, from));
                shifted = Math.min(shifted, time(copy, to.asSlice(SHIFT), from));
            }
            return shifted > 2 * even;
        }
    }

    private static long time(Copy copy, MemorySegment to, MemorySegment from) {
        long start = copy.nanoTime();
        copy.copy(to, from, BYTES);
        return copy.nanoTime() - start;
    }
}
