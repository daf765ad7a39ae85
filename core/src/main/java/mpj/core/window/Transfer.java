package mpj.core.window;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import mpj.bindings.Memcpy;
import mpj.engine.BufferMemory;
import mpj.engine.NoncontiguousBuffer;
import mpj.engine.Payload;
import mpj.engine.TinyCopy;
import mpjbuf.layout.ElementType;

/** Copies elements between two buffers that are each in the form that the engine takes. */
final class Transfer {
    /**
     * From this many bytes on the C library copies faster. A call of it acquires and releases both segments, with an
     * atomic instruction each time, which would be noticeable in shorter copies.
     */
    private static final long LARGE = 4096;
    /**
     * The most bytes of one copy. No safepoint can come while such a piece is copied, for some tenths of a millisecond.
     * The C library would copy smaller pieces through the caches, which takes twice as long.
     */
    private static final long PIECE = 4 << 20;
    /** Copies below this size call no C function, and make no view of an array. */
    private static final long SHORT = 1024;
    /** The bytes that pass through an array at once: a multiple of the size of every element. */
    private static final int STAGE = 8192;

    private Transfer() {
    }

    static void copy(Object from, ElementType type, long fromAt, Object to, ElementType toType, long toAt, long bytes) {
        if (bytes <= TinyCopy.MOST && from instanceof MemorySegment source && to instanceof MemorySegment target) {
            TinyCopy.copy(source, fromAt, target, toAt, (int) bytes);
        } else {
            more(from, type, fromAt, to, toType, toAt, bytes);
        }
    }

    private static void more(Object from, ElementType type, long fromAt, Object to, ElementType toType, long toAt,
                             long bytes) {
        if (bytes < SHORT && to instanceof MemorySegment target) {
            Payload.write(from, type, fromAt, target, toAt, bytes);
            return;
        }
        if (bytes < SHORT && from instanceof MemorySegment source) {
            Payload.read(to, toType, toAt, source, fromAt, bytes);
            return;
        }
        MemorySegment source = memory(from, type);
        MemorySegment target = memory(to, toType);
        if (source != null && target != null) {
            copy(source, fromAt, target, toAt, bytes);
        } else if (target != null) {
            Payload.write(from, type, fromAt, target, toAt, bytes);
        } else if (source != null) {
            Payload.read(to, toType, toAt, source, fromAt, bytes);
        } else {
            MemorySegment stage = MemorySegment.ofArray(new byte[(int) Math.min(bytes, STAGE)]);
            for (long at = 0; at < bytes; at += STAGE) {
                long length = Math.min(STAGE, bytes - at);
                Payload.write(from, type, fromAt + at, stage, 0, length);
                Payload.read(to, toType, toAt + at, stage, 0, length);
            }
        }
    }

    /** The buffer's memory; null if its elements do not lie in memory in the form in which they travel. */
    private static MemorySegment memory(Object buffer, ElementType type) {
        return buffer instanceof MemorySegment segment ? segment
            : buffer instanceof NoncontiguousBuffer || type == ElementType.BOOLEAN ? null
            : BufferMemory.view(buffer, type);
    }

    /** Copies. Everything but a single word is in other methods, so that the compiler inlines this one. */
    static void copy(MemorySegment from, long fromAt, MemorySegment to, long toAt, long bytes) {
        if (bytes == Long.BYTES) {
            to.set(ValueLayout.JAVA_LONG_UNALIGNED, toAt, from.get(ValueLayout.JAVA_LONG_UNALIGNED, fromAt));
        } else if (bytes > TinyCopy.MOST && bytes < LARGE) {
            medium(from, fromAt, to, toAt, bytes);
        } else {
            others(from, fromAt, to, toAt, bytes);
        }
    }

    private static void medium(MemorySegment from, long fromAt, MemorySegment to, long toAt, long bytes) {
        MemorySegment.copy(from, fromAt, to, toAt, bytes);
    }

    private static void others(MemorySegment from, long fromAt, MemorySegment to, long toAt, long bytes) {
        if (bytes <= TinyCopy.MOST) {
            TinyCopy.copy(from, fromAt, to, toAt, (int) bytes);
        } else {
            large(from, fromAt, to, toAt, bytes);
        }
    }

    private static void large(MemorySegment from, long fromAt, MemorySegment to, long toAt, long bytes) {
        for (long at = 0; at < bytes; at += PIECE) {
            Memcpy.copy(from, fromAt + at, to, toAt + at, Math.min(PIECE, bytes - at));
        }
    }
}
