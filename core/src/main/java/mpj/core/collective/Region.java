package mpj.core.collective;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.util.Arrays;
import mpj.core.datatype.Items;
import mpj.core.datatype.TypeDescriptor;
import mpj.core.objects.ObjectMessage;
import mpj.engine.BufferMemory;
import mpj.engine.LargeCopy;
import mpj.engine.NoncontiguousBuffer;
import mpj.engine.Payload;
import mpjbuf.Buffer;
import mpjbuf.layout.ElementType;

/**
 * A buffer of a collective, as the collective's schedule sees it. Positions count the bytes of messages from 0 on,
 * whatever lies between them in memory. For objects, a position is a number of objects. A region is bound again for
 * each call that is prepared.
 */
final class Region {
    /**
     * In bytes. A copy from one noncontiguous buffer to another packs the elements in pieces of this size. Every piece
     * has whole elements.
     */
    private static final long PIECE = 64 << 10;

    private Object array;
    private TypeDescriptor datatype;
    private Object buffer;
    private int origin;
    private long base;
    /** How many items the program's buffer has. It is not used for the collective's own memory. */
    private long items;
    private boolean own;
    /** Whether the buffer that is bound here {@linkplain #noteInPlace is in place already}. */
    private boolean inPlace;
    /** The parts at the positions, if they have datatypes of their own; otherwise null. */
    private Parts parts;
    private final LargeCopy copying = new LargeCopy();

    /** Binds memory of the collective. The first item is at this offset. */
    void bind(Object buf, int offset, TypeDescriptor of) {
        bind(buf, offset, of, 0);
        own = true;
    }

    /** Binds a buffer of the program that has this many items. The first item is at this offset. */
    void bind(Object buf, int offset, TypeDescriptor of, long ofItems) {
        array = of.seen(buf);
        datatype = of;
        origin = offset;
        buffer = of.memory(array, offset);
        base = of.from(offset);
        items = ofItems;
        own = false;
        inPlace = false;
        if (parts != null) {
            parts = null;
        }
    }

    /** Binds parts of a buffer of the program. */
    void bind(Object buf, TypeDescriptor element, Parts ofParts) {
        bind(buf, 0, element, 0);
        parts = ofParts;
    }

    /** Sets the position at which the first item is. */
    void startAt(long position) {
        base -= position;
    }

    /** The region with the elements at a position. */
    Region at(long position) {
        return parts == null ? this : parts.at(position);
    }

    /** Binds the memory to which another region is bound. */
    void bind(Region other) {
        bind(other.array, other.origin, other.datatype, other.items);
        inPlace = other.inPlace;
        parts = other.parts;
    }

    /**
     * Notes that the program already has in place what is bound here. Objects are then not copied: a copy from here has
     * the same objects.
     */
    void noteInPlace() {
        inPlace = true;
    }

    boolean isInPlace() {
        return inPlace;
    }

    void clear() {
        if (datatype == null) {
            return; // most calls bind one or two of the four
        }
        array = null;
        buffer = null;
        datatype = null;
        if (parts != null) {
            parts.clear();
            parts = null;
        }
    }

    /** Keeps the memory for the next start. Drops the objects that are in it for the collective's own use. */
    void rest() {
        if (own && array instanceof Object[] objects) {
            Arrays.fill(objects, null);
        }
    }

    boolean isBound() {
        return array != null;
    }

    /** The size of all items in a message, in bytes. */
    long bytes() {
        return parts == null ? items * datatype.bytes(1) : parts.bytes();
    }

    /**
     * Whether two buffers of the program have memory in common, as far as the bounds of their items tell. If the
     * buffers are different arrays, two comparisons show that they have none.
     */
    boolean overlaps(Region other) {
        if (array == other.array) {
            return !isEmpty() && !other.isEmpty() && meet(low(), high(), other.low(), other.high());
        }
        return !(array.getClass().isArray() && other.array.getClass().isArray()) && overlapsSegment(other);
    }

    private boolean isEmpty() {
        return bytes() == 0;
    }

    /** Where the first byte of the items is in the buffer. */
    private long low() {
        return parts == null ? (origin + Items.low(datatype, items)) * datatype.elementBytes() : parts.low();
    }

