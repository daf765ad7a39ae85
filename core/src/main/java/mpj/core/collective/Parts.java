package mpj.core.collective;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.util.Arrays;
import mpj.core.datatype.Items;
import mpj.core.datatype.TypeDescriptor;

/**
 * The parts of a buffer whose blocks have datatypes of their own. Each block that has elements is one region. Their
 * positions follow one another, in the order of ranks. The next call uses the same regions again.
 */
final class Parts {
    private Region[] regions = {};
    private long[] starts = {};
    private int count;
    private long end;
    private long low;
    private long high;

    /** Begins again, without a part. */
    void begin(int most) {
        if (regions.length < most) {
            int known = regions.length;
            regions = Arrays.copyOf(regions, most);
            for (int i = known; i < most; i++) {
                regions[i] = new Region();
            }
            starts = new long[most];
        }
        count = 0;
        end = 0;
        low = Long.MAX_VALUE;
        high = 0;
    }

    /**
     * Adds a part.
     *
     * @param place where its first item is in the buffer, in bytes
     */
    void add(Object buffer, long place, TypeDescriptor datatype, int items) {
        Region region = regions[count];
        region.bind(memory(buffer, place, datatype), index(place, datatype), datatype, items);
        next(region, region.bytes());
        low = Math.min(low, place + Items.low(datatype, items) * datatype.elementBytes());
        high = Math.max(high, place + Items.high(datatype, items) * datatype.elementBytes());
    }

    private void next(Region region, long bytes) {
        region.startAt(end);
        starts[count++] = end;
        end += bytes;
    }

    /**
     * The memory that a part lies in. In a segment, a part need not begin at a multiple of its element's size. Then
     * this is the rest of the segment from the part on.
     */
    static Object memory(Object buffer, long place, TypeDescriptor datatype) {
        return place % datatype.elementBytes() != 0 && place > 0 && buffer instanceof MemorySegment segment
            ? segment.asSlice(Math.min(place, segment.byteSize())) : buffer;
    }

    /** Where a part starts in that memory, in elements. */
    static int index(long place, TypeDescriptor datatype) {
        return place % datatype.elementBytes() == 0 ? Math.toIntExact(place / datatype.elementBytes()) : 0;
    }

    /** The part at a position, at which there must be a byte. */
    Region at(long position) {
        int found = Arrays.binarySearch(starts, 0, count, position);
        return regions[found >= 0 ? found : -found - 2];
    }

    /** The size of all parts in a message, in bytes. */
    long bytes() {
        return end;
    }

    /** Where the first byte of the parts is in the buffer, if there is one. */
    long low() {
        return low;
    }

    /** Where the last byte of the parts ends. */
    long high() {
        return high;
    }

    /** The same parts in memory of their own, without gaps. */
    Parts packed() {
        Parts packed = new Parts();
        packed.begin(count);
        for (int i = 0; i < count; i++) {
            TypeDescriptor element = Items.element(regions[i].datatype());
            long bytes = regions[i].bytes();
            Region own = packed.regions[i];
            own.bind(Array.newInstance(element.arrayClass().getComponentType(),
                Math.toIntExact(bytes / element.elementBytes())), 0, element);
            packed.next(own, bytes);
        }
        return packed;
    }

    /** Copies all parts to others of the same size. */
    void copy(Parts target) {
        for (int i = 0; i < count; i++) {
            regions[i].copy(starts[i], target.regions[i], starts[i], regions[i].bytes());
        }
    }

    void clear() {
        for (int i = 0; i < count; i++) {
            regions[i].clear();
        }
        count = 0;
    }
}
