package mpjbuf.layout;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * Moves elements between Java arrays of the eight primitive types and sections, in either byte order. A section may be
 * in any segment, on the heap or off it, at any offset. Offsets are {@code long}. The {@code source} and {@code target}
 * segments must not be the memory of the array itself.
 *
 * <p>Every method throws {@link ArrayIndexOutOfBoundsException} if the array or an array of indexes is too short, and
 * {@link IndexOutOfBoundsException} if the segment is too short. Moves of a range or a shape throw before anything is
 * moved. {@code gather} and {@code scatter} throw at the element that is out of bounds. Nothing is allocated. Several
 * threads may use the methods on different elements.
 */
public final class Elements {
    // The compiler folds an access through a layout in a static final field, but not through a field of an ElementType.
    private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
    private static final ValueLayout.OfChar CHAR = ValueLayout.JAVA_CHAR_UNALIGNED;
    private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    //@each byte char short int long float double
    private static final ValueLayout LITTLE_$TYPE$ = ElementType.$TYPE$.layout(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout BIG_$TYPE$ = ElementType.$TYPE$.layout(ByteOrder.BIG_ENDIAN);
    //@end

    private Elements() {
    }

    /**
     * Checks a range of an array.
     *
     * @param length the array's length
     * @param from the first index
     * @param count the number of elements
     * @throws ArrayIndexOutOfBoundsException if the range exceeds the array or {@code count} is negative
     */
    public static void checkRange(int length, int from, int count) {
        if ((from | count) < 0 || count > length - from) {
            throw new ArrayIndexOutOfBoundsException(
                "offset " + from + " and " + count + " elements do not lie in an array of " + length);
        }
    }

    /**
     * Checks a list of indexes.
     *
     * @param length the length of the array to which the indexes belong
     * @param indexes the array with the indexes
     * @param from where the list starts in {@code indexes}
     * @param count the number of indexes
     * @throws ArrayIndexOutOfBoundsException if an index is outside the array, or if the list exceeds {@code indexes}
     */
    public static void checkIndexes(int length, int[] indexes, int from, int count) {
        checkRange(indexes.length, from, count);
        for (int i = from; i < from + count; i++) {
            if (indexes[i] < 0 || indexes[i] >= length) {
                throw new ArrayIndexOutOfBoundsException(
                    "indexes[" + i + "] is " + indexes[i] + ", not an index of an array of " + length);
            }
        }
    }

    /**
     * Moves a range of an array of any primitive type into a section.
     *
     * @param type the array's element type
     * @param source the array
     * @param from the first index
     * @param count the number of elements
     * @param target the memory
     * @param offset where the elements go, in bytes
     * @param order the message's encoding
     * @throws ClassCastException if {@code source} is not an array of {@code type}
     */
    public static void write(ElementType type, Object source, int from, int count,
                             MemorySegment target, long offset, ByteOrder order) {
        switch (type) {
            //@each
            case $TYPE$ -> write(($type$[]) source, from, count, target, offset, order);
            //@end
        }
    }

    /**
     * Moves elements of a section into a range of an array of any primitive type.
     *
     * @param type the array's element type
     * @param target the array
     * @param from the first index
     * @param count the number of elements
     * @param source the memory
     * @param offset where the elements are, in bytes
     * @param order the message's encoding
     * @throws ClassCastException if {@code target} is not an array of {@code type}
     */
    public static void read(ElementType type, Object target, int from, int count,
                            MemorySegment source, long offset, ByteOrder order) {
        switch (type) {
            //@each
            case $TYPE$ -> read(($type$[]) target, from, count, source, offset, order);
            //@end
        }
    }

    //@each byte char short int long float double
    /**
     * Moves a range of an array into a section.
     *
     * @param source the array
     * @param from the first index
     * @param count the number of elements
     * @param target the memory
     * @param offset where the elements go, in bytes
     * @param order the message's encoding
     */
    public static void write($type$[] source, int from, int count,
                             MemorySegment target, long offset, ByteOrder order) {
        checkRange(source.length, from, count);
        ValueLayout layout = order == ByteOrder.LITTLE_ENDIAN ? LITTLE_$TYPE$ : BIG_$TYPE$;
        MemorySegment.copy(source, from, target, layout, offset, count);
    }

    /**
     * Moves elements of a section into a range of an array.
     *
     * @param target the array
     * @param from the first index
     * @param count the number of elements
     * @param source the memory
     * @param offset where the elements are, in bytes
     * @param order the message's encoding
     */
    public static void read($type$[] target, int from, int count,
                            MemorySegment source, long offset, ByteOrder order) {
        checkRange(target.length, from, count);
        ValueLayout layout = order == ByteOrder.LITTLE_ENDIAN ? LITTLE_$TYPE$ : BIG_$TYPE$;
        MemorySegment.copy(source, layout, offset, target, from, count);
    }

    //@end
    /**
     * Moves a range of an array into a section.
     *
     * @param source the array
     * @param from the first index
     * @param count the number of elements
     * @param target the memory
     * @param offset where the elements go, in bytes
     * @param order the message's encoding, which has no effect on elements of one byte
     */
    public static void write(boolean[] source, int from, int count,
                             MemorySegment target, long offset, ByteOrder order) {
        checkRange(source.length, from, count);
        MemorySegment elements = target.asSlice(offset, count);
        for (int i = 0; i < count; i++) {
            set(elements, i, source[from + i], false);
        }
    }

    /**
     * Moves elements of a section into a range of an array. A byte of 1 is true, and every other byte is false.
     *
     * @param target the array
     * @param from the first index
     * @param count the number of elements
     * @param source the memory
     * @param offset where the elements are, in bytes
     * @param order the message's encoding, which has no effect on elements of one byte
     */
    public static void read(boolean[] target, int from, int count,
                            MemorySegment source, long offset, ByteOrder order) {
        checkRange(target.length, from, count);
        MemorySegment elements = source.asSlice(offset, count);
        for (int i = 0; i < count; i++) {
            target[from + i] = getBoolean(elements, i, false);
        }
    }

    //@each
    /**
     * Moves {@code source[indexes[from]], source[indexes[from + 1]], ...} into a section.
     *
     * @param source the array
     * @param count the number of elements
     * @param from where in {@code indexes} to start
     * @param indexes the elements' indexes
     * @param target the memory
     * @param offset where the elements go, in bytes
     * @param order the message's encoding
     */
    public static void gather($type$[] source, int count, int from, int[] indexes,
                              MemorySegment target, long offset, ByteOrder order) {
        checkRange(indexes.length, from, count);
        boolean swap = order != ByteOrder.nativeOrder();
        for (int i = 0; i < count; i++) {
            set(target, offset + (long) i * $CARRIER$.byteSize(), source[indexes[from + i]], swap);
        }
    }

    /**
     * Moves elements of a section to {@code target[indexes[from]], target[indexes[from + 1]], ...}.
     *
     * @param target the array
     * @param count the number of elements
     * @param from where in {@code indexes} to start
     * @param indexes the elements' indexes
     * @param source the memory
     * @param offset where the elements are, in bytes
     * @param order the message's encoding
     */
    public static void scatter($type$[] target, int count, int from, int[] indexes,
                               MemorySegment source, long offset, ByteOrder order) {
        checkRange(indexes.length, from, count);
        boolean swap = order != ByteOrder.nativeOrder();
        for (int i = 0; i < count; i++) {
            target[indexes[from + i]] = get$Type$(source, offset + (long) i * $CARRIER$.byteSize(), swap);
        }
    }

    /**
     * Moves the elements that a {@linkplain Shape shape} chooses into a section.
     *
     * @param source the array
     * @param start the index of the element at the origin
     * @param rank the number of dimensions, not negative
     * @param exts where the extents start in {@code shape}
     * @param strs where the strides start in {@code shape}
     * @param shape extents and strides
     * @param target the memory
     * @param offset where the elements go, in bytes
     * @param order the message's encoding
     */
    public static void strGather($type$[] source, int start, int rank, int exts, int strs, int[] shape,
                                 MemorySegment target, long offset, ByteOrder order) {
        Shape.checkWithin(source.length, start, rank, exts, strs, shape);
        if (Shape.elements(rank, exts, shape) > 0) {
            strGatherChecked(source, start, rank, exts, strs, shape, target, offset, order);
        }
    }

    private static long strGatherChecked($type$[] source, int start, int rank, int exts, int strs, int[] shape,
                                         MemorySegment target, long offset, ByteOrder order) {
        int outer = Shape.skipSingle(rank, exts, shape);
        boolean swap = order != ByteOrder.nativeOrder();
        if (outer == rank) {
            set(target, offset, source[start], swap);
            return offset + $CARRIER$.byteSize();
        }
        int extent = shape[exts + outer];
        int stride = shape[strs + outer];
        if (outer < rank - 1) {
            long next = offset;
            for (int i = 0; i < extent; i++) {
                next = strGatherChecked(source, start + i * stride, rank - outer - 1, exts + outer + 1,
                    strs + outer + 1, shape, target, next, order);
            }
            return next;
        }
        if (stride == 1) {
            write(source, start, extent, target, offset, order);
        } else {
            for (int i = 0; i < extent; i++) {
                set(target, offset + (long) i * $CARRIER$.byteSize(), source[start + i * stride], swap);
            }
        }
        return offset + extent * $CARRIER$.byteSize();
    }

    /**
     * Moves elements of a section to the places that a {@linkplain Shape shape} chooses.
     *
     * @param target the array
     * @param start the index of the element at the origin
     * @param rank the number of dimensions, not negative
     * @param exts where the extents start in {@code shape}
     * @param strs where the strides start in {@code shape}
     * @param shape extents and strides
     * @param source the memory
     * @param offset where the elements are, in bytes
     * @param order the message's encoding
     */
    public static void strScatter($type$[] target, int start, int rank, int exts, int strs, int[] shape,
                                  MemorySegment source, long offset, ByteOrder order) {
        Shape.checkWithin(target.length, start, rank, exts, strs, shape);
        if (Shape.elements(rank, exts, shape) > 0) {
            strScatterChecked(target, start, rank, exts, strs, shape, source, offset, order);
        }
    }

    private static long strScatterChecked($type$[] target, int start, int rank, int exts, int strs, int[] shape,
                                          MemorySegment source, long offset, ByteOrder order) {
        int outer = Shape.skipSingle(rank, exts, shape);
        boolean swap = order != ByteOrder.nativeOrder();
        if (outer == rank) {
            target[start] = get$Type$(source, offset, swap);
            return offset + $CARRIER$.byteSize();
        }
        int extent = shape[exts + outer];
        int stride = shape[strs + outer];
        if (outer < rank - 1) {
            long next = offset;
            for (int i = 0; i < extent; i++) {
                next = strScatterChecked(target, start + i * stride, rank - outer - 1, exts + outer + 1,
                    strs + outer + 1, shape, source, next, order);
            }
            return next;
        }
        if (stride == 1) {
            read(target, start, extent, source, offset, order);
        } else {
            for (int i = 0; i < extent; i++) {
                target[start + i * stride] = get$Type$(source, offset + (long) i * $CARRIER$.byteSize(), swap);
            }
        }
        return offset + extent * $CARRIER$.byteSize();
    }

    private static void set(MemorySegment target, long offset, $type$ element, boolean swap) {
        $carrier$ bits = $toBits$;
        target.set($CARRIER$, offset, swap ? swapped(bits) : bits);
    }

    private static $type$ get$Type$(MemorySegment source, long offset, boolean swap) {
        $carrier$ stored = source.get($CARRIER$, offset);
        $carrier$ bits = swap ? swapped(stored) : stored;
        return $fromBits$;
    }

    //@end
    //@each byte char short int long
    private static $type$ swapped($type$ bits) {
        return $swapped$;
    }

    //@end
}
