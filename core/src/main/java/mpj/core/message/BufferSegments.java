package mpj.core.message;

import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import mpj.core.datatype.TypeDescriptor;
import mpjbuf.layout.ElementType;

/**
 * The memory of java.nio buffers. A call that gets such a buffer goes on with its segment. So everything that is true
 * of segments is true of the buffer; for instance, it is an error if its arena is closed. A buffer's position and limit
 * do not count: element 0 is its first element, and its capacity is the limit.
 *
 * <p>The segments of the last buffers are kept, since making one allocates. A buffer is found by its identity. The
 * buffer and its segment are both held by weak references only, because a segment keeps its buffer alive. So a buffer
 * that the program drops is collected. If a segment is collected before its buffer, it is made again.
 *
 * <p>Thread-safe without a lock. The entry of a buffer never changes, and a thread that sees an old entry only makes a
 * segment that was not needed.
 */
public final class BufferSegments {
    private static final ByteOrder NATIVE = ByteOrder.nativeOrder();
    /**
     * A power of 2. A buffer has two places: the place that its hash names, and the place that the hash with its lowest
     * bit flipped names.
     */
    private static final int PLACES = 32;

    /** A buffer and its segment. */
    private static final class Known extends WeakReference<Object> {
        private final WeakReference<MemorySegment> segment;
        private final ElementType type;
        private final boolean inOrder;
        private final long bytes;

        Known(Buffer buffer, MemorySegment segment) {
            super(buffer);
            this.segment = new WeakReference<>(segment);
            type = type(buffer);
            inOrder = order(buffer) == NATIVE;
            bytes = segment.byteSize();
        }

        /**
         * Whether elements of a datatype lie in the buffer as in memory. This is asked each time, because the program
         * may set the byte order at any time.
         */
        boolean holds(Object buffer, TypeDescriptor datatype) {
            return datatype != null && !datatype.isObject() && (datatype.elementBytes() == 1
                || (buffer instanceof ByteBuffer all ? all.order() == NATIVE
                : inOrder && type == datatype.elementType()));
        }
    }

    /** Null until the first buffer comes. */
    private Known[] places;
    /** The buffer that was looked for last, or null. Most calls are like the call before. */
    private Known last;

    /**
     * The segment of this buffer, if the buffer was also the last one that was looked for, if offset and count lie
     * within it, and if the elements are adjacent; otherwise null. Then {@link #of} and {@link BufferArgument} look
     * longer. So a call with the same buffer as the call before costs hardly more than a call with an array.
     */
    public MemorySegment plain(Object buf, int offset, int count, TypeDescriptor datatype) {
        Known known = last;
        // A reference to a buffer that was collected refers to null.
        if (known == null || buf == null || !known.refersTo(buf) || !known.holds(buf, datatype)) {
            return null;
        }
        MemorySegment segment = known.segment.get();
        return segment != null && datatype.plainArrayClass() != null && (offset | count) >= 0
            && BufferArgument.lies(offset, (long) count * datatype.elements(), datatype, known.bytes)
            && BufferArgument.isAccessible(segment) ? segment : null;
    }

    /** The same, for a call that writes into the buffer. */
    public MemorySegment plainToWrite(Object buf, int offset, int count, TypeDescriptor datatype) {
        MemorySegment segment = plain(buf, offset, count, datatype);
        return segment == null || segment.isReadOnly() ? null : segment;
    }

    /**
     * The object with which a call goes on: the segment of a java.nio buffer that can hold elements of the datatype,
     * and the empty {@link MemorySegment#NULL} for null, with which programs send and receive no items. Any other
     * object stays as it is, and {@link BufferArgument} says if anything is wrong with it.
     */
    public Object of(Object buf, TypeDescriptor datatype) {
        return buf instanceof Buffer buffer ? ofBuffer(buffer, datatype) : buf == null ? none(datatype) : buf;
    }

    private static Object none(TypeDescriptor datatype) {
        return datatype == null || datatype.isObject() ? null : MemorySegment.NULL;
    }

