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

    /** Swaps the bytes of each whole element among the first bytes of a message. */
    static void swap(TypeDescriptor datatype, MemorySegment message, long bytes) {
        if (!datatype.isMixed()) {
            swap(message, 0, bytes, datatype.elementBytes());
            return;
        }
        datatype.map().signature().forEach(bytes, (at, length, element) -> swap(message, at, length, element));
    }

    private static void swap(MemorySegment message, long start, long bytes, int element) {
        long end = start + bytes - bytes % element;
        switch (element) {
            case Short.BYTES -> {
                for (long at = start; at < end; at += element) {
                    message.set(SHORT, at, Short.reverseBytes(message.get(SHORT, at)));
                }
            }
            case Integer.BYTES -> {
                for (long at = start; at < end; at += element) {
                    message.set(INT, at, Integer.reverseBytes(message.get(INT, at)));
                }
            }
            case Long.BYTES -> {
                for (long at = start; at < end; at += element) {
                    message.set(LONG, at, Long.reverseBytes(message.get(LONG, at)));
                }
            }
            default -> {
                assert element == 1;
            }
        }
    }
}