    /** Where the last byte of the items ends. */
    private long high() {
        return parts == null ? (origin + Items.high(datatype, items)) * datatype.elementBytes() : parts.high();
    }

    private static boolean meet(long low, long high, long otherLow, long otherHigh) {
        return low < otherHigh && otherLow < high;
    }

    /** The same, if at least one of the buffers is a segment, of memory off the heap or of an array. */
    private boolean overlapsSegment(Region other) {
        if (!hasMemory() || !other.hasMemory() || isEmpty() || other.isEmpty()) {
            return false;
        }
        MemorySegment mine = BufferMemory.view(array, type());
        MemorySegment theirs = BufferMemory.view(other.array, other.type());
        if (mine.isNative() && theirs.isNative()) {
            return meet(mine.address() + low(), mine.address() + high(), theirs.address() + other.low(),
                theirs.address() + other.high());
        }
        // A read-only segment does not tell which array it belongs to.
        return mine.isNative() == theirs.isNative() && mine.asSlice(low(), high() - low())
            .asOverlappingSlice(theirs.asSlice(other.low(), other.high() - other.low())).isPresent();
    }

    /** Whether a segment can lie in this memory. */
    private boolean hasMemory() {
        return isSegment() || array.getClass() == type().arrayClass() && type() != ElementType.BOOLEAN;
    }

    TypeDescriptor datatype() {
        return datatype;
    }

    /** The buffer in the form that the engine takes. */
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
        return origin + (int) (position / datatype.bytes(1)) * datatype.extent();
    }

    int items(long bytes) {
        return (int) (bytes / datatype.bytes(1));
    }

    Object array() {
        return array;
    }

    /**
     * Whether its messages are serialized. Messages of objects are, and so are messages of a buffer of sections, which
     * travels as a whole.
     */
    boolean isSerialized() {
        return datatype.isObject() || isSections();
    }

    boolean isSections() {
        return array instanceof Buffer;
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

    /** Copies elements to another region of the same element type. */
    void copy(long position, Region target, long to, long bytes) {
        if (datatype.isObject() && inPlace) {
            share(position, target, to, bytes);
        } else if (datatype.isObject()) {
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
            copyPieces(position, target, to, bytes);
        }
    }

    private void copyPieces(long position, Region target, long to, long bytes) {
        MemorySegment packed = MemorySegment.ofArray(new byte[(int) Math.min(bytes, PIECE)]);
        for (long done = 0; done < bytes; done += PIECE) {
            long length = Math.min(PIECE, bytes - done);
            Payload.write(buffer, type(), from(position + done), packed, 0, length);
            Payload.read(target.buffer, target.type(), target.from(to + done), packed, 0, length);
        }
    }

    /** Binds this to memory of its own that has room for the same parts. Returns false if it has no parts. */
    boolean pack() {
        if (parts != null) {
            parts = parts.packed();
        }
        return parts != null;
    }

    /**
     * Copies everything to a region that is only read. So objects need not be copied: that region gets the same
     * objects.
     */
    void snapshot(Region target) {
        if (parts != null) {
            parts.copy(target.parts);
        } else if (datatype.isObject()) {
            share(0, target, 0, bytes());
        } else {
            copy(0, target, 0, bytes());
        }
    }

    /** Copies references to objects. */
    private void share(long position, Region target, long to, long bytes) {
        int[] from = datatype.map().indexes(index(position), (int) bytes);
        int[] at = target.datatype.map().indexes(target.index(to), (int) bytes);
        for (int i = 0; i < from.length; i++) {
            ((Object[]) target.array)[at[i]] = ((Object[]) array)[from[i]];
        }
    }

    /** Copies objects through a message. As between ranks, the receiver never gets the sender's own objects. */
    private void copyObjects(long position, Region target, long to, long bytes) {
        byte[] message = ObjectMessage.write((Object[]) array, index(position), items(bytes), datatype);
        ObjectMessage.read(message, (Object[]) target.array, target.index(to), Math.toIntExact(bytes),
            target.datatype);
    }

    /** A new array with room for this many items, laid out like this region's items. */
    Object roomFor(int items) {
        int length = Math.toIntExact(Items.span(datatype, items));
        Class<?> component = datatype.isObject() ? array.getClass().getComponentType()
            : type().arrayClass().getComponentType();
        return Array.newInstance(component, length);
    }
}
