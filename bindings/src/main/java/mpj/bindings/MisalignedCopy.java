package mpj.bindings;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Measures whether a copy is slow if the target is at a slightly higher place in its page of 4 KiB than the source. The
 * instruction {@code rep movsb} is slow in this case: on AMD's Zen 3 and Zen 4, it then moves 3 bytes in a nanosecond
 * instead of 50. Otherwise it is no faster than vector instructions. On these processors, the GNU C library uses the
 * instruction from about 2 KiB on (<a href="https://sourceware.org/bugzilla/show_bug.cgi?id=30994">bug 30994</a>). Java
 * arrays whose number of elements is a power of two lie like this if they are made one after the other: each begins 16
 * bytes further into its page.
 *
 * <p>This is measured and not looked up, because new processors and new libraries change which of them are concerned.
 */
final class MisalignedCopy {
    /** A copy with the behaviour of C's memcpy. */
    interface Copy {
        void copy(MemorySegment to, MemorySegment from, long bytes);

        /** The clock. */
        default long nanoTime() {
            return System.nanoTime();
        }
    }

    private static final long PAGE = 4096;
    /** This is long enough that the copy takes most of the time, and not the call. */
    private static final long BYTES = 32 * PAGE;
    private static final long SHIFT = 16;
    /** The number of tries. The shortest time is used, because other programs that run can only add to a time. */
    private static final int TRIES = 3;

    private MisalignedCopy() {
    }

    /**
     * Copies a few times with and without the shift, which takes some tens of microseconds, or ten times as long if the
     * copy is slow.
     */
    static boolean isSlow(Copy copy) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment from = arena.allocate(BYTES, PAGE);
            MemorySegment to = arena.allocate(BYTES + SHIFT, PAGE);
            copy.copy(to, from, BYTES); // the memory is allocated from now on
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
