package mpj.core.window;

import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import mpj.core.datatype.TypeDescriptor;

/**
 * A buffer whose elements, from an offset on, were found to lie in memory as they travel. Immutable. It does not keep
 * the buffer from being collected.
 */
final class KnownBuffer {
    final WeakReference<Object> buffer;
    final WeakReference<MemorySegment> memory;
    final int offset;
    /** Where the elements begin in the memory, in bytes. */
    final long from;
    /** Whether the byte order matters, which the program may set at any time. */
    final boolean ordered;

    private KnownBuffer(Object buf, int offset, Local local) {
        buffer = new WeakReference<>(buf);
        memory = new WeakReference<>((MemorySegment) local.buffer());
        from = local.from();
        ordered = buf instanceof ByteBuffer && local.datatype().elementBytes() > 1;
        this.offset = offset;
    }

    /**
     * Returns null if the elements do not lie in memory one after the other.
     *
     * @param local the buffer, checked
     */
    static KnownBuffer of(Object buf, int offset, Local local) {
        return local.buffer() instanceof MemorySegment && isPlain(local.datatype())
            ? new KnownBuffer(buf, offset, local) : null;
    }

    /** Whether items are adjacent elements. This is asked for each call, because the program may free the datatype. */
    static boolean isPlain(TypeDescriptor datatype) {
        return datatype.plainArrayClass() != null;
    }

    /**
     * The memory of the buffer; null if it is another buffer or another offset. Whoever accesses the memory finds out
     * whether it may do so. A reference to a buffer that was collected refers to null, so null is no known buffer.
     */
    MemorySegment memory(Object buf, int bufOffset) {
        return bufOffset == offset && buf != null && buffer.refersTo(buf)
            && (!ordered || ((ByteBuffer) buf).order() == ByteOrder.nativeOrder()) ? memory.get() : null;
    }
}
