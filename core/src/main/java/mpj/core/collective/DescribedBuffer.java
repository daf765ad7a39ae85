package mpj.core.collective;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import mpj.core.datatype.Items;
import mpj.core.datatype.TypeDescriptor;
import mpj.core.message.BufferArgument;
import mpj.core.message.BufferSegments;
import mpj.core.message.InPlace;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpjbuf.Buffer;

/**
 * A buffer as one call describes it. It has one part for each rank, or, for the methods named {@code Whole}, a single
 * part, which is this rank's. The next call uses the same object again, so that a call makes no object.
 */
final class DescribedBuffer {
    /** How the program says where the parts are. */
    private enum Layout { EQUAL, SUCCESSIVE, VARYING, TYPED }

    private Layout layout;
    /** The argument's name, for errors. */
    private String name;
    private Object buffer;
    private final BufferSegments segments = new BufferSegments();
    private int offset;
    /** The size of every part, if counts is null. */
    private int count;
    private int[] counts;
    /**
     * Where each part starts, counted from the offset, in elements of the datatype. Null if the parts follow one
     * another.
     */
    private int[] displs;
    private TypeDescriptor datatype;
    /**
     * The datatype of each part, if the parts have datatypes of their own; otherwise null. The displacements are then
     * in bytes.
     */
    private TypeDescriptor[] types;
    private Parts parts;

    /** Parts of equal size that follow one another; or one part. */
    DescribedBuffer equal(String ofName, Object ofBuffer, int from, int ofCount, TypeDescriptor type) {
        return describe(Layout.EQUAL, ofName, ofBuffer, from, ofCount, null, null, type);
    }

    /** Parts of any size that follow one another. */
    DescribedBuffer successive(String ofName, Object ofBuffer, int from, int[] ofCounts, TypeDescriptor type) {
        return describe(Layout.SUCCESSIVE, ofName, ofBuffer, from, 0, ofCounts, null, type);
    }

    /**
     * Parts of any size, anywhere.
     *
     * @param displacements where each part starts, in elements of the datatype from the first part
     */
    DescribedBuffer varying(String ofName, Object ofBuffer, int from, int[] ofCounts, int[] displacements,
                            TypeDescriptor type) {
        return describe(Layout.VARYING, ofName, ofBuffer, from, 0, ofCounts, displacements, type);
    }

    /**
     * Parts of any size, each of a datatype of its own, anywhere.
     *
     * @param from the offset in the buffer, in bytes
     * @param displacements where each part starts, in bytes from there
     */
    DescribedBuffer typed(String ofName, Object ofBuffer, int from, int[] ofCounts, int[] displacements,
                          TypeDescriptor[] ofTypes) {
        describe(Layout.TYPED, ofName, ofBuffer, from, 0, ofCounts, displacements, TypeDescriptor.PACKED);
        buffer = ofBuffer == null ? MemorySegment.NULL : ofBuffer;
        types = ofTypes;
        return this;
    }

    private DescribedBuffer describe(Layout ofLayout, String ofName, Object ofBuffer, int from, int ofCount,
                                     int[] ofCounts, int[] displacements, TypeDescriptor type) {
        // Storing a reference marks its object's card for the collector. Most calls are like the call before, so a
        // store is avoided.
        if (layout != ofLayout) {
            layout = ofLayout;
        }
        if (name != ofName) {
            name = ofName;
        }
        if (counts != ofCounts) {
            counts = ofCounts;
        }
        if (displs != displacements) {
            displs = displacements;
        }
        if (datatype != type) {
            datatype = type;
        }
        if (types != null) {
            types = null;
        }
        buffer = segments.of(ofBuffer, type);
        offset = from;
        count = ofCount;
        return this;
    }

    /** Takes over another description, because the data that are sent in place are those of the other buffer. */
    void become(DescribedBuffer other) {
        describe(other.layout, other.name, other.buffer, other.offset, other.count, other.counts, other.displs,
            other.datatype);
        buffer = other.buffer;
        types = other.types;
    }

    /** Moves these blocks to another buffer. */
    void become(String ofName, Object ofBuffer, int from) {
        describe(layout, ofName, ofBuffer, from, count, counts, displs, datatype);
    }

