package mpj.engine;

import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;
import mpj.bindings.Memcpy;
import mpjbuf.layout.ElementType;

/**
 * Copies between a user's buffer and a packet by the C library, or lets the transport copy. It remembers the segment of
 * the last array, by a weak reference. A new segment for each packet would cost an allocation, because the compiler
 * cannot remove the session of a segment that is made for one foreign call.
 */
public final class LargeCopy {
    private static final WeakReference<MemorySegment> NONE = new WeakReference<>(null);

    private WeakReference<MemorySegment> view = NONE;
    private WeakReference<Object> array;

    void write(Object buffer, ElementType type, long from, long packet, long bytes) {
        Memcpy.copyTo(view(buffer, type), from, packet, bytes);
    }

    void read(Object buffer, ElementType type, long from, long packet, long bytes) {
        Memcpy.copyFrom(packet, view(buffer, type), from, bytes);
    }

    /**
     * A buffer's memory. It is null for a noncontiguous buffer, whose elements do not lie as they travel, and for a
     * boolean[], whose memory cannot be seen.
     */
    public MemorySegment memory(Object buffer, ElementType type) {
        boolean seen = buffer instanceof MemorySegment
            || !(buffer instanceof NoncontiguousBuffer) && type != ElementType.BOOLEAN;
        return seen ? view(buffer, type) : null;
    }

    private MemorySegment view(Object buffer, ElementType type) {
        if (buffer instanceof MemorySegment segment) {
            return segment;
        }
        MemorySegment last = view.get();
        return last != null && array.refersTo(buffer) ? last : remember(buffer, type);
    }

    private MemorySegment remember(Object buffer, ElementType type) {
        MemorySegment made = BufferMemory.view(buffer, type);
        view = new WeakReference<>(made);
        array = new WeakReference<>(buffer);
        return made;
    }
}
