package mpj.core.collective;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import mpj.core.datatype.TypeDescriptor;
import mpj.core.message.BufferArgument;
import mpj.core.message.BufferSegments;
import mpj.core.message.InPlace;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpjbuf.Buffer;

/**
 * A buffer as one call describes it: one part for each rank, or, by the methods named {@code Whole}, a single part that
 * is this rank's. The next call uses the same object again, so that a call makes none.
 */
final class DescribedBuffer {
    /** How the program says where the parts are. */
    private enum Layout { EQUAL, SUCCESSIVE, VARYING }

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
     * Where each part starts, counted from the offset, in elements of the datatype. Null when the parts follow one
     * another.
     */
    private int[] displs;
    private TypeDescriptor datatype;

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
     * @param displacements where each starts, in elements of the datatype from the first
     */
    DescribedBuffer varying(String ofName, Object ofBuffer, int from, int[] ofCounts, int[] displacements,
                            TypeDescriptor type) {
        return describe(Layout.VARYING, ofName, ofBuffer, from, 0, ofCounts, displacements, type);
    }

    private DescribedBuffer describe(Layout ofLayout, String ofName, Object ofBuffer, int from, int ofCount,
                                     int[] ofCounts, int[] displacements, TypeDescriptor type) {
        // A reference that is stored marks its object's card for the collector. Most calls are as the one before.
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
        buffer = segments.of(ofBuffer, type);
        offset = from;
        count = ofCount;
        return this;
    }

    /** Takes over another description: what is sent in place is what is received. */
    void become(DescribedBuffer other) {
        describe(other.layout, other.name, other.buffer, other.offset, other.count, other.counts, other.displs,
            other.datatype);
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

    /** The size of every part, where they are equal. */
    int count() {
        return count;
    }

    /** The size of each part, or null where they are equal. */
    int[] counts() {
        return counts;
    }

    TypeDescriptor datatype() {
        return datatype;
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
        return kept.count == other.count && kept.datatype.bytes(1) == other.datatype.bytes(1)
            && same(kept.counts, other.counts) && same(kept.displs, other.displs);
    }

    private static boolean same(int[] kept, int[] other) {
        return kept == null || other == null ? kept == other : Arrays.equals(kept, other);
    }

    /**
     * A copy of a description, to be kept. It has no buffer, and its arrays are its own, so that the program cannot
     * change them.
     */
    static DescribedBuffer copy(DescribedBuffer blocks) {
        return blocks == null ? null : new DescribedBuffer().describe(blocks.layout, blocks.name, null, 0, blocks.count,
            blocks.counts == null ? null : blocks.counts.clone(), blocks.displs == null ? null : blocks.displs.clone(),
            blocks.datatype);
    }

    /** Binds a region to the blocks. The region starts at the first of them, so that all lie at positions from 0 on. */
    void bind(Region region, int size) {
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
        return count(rank) == 0 || datatype.elements() == 0;
    }

    /** The blocks as schedules see them. */
    mpj.collectives.Blocks ofMessages(int size) {
        if (counts == null) {
            return new mpj.collectives.Blocks.Equal(datatype.bytes(count));
        }
        long[] lengths = new long[size];
        Arrays.setAll(lengths, rank -> datatype.bytes(counts[rank]));
        if (displs == null) {
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
        return buffer == InPlace.IN_PLACE;
    }

    /** Whether it is a buffer of sections, which travels as a whole. */
    boolean isSections() {
        return buffer instanceof Buffer;
    }

    /** The size in a message: of the whole, or of each part if all are equal. */
    long bytes() {
        return datatype.bytes(count);
    }

    /** As {@link #bytes}, of the whole; a buffer of sections travels as one object, whatever it holds. */
    long wholeBytes() {
        return isSections() ? 1 : bytes();
    }

    /** The size of every part, where they are equal; else 0. */
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
        checkLayout(size);
        for (int i = 0; i < size; i++) {
            BufferArgument.checkSend(name, i, buffer, offset(i), count(i), datatype);
        }
    }

    void checkReceive(int size) {
        checkLayout(size);
        for (int i = 0; i < size; i++) {
            BufferArgument.checkReceive(name, i, buffer, offset(i), count(i), datatype);
        }
        if (displs != null) {
            checkDisjoint(size);
        }
    }

    private void checkLayout(int size) {
        if (buffer == InPlace.IN_PLACE) {
            throw InPlace.misplaced();
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
        if (values == null) {
            throw new EngineException(ErrorClass.ERR_ARG, what + of + " are null; pass one for each rank");
        }
        if (values.length < size) {
            throw new EngineException(ErrorClass.ERR_ARG, what + of + " are " + values.length
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
                    + " in " + name + " overlap; set their displacements apart, which are " + Arrays.toString(displs));
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
