package mpi;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import mpj.engine.LargeCopy;
import mpj.engine.NoncontiguousBuffer;
import mpj.engine.Payload;
import mpjbuf.Buffer;
import mpjbuf.layout.ElementType;

/**
 * A buffer of a collective as its schedule sees it: bytes of messages from position 0 on, whatever lies between them in
 * memory. Of objects a position is a number of objects. Bound anew for each call.
 */
final class Region {
    private Object array;
    private Datatype datatype;
    private Object buffer;
    private int origin;
    private long base;
    private final LargeCopy copying = new LargeCopy();

    /** Binds a buffer whose first item is at an offset. */
    void bind(Object buf, int offset, Datatype of) {
        array = buf;
        datatype = of;
        origin = offset;
        buffer = of.memory(buf, offset);
        base = of.from(offset);
    }

    void clear() {
        array = null;
        buffer = null;
        datatype = null;
    }

    Datatype datatype() {
        return datatype;
    }

    /** The buffer as the engine takes it. */
    Object buffer() {
        return buffer;
    }

    ElementType type() {
        return datatype.elementType();
    }

    /** Where a position is in the buffer, in bytes. */
    long from(long position) {
        return base + position;
    }

    int elements(long bytes) {
        return (int) (bytes / datatype.elementBytes());
    }

    /** The index of the item at a position. */
    int index(long position) {
        return origin + (int) (position / datatype.bytes(1)) * datatype.Extent();
    }

    int items(long bytes) {
        return (int) (bytes / datatype.bytes(1));
    }

    Object array() {
        return array;
    }

    /** Whether messages of it are serialized: objects, or a buffer of sections, which travels as a whole. */
    boolean isSerialized() {
        return datatype.isObject() || array instanceof Buffer;
    }

    boolean isSegment() {
        return array instanceof MemorySegment;
    }

    private boolean isPlainSegment() {
        return isSegment() && !isNoncontiguous();
    }

    boolean isNoncontiguous() {
        return buffer instanceof NoncontiguousBuffer;
    }

    /** Copies elements, of the same type, to another region. */
    void copy(long position, Region target, long to, long bytes) {
        if (datatype.isObject()) {
            copyObjects(position, target, to, bytes);
        } else if (array.getClass().isArray() && array.getClass() == target.array.getClass()
            && !isNoncontiguous() && !target.isNoncontiguous()) {
            int size = datatype.elementBytes();
            System.arraycopy(array, (int) (from(position) / size), target.array, (int) (target.from(to) / size),
                (int) (bytes / size));
        } else if (target.isPlainSegment()) {
            Payload.write(buffer, type(), from(position), (MemorySegment) target.array, target.from(to), bytes,
                copying);
        } else if (isPlainSegment()) {
            Payload.read(target.buffer, target.type(), target.from(to), (MemorySegment) array, from(position), bytes,
                target.copying);
        } else {
            MemorySegment packed = MemorySegment.ofArray(new byte[Math.toIntExact(bytes)]);
            Payload.write(buffer, type(), from(position), packed, 0, bytes);
            Payload.read(target.buffer, target.type(), target.from(to), packed, 0, bytes);
        }
    }

    /** The receiver's objects are never the sender's, no more than between ranks. */
    private void copyObjects(long position, Region target, long to, long bytes) {
        byte[] message = ObjectMessage.write((Object[]) array, index(position), items(bytes), datatype);
        ObjectMessage.read(message, (Object[]) target.array, target.index(to), Math.toIntExact(bytes),
            target.datatype);
    }

    /** An array with room for so many items where theirs lie like this region's. */
    Object roomFor(int items) {
        int length = Math.toIntExact(Items.span(datatype, items));
        Class<?> component = datatype.isObject() ? array.getClass().getComponentType()
            : type().arrayClass().getComponentType();
        return Array.newInstance(component, length);
    }
}
