package mpj.core.window;

import java.util.IdentityHashMap;
import java.util.Map;
import mpj.engine.Layout;
import mpj.engine.NoncontiguousBuffer;
import mpj.transport.spi.LibraryWindows;
import mpj.transport.spi.MessageLibrary.Element;
import mpjbuf.layout.ElementType;

/**
 * The library's datatypes for items in a window and in buffers of an origin. The displacements of a library's datatype
 * count from its lowest byte, so that no displacement in a window is negative. Thread-safe.
 */
final class LibraryTypes implements AutoCloseable {
    /** The most datatypes that are kept. */
    private static final int MOST = 64;
    private static final Element[] ELEMENTS = elements();

    /**
     * Items as the library sees them.
     *
     * @param at where the first item is: a displacement in a window, or an address
     * @param items how many items there are
     * @param datatype their datatype
     * @param isKept whether the datatype serves further calls; otherwise it is for one call
     */
    record Items(long at, long items, long datatype, boolean isKept) {
    }

    private final LibraryWindows windows;
    private final Map<Layout, Long> ofBytes = new IdentityHashMap<>();
    private final Map<Layout, Long> ofElements = new IdentityHashMap<>();

    LibraryTypes(LibraryWindows windows) {
        this.windows = windows;
    }

    private static Element[] elements() {
        Element[] elements = new Element[ElementType.values().length];
        for (ElementType type : ElementType.values()) {
            elements[type.ordinal()] = Element.valueOf(type.name());
        }
        return elements;
    }

    /** The library's datatype of single elements. */
    long of(ElementType type) {
        return windows.datatype(ELEMENTS[type.ordinal()]);
    }

    /**
     * The first bytes of items in a window. Puts and gets take any elements as bytes.
     *
     * @param type the type of the elements for an accumulate; null for a put or a get
     */
    Items in(Place place, long bytes, ElementType type) {
        long element = type == null ? windows.bytes() : of(type);
        int unit = type == null ? 1 : type.bytes();
        Layout layout = place.datatype().layout();
        return layout == null ? new Items(place.datatype().fromAt(place.origin()), bytes / unit, element, true)
            : of(layout, place.origin(), bytes, element, unit, type == null ? ofBytes : ofElements);
    }

    /** The elements of a buffer off the heap. All of them are used. */
    Items in(NoncontiguousBuffer buffer, long bytes) {
        return of(buffer.layout(), buffer.address(), bytes, windows.bytes(), 1, ofBytes);
    }

    private Items of(Layout layout, long origin, long bytes, long element, int unit, Map<Layout, Long> kept) {
        long lowest = lowest(layout);
        if (bytes % layout.bytes != 0) {
            return new Items(origin + lowest, 1, first(layout, bytes, lowest, element, unit), false);
        }
        long items = bytes / layout.bytes;
        synchronized (this) {
            Long known = kept.get(layout);
            if (known != null) {
                return new Items(origin + lowest, items, known, true);
            }
            long made = first(layout, layout.bytes, lowest, element, unit);
            boolean isKept = kept.size() < MOST;
            if (isKept) {
                kept.put(layout, made);
            }
            return new Items(origin + lowest, items, made, isKept);
        }
    }

    private static long lowest(Layout layout) {
        long lowest = layout.displacement(0);
        for (int block = 1; block < layout.blocks; block++) {
            lowest = Math.min(lowest, layout.displacement(block));
        }
        return lowest;
    }

    /** A datatype of the blocks that hold the first bytes of items. The last of these blocks may be cut. */
    private long first(Layout layout, long bytes, long lowest, long element, int unit) {
        int blocks = 0;
        for (long found = 0; found < bytes; found += layout.length(blocks % layout.blocks), blocks++) {
            // counts the blocks
        }
        long[] displacements = new long[blocks];
        long[] lengths = new long[blocks];
        long left = bytes;
        for (int i = 0; i < blocks; i++) {
            int block = i % layout.blocks;
            displacements[i] = i / layout.blocks * layout.extent + layout.displacement(block) - lowest;
            lengths[i] = Math.min(left, layout.length(block)) / unit;
            left -= layout.length(block);
        }
        return windows.blocks(element, displacements, lengths, layout.extent);
    }

    /** Frees a datatype after a call, if no further call needs it. */
    void release(Items items) {
        if (!items.isKept) {
            windows.freeDatatype(items.datatype);
        }
    }

    @Override
    public synchronized void close() {
        ofBytes.values().forEach(windows::freeDatatype);
        ofElements.values().forEach(windows::freeDatatype);
        ofBytes.clear();
        ofElements.clear();
    }
}