    /** Lets go of the program's arrays: the call no longer needs them. */
    void clear() {
        buffer = null;
        if (counts != null) {
            counts = null;
        }
        if (displs != null) {
            displs = null;
        }
        if (types != null) {
            types = null;
        }
    }

    String name() {
        return name;
    }

    Object buffer() {
        return buffer;
    }

    int offset() {
        return offset;
    }

    /** The size of every part, if all are equal. */
    int count() {
        return count;
    }

    /** The size of each part, or null if all are equal. */
    int[] counts() {
        return counts;
    }

    TypeDescriptor datatype() {
        return datatype;
    }

    /** The datatype of a part. It does not matter if the part has no items. */
    TypeDescriptor datatype(int rank) {
        return types == null ? datatype : counts[rank] == 0 ? TypeDescriptor.BYTE : types[rank];
    }

    /** The number of elements of all parts. */
    int total(int size) {
        long total = 0;
        for (int i = 0; i < size; i++) {
            checkCount(i);
            total += count(i);
        }
        if (total > Integer.MAX_VALUE) {
            throw new EngineException(ErrorClass.ERR_COUNT, "the sum of recvcounts is " + total
                + "; a call takes at most "
                + Integer.MAX_VALUE + " elements");
        }
        return (int) total;
    }

    /** Whether two descriptions have the same layout, seen from their first elements. Either may be null. */
    static boolean alike(DescribedBuffer kept, DescribedBuffer other) {
        if (kept == null || other == null) {
            return kept == other;
        }
        if (kept.types != null || other.types != null) {
            return kept.types != null && other.types != null && kept.isAsLong(other);
        }
        return kept.count == other.count && kept.datatype.bytes(1) == other.datatype.bytes(1)
            && same(kept.counts, other.counts) && same(kept.displs, other.displs);
    }

    /** Whether parts with datatypes of their own have the same sizes in a message. */
    private boolean isAsLong(DescribedBuffer other) {
        boolean same = counts.length == other.counts.length;
        for (int i = 0; same && i < counts.length; i++) {
            same = datatype(i).bytes(counts[i]) == other.datatype(i).bytes(other.counts[i]);
        }
        return same;
    }

    private static boolean same(int[] kept, int[] other) {
        return kept == null || other == null ? kept == other : Arrays.equals(kept, other);
    }

    /**
     * A copy of a description, to be kept. It has no buffer, and its arrays are its own, so that the program cannot
     * change them.
     */
    static DescribedBuffer copy(DescribedBuffer blocks) {
        if (blocks == null) {
            return null;
        }
        DescribedBuffer copy = new DescribedBuffer().describe(blocks.layout, blocks.name, null, 0, blocks.count,
            blocks.counts == null ? null : blocks.counts.clone(), blocks.displs == null ? null : blocks.displs.clone(),
            blocks.datatype);
        copy.types = blocks.types == null ? null : blocks.types.clone();
        return copy;
    }

    /**
     * Binds a region to the blocks. The region starts at the lowest block, so that all blocks lie at positions from 0
     * on.
     */
    void bind(Region region, int size) {
        if (types != null) {
            bindParts(region, size);
            return;
        }
        if (displs == null) {
            region.bind(buffer, offset, datatype, counts == null ? (long) size * count : total(size));
            return;
        }
        int first = first(size);
        long end = first;
        for (int i = 0; i < size; i++) {
            if (!isEmpty(i)) {
                end = Math.max(end, (long) displs[i] + counts[i]);
            }
        }
        region.bind(buffer, Math.toIntExact(offset + (long) first * datatype.extent()), datatype, end - first);
    }

    private void bindParts(Region region, int size) {
        if (parts == null) {
            parts = new Parts();
        }
        parts.begin(size);
        Object memory = buffer;
        TypeDescriptor element = TypeDescriptor.BYTE;
        for (int i = 0; i < size; i++) {
            if (!isEmpty(i)) {
                memory = segments.of(buffer, types[i]);
                element = Items.element(types[i]);
                parts.add(memory, place(i), types[i], counts[i]);
            }
        }
        region.bind(memory, element, parts);
    }

