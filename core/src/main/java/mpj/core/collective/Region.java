package mpj.core.collective;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.util.Arrays;
import mpj.core.datatype.Items;
import mpj.core.datatype.TypeDescriptor;
import mpj.core.objects.ObjectMessage;
import mpj.engine.LargeCopy;
import mpj.engine.NoncontiguousBuffer;
import mpj.engine.Payload;
import mpjbuf.Buffer;
import mpjbuf.layout.ElementType;

/**
 * A buffer of a collective as its schedule sees it: bytes of messages from position 0 on, whatever lies between them in
 * memory. Of objects a position is a number of objects. Bound anew for each call that is prepared.
 */
final class Region {
    /** What is packed on the way from one noncontiguous buffer to another is so many bytes at once: whole elements. */
    private static final long PIECE = 64 << 10;

    private Object array;
    private TypeDescriptor datatype;
    private Object buffer;
    private int origin;
    private long base;
    /** How many items there are of the program's; of what is the collective's own nobody asks. */
    private long items;
    private boolean own;
    /** See {@link #staysInPlace}. */
    private boolean inPlace;
    private final LargeCopy copying = new LargeCopy();

    /** Binds memory of the collective's own, whose first item is at an offset. */
    void bind(Object buf, int offset, TypeDescriptor of) {
        bind(buf, offset, of, 0);
        own = true;
    }

    /** Binds a buffer of the program's: so many items, the first at an offset. */
    void bind(Object buf, int offset, TypeDescriptor of, long ofItems) {
        array = buf;
        datatype = of;
        origin = offset;
        buffer = of.memory(buf, offset);
        base = of.from(offset);
        items = ofItems;
        own = false;
        inPlace = false;
    }

    /** Binds what another is bound to. */
    void bind(Region other) {
        bind(other.array, other.origin, other.datatype, other.items);
        inPlace = other.inPlace;
    }

    /** What is bound here is in place already: objects that are copied to where they belong are the same objects. */
    void staysInPlace() {
        inPlace = true;
    }

    boolean isInPlace() {
        return inPlace;
    }

    void clear() {
        array = null;
        buffer = null;
        datatype = null;
    }

    /** Keeps the memory for the next start, but no objects that are in it for the collective's own use. */
    void rest() {
        if (own && array instanceof Object[] objects) {
            Arrays.fill(objects, null);
        }
    }

    boolean isBound() {
        return array != null;
    }

    /** The bytes of all items, as a message has them. */
    long bytes() {
        return items * datatype.bytes(1);
    }

    /**
     * Whether two buffers of the program's have memory in common, as far as the bounds of their items tell. Of
     * different arrays two comparisons say that they have not.
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

    /** Where the first of the items' bytes is in the buffer. */
    private long low() {
        return (origin + Items.low(datatype, items)) * datatype.elementBytes();
    }

    /** Where the last of the items' bytes ends. */
    private long high() {
        return (origin + Items.high(datatype, items)) * datatype.elementBytes();
    }

    private static boolean meet(long low, long high, long otherLow, long otherHigh) {
        return low < otherHigh && otherLow < high;
    }

    /** At least one of them is a segment: of memory off the heap, or of an array. */
    private boolean overlapsSegment(Region other) {
        if (!hasMemory() || !other.hasMemory() || isEmpty() || other.isEmpty()) {
            return false;
        }
        MemorySegment mine = Payload.view(array, type());
        MemorySegment theirs = Payload.view(other.array, other.type());
        if (mine.isNative() && theirs.isNative()) {
            return meet(mine.address() + low(), mine.address() + high(), theirs.address() + other.low(),
                theirs.address() + other.high());
        }
        // A segment that is read-only does not tell whose array it is.
        return mine.isNative() == theirs.isNative() && mine.asSlice(low(), high() - low())
            .asOverlappingSlice(theirs.asSlice(other.low(), other.high() - other.low())).isPresent();
    }

    /** Whether a segment can be of this memory. */
    private boolean hasMemory() {
        return isSegment() || array.getClass() == type().arrayClass() && type() != ElementType.BOOLEAN;
    }

    TypeDescriptor datatype() {
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
        return origin + (int) (position / datatype.bytes(1)) * datatype.extent();
    }

    int items(long bytes) {
        return (int) (bytes / datatype.bytes(1));
    }

    Object array() {
        return array;
    }

    /** Whether messages of it are serialized: objects, or a buffer of sections, which travels as a whole. */
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

    /** Copies elements, of the same type, to another region. */
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

    /** Copies everything to a region that is only looked at, so that objects need not be others. */
    void snapshot(Region target) {
        if (datatype.isObject()) {
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
