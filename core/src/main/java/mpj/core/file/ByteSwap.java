package mpj.core.file;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import mpj.core.datatype.TypeDescriptor;

/**
 * Turns elements from the machine's byte order into big-endian, or back. In external32, the elements of a message have
 * the same sizes as in Java.
 */
final class ByteSwap {
    private static final boolean NEEDED = ByteOrder.nativeOrder() != ByteOrder.BIG_ENDIAN;
    private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    private ByteSwap() {
    }

    /** Whether elements of a datatype have another byte order in memory. */
    static boolean isNeeded(TypeDescriptor datatype) {
        return NEEDED && (datatype.isMixed() || datatype.elementBytes() > 1);
    }

    /** What to do with bytes that other bytes take the places of. */
    interface Parts {
        /** Takes bytes of whole elements of one size. */
        void whole(long at, long length, int element);

        /** Takes one byte of an element, and the place that it has in the other byte order. */
        void single(long at, long other);
    }

    /**
     * Goes through a part of a message. The part may begin and end within an element, because a view and a window of
     * the file may end anywhere.
     */
    static void parts(TypeDescriptor datatype, long from, long length, Parts parts) {
        long to = from + length;
        if (datatype.isMixed()) {
            datatype.map().signature().forEach(from, to, (at, bytes, element) -> parts(at, element, Math.max(at, from),
                Math.min(at + bytes, to), parts));
        } else {
            parts(0, datatype.elementBytes(), from, to, parts);
        }
    }

    /**
     * Goes through a part of adjacent elements of one size.
     *
     * @param start where the first of the elements starts
     */
    private static void parts(long start, int element, long from, long to, Parts parts) {
        long first = Math.min(to, from + (element - (from - start) % element) % element);
        long last = Math.max(first, to - (to - start) % element);
        singles(start, element, from, first, parts);
        if (first < last) {
            parts.whole(first, last - first, element);
        }
        singles(start, element, last, to, parts);
    }

    private static void singles(long start, int element, long from, long to, Parts parts) {
        for (long at = from; at < to; at++) {
            long within = (at - start) % element;
            parts.single(at, at - within + element - 1 - within);
        }
    }

    /** Swaps the bytes of each element. */
    static void swap(MemorySegment memory, long start, long bytes, int element) {
        long end = start + bytes;
        switch (element) {
            case Short.BYTES -> {
                for (long at = start; at < end; at += element) {
                    memory.set(SHORT, at, Short.reverseBytes(memory.get(SHORT, at)));
                }
            }
            case Integer.BYTES -> {
                for (long at = start; at < end; at += element) {
                    memory.set(INT, at, Integer.reverseBytes(memory.get(INT, at)));
                }
            }
            case Long.BYTES -> {
                for (long at = start; at < end; at += element) {
                    memory.set(LONG, at, Long.reverseBytes(memory.get(LONG, at)));
                }
            }
            default -> {
                assert element == 1;
            }
        }
    }
}