    /** Where a part with a datatype of its own starts, in bytes. */
    private long place(int rank) {
        return (long) offset + displs[rank];
    }

    private int first(int size) {
        int first = Integer.MAX_VALUE;
        for (int i = 0; i < size; i++) {
            if (!isEmpty(i)) {
                first = Math.min(first, displs[i]);
            }
        }
        return first == Integer.MAX_VALUE ? 0 : first;
    }

    /** Whether a block has no elements. Then its displacement means nothing. */
    private boolean isEmpty(int rank) {
        return count(rank) == 0 || datatype(rank).elements() == 0;
    }

    /** The blocks as schedules see them. */
    mpj.collectives.Blocks ofMessages(int size) {
        if (counts == null) {
            return new mpj.collectives.Blocks.Equal(datatype.bytes(count));
        }
        long[] lengths = new long[size];
        Arrays.setAll(lengths, rank -> datatype(rank).bytes(counts[rank]));
        if (displs == null || types != null) {
            return mpj.collectives.Blocks.successive(lengths);
        }
        long[] starts = new long[size];
        int first = first(size);
        Arrays.setAll(starts, rank -> isEmpty(rank) ? 0 : (displs[rank] - (long) first) * datatype.bytes(1));
        return new mpj.collectives.Blocks.Varying(starts, lengths);
    }

    int count(int rank) {
        return counts == null ? count : counts[rank];
    }

    int offset(int rank) {
        return Math.toIntExact(longOffset(rank));
    }

    private long longOffset(int rank) {
        if (isEmpty(rank)) {
            return offset;
        }
        long displacement = displs == null ? (long) rank * count : displs[rank];
        return offset + displacement * datatype.extent();
    }

    boolean isInPlace() {
        return InPlace.is(buffer);
    }

    /** Whether this is a buffer of sections, which travels as a whole. */
    boolean isSections() {
        return buffer instanceof Buffer;
    }

    /** The size in a message, in bytes: of the whole, or of each part if all parts are equal. */
    long bytes() {
        return datatype.bytes(count);
    }

    /** As {@link #bytes}, for the whole. A buffer of sections travels as one object, whatever it holds. */
    long wholeBytes() {
        return isSections() ? 1 : bytes();
    }

    /** The size of every part, if all are equal; otherwise 0. */
    long bytesOfEach() {
        return counts == null ? bytes() : 0;
    }

    void bindWhole(Region region) {
        region.bind(buffer, offset, datatype, count);
    }

    void checkSendWhole() {
        BufferArgument.checkSend(name, buffer, offset, count, datatype);
    }

    void checkReceiveWhole() {
        BufferArgument.checkReceive(name, buffer, offset, count, datatype);
    }

    /** Checks the counts of parts that follow one another. */
    void checkCounts(int size) {
        if (layout == Layout.SUCCESSIVE) {
            checkLength("recvcounts", "", counts, size);
        }
    }

    void checkSend(int size) {
        if (layout == Layout.TYPED) {
            checkParts(size, false);
            return;
        }
        checkLayout(size);
        for (int i = 0; i < size; i++) {
            BufferArgument.checkSend(name, i, buffer, offset(i), count(i), datatype);
        }
    }

    void checkReceive(int size) {
        if (layout == Layout.TYPED) {
            checkParts(size, true);
            return;
        }
        checkLayout(size);
        for (int i = 0; i < size; i++) {
            BufferArgument.checkReceive(name, i, buffer, offset(i), count(i), datatype);
        }
        if (displs != null) {
            checkDisjoint(size);
        }
    }

    /**
     * Checks parts that have datatypes of their own. It does not check that they are disjoint, because they may
     * interleave.
     */
    private void checkParts(int size, boolean receive) {
        if (isInPlace()) {
            throw InPlace.misplaced(buffer, name);
        }
        checkLength("the counts of ", name, counts, size);
        checkLength("the displacements of ", name, displs, size);
        checkLength("the datatypes of ", name, types == null ? -1 : types.length, size);
        for (int i = 0; i < size; i++) {
            checkCount(i);
            if (counts[i] > 0) {
                checkPart(i, receive);
            }
        }
    }

