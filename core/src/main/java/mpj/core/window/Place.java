package mpj.core.window;

import mpj.core.datatype.Items;
import mpj.core.datatype.TypeDescriptor;
import mpj.core.message.Outgoing;

/**
 * Items in a target's window.
 *
 * @param origin where the first item's origin is, in bytes from the window's start; in a dynamic window, an address
 * @param count how many items
 * @param datatype the datatype of the items in the target's memory
 */
record Place(long origin, int count, TypeDescriptor datatype) {
    /** The most elements of items, and from the first item to the last. Their bytes overflow no long. */
    private static final long MOST_ELEMENTS = 1L << 57;

    /** Whether the bytes of so many items can be counted. This must be so before anything else is asked. */
    static boolean isCountable(int count, TypeDescriptor datatype) {
        return (long) count * datatype.elements() <= MOST_ELEMENTS
            && (datatype.plainArrayClass() != null || Math.abs((long) count * datatype.extent()) <= MOST_ELEMENTS);
    }

    boolean isEmpty() {
        return count == 0 || datatype.elements() == 0;
    }

    /** The size of the elements, in bytes. */
    long bytes() {
        return datatype.bytes(count);
    }

    /** The first byte of the items' elements. There must be one. */
    long low() {
        return isPlain() ? origin : origin + Items.low(datatype, count) * datatype.elementBytes();
    }

    /** One more than the last byte of the items' elements. */
    long high() {
        return origin + (isPlain() ? bytes() : Items.high(datatype, count) * datatype.elementBytes());
    }

    /** Whether the items are adjacent elements from the origin on. */
    private boolean isPlain() {
        return datatype.plainArrayClass() != null;
    }

    /**
     * Whether all elements lie in memory of this size. No sum overflows, because origins are bounded where they are
     * made, and items are countable.
     */
    boolean isWithin(long bytes) {
        return isEmpty() || low() >= 0 && high() <= bytes;
    }

    /** The section header of these elements in a message. */
    long header() {
        return Outgoing.header(datatype, count);
    }
}