    /** As {@link #of}, for a call that has nowhere to keep segments. */
    public static Object once(Object buf, TypeDescriptor datatype) {
        if (buf instanceof Buffer buffer) {
            MemorySegment segment = made(buffer);
            return segment != null && new Known(buffer, segment).holds(buffer, datatype) ? segment : buf;
        }
        return buf;
    }

    private Object ofBuffer(Buffer buffer, TypeDescriptor datatype) {
        Known[] all = places;
        if (all != null) {
            int place = place(buffer);
            Known known = all[place];
            if (known == null || !known.refersTo(buffer)) {
                known = all[place ^ 1];
            }
            if (known != null && known.refersTo(buffer)) {
                MemorySegment segment = known.segment.get();
                if (segment != null) {
                    last = known;
                    return known.holds(buffer, datatype) ? segment : buffer;
                }
            }
        }
        return remember(buffer, datatype);
    }

    private static int place(Buffer buffer) {
        return System.identityHashCode(buffer) & PLACES - 1;
    }

    private Object remember(Buffer buffer, TypeDescriptor datatype) {
        MemorySegment segment = made(buffer);
        if (segment == null) {
            return buffer;
        }
        Known[] all = places;
        if (all == null) {
            all = new Known[PLACES];
            places = all;
        }
        Known known = new Known(buffer, segment);
        int place = place(buffer);
        if (all[place] != null && !all[place].refersTo(buffer)) {
            all[place ^ 1] = all[place];
        }
        all[place] = known;
        last = known;
        return known.holds(buffer, datatype) ? segment : buffer;
    }

    /**
     * The memory of the whole buffer, or null if it has none, since a CharBuffer may show any CharSequence. It is taken
     * from a duplicate, so that the program's position and limit stay.
     */
    private static MemorySegment made(Buffer buffer) {
        try {
            return MemorySegment.ofBuffer(buffer.duplicate().clear());
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static ElementType type(Buffer buffer) {
        return switch (buffer) {
            case ByteBuffer _ -> ElementType.BYTE;
            case CharBuffer _ -> ElementType.CHAR;
            case ShortBuffer _ -> ElementType.SHORT;
            case IntBuffer _ -> ElementType.INT;
            case LongBuffer _ -> ElementType.LONG;
            case FloatBuffer _ -> ElementType.FLOAT;
            case DoubleBuffer _ -> ElementType.DOUBLE;
        };
    }

    private static ByteOrder order(Buffer buffer) {
        return switch (buffer) {
            case ByteBuffer bytes -> bytes.order();
            case CharBuffer chars -> chars.order();
            case ShortBuffer shorts -> shorts.order();
            case IntBuffer ints -> ints.order();
            case LongBuffer longs -> longs.order();
            case FloatBuffer floats -> floats.order();
            case DoubleBuffer doubles -> doubles.order();
        };
    }

    /** What is wrong with a buffer that has no segment for a datatype, if the datatype is not one of objects. */
    static String misfit(Buffer buffer, TypeDescriptor datatype) {
        ElementType type = type(buffer);
        String is = "is a java.nio." + kind(type);
        if (type != ElementType.BYTE && type != datatype.elementType() && datatype.elementBytes() > 1) {
            return is + "; datatype " + datatype + " needs a java.nio." + kind(datatype.elementType())
                + " or a java.nio.ByteBuffer";
        }
        return order(buffer) == NATIVE ? is + " of a CharSequence, which has no memory; pass one of an array, or a"
            + " direct one"
            : is + " of byte order " + order(buffer) + "; elements of datatype " + datatype + " travel as they lie in"
                + " memory, which is " + NATIVE + ": set order(ByteOrder.nativeOrder()) before it is filled";
    }

    private static String kind(ElementType type) {
        String component = type.arrayClass().getComponentType().getName();
        return Character.toUpperCase(component.charAt(0)) + component.substring(1) + "Buffer";
    }
}
