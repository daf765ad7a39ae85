package mpj.engine;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Moves short blocks of eight-byte elements. In an array the blocks lie at equal distances. In native memory they lie
 * one after the other. While the JVM's copy of a block only starts, several eight-byte elements can be moved one by
 * one. A block of smaller elements would need too many moves.
 */
final class ShortBlocks {
    /** Larger blocks are left to the JVM's copy. Measured by DerivedType of bench/jmh. */
    private static final long MOST_BYTES = 15 * Long.BYTES;

    // The compiler folds access through a segment and a layout in static final fields.
    private static final MemorySegment MEMORY = BufferMemory.ALL;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED;

    private ShortBlocks() {
    }

    /** Packs blocks of a buffer. Returns false if that is left to the JVM's copy. Places and sizes are in bytes. */
    static boolean gather(Object buffer, long place, long stride, long packet, long length, int count) {
        if (length > MOST_BYTES) {
            return false;
        }
        //@each long double
        if (buffer instanceof $type$[] array) {
            gather(array, elements(place), elements(stride), elements(length), count, packet);
            return true;
        }
        //@end
        return false;
    }

    /** Unpacks blocks that {@link #gather(Object, long, long, long, long, int)} has packed. */
    static boolean scatter(long packet, Object buffer, long place, long stride, long length, int count) {
        if (length > MOST_BYTES) {
            return false;
        }
        //@each long double
        if (buffer instanceof $type$[] array) {
            scatter(packet, array, elements(place), elements(stride), elements(length), count);
            return true;
        }
        //@end
        return false;
    }

    private static int elements(long bytes) {
        return (int) (bytes / Long.BYTES);
    }

    //@each long double
    /** Packs blocks of an array to an address. The first block begins with element {@code first}. */
    private static void gather($type$[] array, int first, int stride, int length, int count, long address) {
        long to = address;
        for (int i = 0; i < count; i++) {
            int from = first + i * stride;
            int end = from + length;
            // Unrolled by hand, because the compiler unrolls only the outer loop.
            for (; from <= end - 8; from += 8) {
                $type$ a = array[from];
                $type$ b = array[from + 1];
                $type$ c = array[from + 2];
                $type$ d = array[from + 3];
                $type$ e = array[from + 4];
                $type$ f = array[from + 5];
                $type$ g = array[from + 6];
                $type$ h = array[from + 7];
                MEMORY.set($TYPE$, to, a);
                MEMORY.set($TYPE$, to + 8, b);
                MEMORY.set($TYPE$, to + 16, c);
                MEMORY.set($TYPE$, to + 24, d);
                MEMORY.set($TYPE$, to + 32, e);
                MEMORY.set($TYPE$, to + 40, f);
                MEMORY.set($TYPE$, to + 48, g);
                MEMORY.set($TYPE$, to + 56, h);
                to += 64;
            }
            for (; from < end; from++) {
                MEMORY.set($TYPE$, to, array[from]);
                to += 8;
            }
        }
    }

    /** Unpacks blocks that {@link #gather($type$[], int, int, int, int, long)} has packed. */
    private static void scatter(long address, $type$[] array, int first, int stride, int length, int count) {
        long from = address;
        for (int i = 0; i < count; i++) {
            int to = first + i * stride;
            int end = to + length;
            for (; to <= end - 8; to += 8) {
                $type$ a = MEMORY.get($TYPE$, from);
                $type$ b = MEMORY.get($TYPE$, from + 8);
                $type$ c = MEMORY.get($TYPE$, from + 16);
                $type$ d = MEMORY.get($TYPE$, from + 24);
                $type$ e = MEMORY.get($TYPE$, from + 32);
                $type$ f = MEMORY.get($TYPE$, from + 40);
                $type$ g = MEMORY.get($TYPE$, from + 48);
                $type$ h = MEMORY.get($TYPE$, from + 56);
                array[to] = a;
                array[to + 1] = b;
                array[to + 2] = c;
                array[to + 3] = d;
                array[to + 4] = e;
                array[to + 5] = f;
                array[to + 6] = g;
                array[to + 7] = h;
                from += 64;
            }
            for (; to < end; to++) {
                array[to] = MEMORY.get($TYPE$, from);
                from += 8;
            }
        }
    }

    //@end
}
