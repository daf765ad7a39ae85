package mpj.engine;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Copies a few bytes by one or two words, which may overlap. The JVM's own copy takes longer to start than this takes
 * in all. No segment of an array is made, because it would be an object wherever the compiler does not remove it.
 */
public final class TinyCopy {
    /** The largest size, in bytes. */
    public static final int MOST = 16;

    private static final VarHandle LONGS =
        MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());

    private TinyCopy() {
    }

    /** Copies from one segment into another, which may overlap. A single word has the shortest way. */
    public static void copy(MemorySegment from, long fromAt, MemorySegment to, long toAt, int bytes) {
        if (bytes == Long.BYTES) {
            to.set(JAVA_LONG_UNALIGNED, toAt, from.get(JAVA_LONG_UNALIGNED, fromAt));
        } else if (bytes == Integer.BYTES) {
            to.set(JAVA_INT_UNALIGNED, toAt, from.get(JAVA_INT_UNALIGNED, fromAt));
        } else if (bytes > Long.BYTES) {
            int last = bytes - Long.BYTES;
            long first = from.get(JAVA_LONG_UNALIGNED, fromAt);
            long end = from.get(JAVA_LONG_UNALIGNED, fromAt + last);
            to.set(JAVA_LONG_UNALIGNED, toAt, first);
            to.set(JAVA_LONG_UNALIGNED, toAt + last, end);
        } else if (bytes > Integer.BYTES) {
            int last = bytes - Integer.BYTES;
            int first = from.get(JAVA_INT_UNALIGNED, fromAt);
            int end = from.get(JAVA_INT_UNALIGNED, fromAt + last);
            to.set(JAVA_INT_UNALIGNED, toAt, first);
            to.set(JAVA_INT_UNALIGNED, toAt + last, end);
        } else {
            MemorySegment.copy(from, fromAt, to, toAt, bytes);
        }
    }

    static void write(byte[] array, int from, MemorySegment to, long at, int bytes) {
        if (bytes >= Long.BYTES) {
            int last = bytes - Long.BYTES;
            long end = (long) LONGS.get(array, from + last);
            to.set(JAVA_LONG_UNALIGNED, at, (long) LONGS.get(array, from));
            to.set(JAVA_LONG_UNALIGNED, at + last, end);
        } else if (bytes >= Integer.BYTES) {
            int last = bytes - Integer.BYTES;
            int end = (int) INTS.get(array, from + last);
            to.set(JAVA_INT_UNALIGNED, at, (int) INTS.get(array, from));
            to.set(JAVA_INT_UNALIGNED, at + last, end);
        } else {
            for (int i = 0; i < bytes; i++) {
                to.set(JAVA_BYTE, at + i, array[from + i]);
            }
        }
    }

    static void read(MemorySegment from, long at, byte[] array, int to, int bytes) {
        if (bytes >= Long.BYTES) {
            int last = bytes - Long.BYTES;
            long end = from.get(JAVA_LONG_UNALIGNED, at + last);
            LONGS.set(array, to, from.get(JAVA_LONG_UNALIGNED, at));
            LONGS.set(array, to + last, end);
        } else if (bytes >= Integer.BYTES) {
            int last = bytes - Integer.BYTES;
            int end = from.get(JAVA_INT_UNALIGNED, at + last);
            INTS.set(array, to, from.get(JAVA_INT_UNALIGNED, at));
            INTS.set(array, to + last, end);
        } else {
            for (int i = 0; i < bytes; i++) {
                array[to + i] = from.get(JAVA_BYTE, at + i);
            }
        }
    }
}