    private void checkPart(int i, boolean receive) {
        if (buffer.equals(MemorySegment.NULL)) {
            throw BufferArgument.noBuffer(name);
        }
        TypeDescriptor type = types[i];
        if (type == null) {
            throw BufferArgument.noDatatype(name, i);
        }
        if (type.isObject()) {
            throw new EngineException(ErrorClass.ERR_TYPE, "the datatype of the block of rank " + i + " in " + name
                + " is " + type + ", whose displacements cannot be in bytes; pass one of primitive elements");
        }
        Object whole = segments.of(buffer, type);
        long place = place(i);
        Object memory = Parts.memory(whole, place, type);
        if (place < 0 || place % type.elementBytes() != 0 && memory == whole) {
            throw new EngineException(ErrorClass.ERR_ARG, "the block of rank " + i + " in " + name + " starts at byte "
                + place + ", " + (place < 0 ? "outside the buffer" : "which is within an element of " + type)
                + "; change its displacement");
        }
        if (receive) {
            BufferArgument.checkReceive(name, i, memory, Parts.index(place, type), counts[i], type);
        } else {
            BufferArgument.checkSend(name, i, memory, Parts.index(place, type), counts[i], type);
        }
    }

    private void checkLayout(int size) {
        if (isInPlace()) {
            throw InPlace.misplaced(buffer, name);
        }
        if (datatype == null) {
            throw BufferArgument.noDatatype(name, BufferArgument.WHOLE);
        }
        if (layout == Layout.EQUAL) {
            if (count < 0) {
                throw BufferArgument.negativeCount(name, BufferArgument.WHOLE, count);
            }
        } else {
            checkLength("the counts of ", name, counts, size);
            checkLength("the displacements of ", name, displs, size);
        }
        for (int i = 0; i < size; i++) {
            checkCount(i);
            long start = longOffset(i);
            if (start < 0 || start > Integer.MAX_VALUE) {
                throw new EngineException(ErrorClass.ERR_ARG, "the block of rank " + i + " in " + name
                    + " starts at element " + start + ", outside the buffer; change its displacement");
            }
        }
    }

    private static void checkLength(String what, String of, int[] values, int size) {
        checkLength(what, of, values == null ? -1 : values.length, size);
    }

    /** @param length -1 if the array is null */
    private static void checkLength(String what, String of, int length, int size) {
        if (length < 0) {
            throw new EngineException(ErrorClass.ERR_ARG, what + of + " are null; pass one for each rank");
        }
        if (length < size) {
            throw new EngineException(ErrorClass.ERR_ARG, what + of + " are " + length
                + ", the communicator has " + size + " ranks; pass one for each");
        }
    }

    private void checkCount(int rank) {
        if (count(rank) < 0) {
            throw BufferArgument.negativeCount(name, rank, count(rank));
        }
    }

    /** Checks that no element is received twice: which of the two blocks it would keep would depend on timing. */
    private void checkDisjoint(int size) {
        if (datatype.elements() == 0 || ascending(size)) {
            return;
        }
        int[] order = IntStream.range(0, size).filter(i -> counts[i] > 0).boxed()
            .sorted(Comparator.comparingInt(i -> displs[i])).mapToInt(Integer::intValue).toArray();
        for (int i = 1; i < order.length; i++) {
            if ((long) displs[order[i - 1]] + counts[order[i - 1]] > displs[order[i]]) {
                throw new EngineException(ErrorClass.ERR_ARG, "the blocks of ranks " + order[i - 1] + " and " + order[i]
                    + " in " + name + " overlap; their displacements are " + Arrays.toString(displs)
                    + "; set them further apart");
            }
        }
    }

    private boolean ascending(int size) {
        long end = Long.MIN_VALUE;
        for (int i = 0; i < size; i++) {
            if (counts[i] > 0) {
                if (displs[i] < end) {
                    return false;
                }
                end = (long) displs[i] + counts[i];
            }
        }
        return true;
    }
}
