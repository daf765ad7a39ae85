package mpj.engine.library;

import java.util.LinkedHashMap;
import java.util.Map;
import mpj.engine.Layout;
import mpj.engine.wait.EngineLock;
import mpj.transport.spi.MessageLibrary;

/** The library's datatypes for layouts. The least used of them are freed. Called with the engine's lock held. */
final class LibraryDatatypes {
    private static final int MOST = 64;
    private static final float LOAD = 0.75f;

    private final MessageLibrary library;
    private final EngineLock lock;
    private final LinkedHashMap<Layout, Long> made = new LinkedHashMap<>(MOST, LOAD, true);

    LibraryDatatypes(MessageLibrary library, EngineLock lock) {
        this.library = library;
        this.lock = lock;
    }

    long of(Layout layout) {
        assert lock.isHeldByMe();
        Long known = made.get(layout);
        if (known != null) {
            return known;
        }
        if (made.size() == MOST) {
            Map.Entry<Layout, Long> eldest = made.firstEntry();
            made.remove(eldest.getKey());
            library.freeDatatype(eldest.getValue());
        }
        long datatype = make(layout);
        made.put(layout, datatype);
        return datatype;
    }

    private long make(Layout layout) {
        if (layout.strided) {
            return library.vector(layout.displacement(0), layout.blocks, layout.length(0), layout.stride,
                layout.extent);
        }
        long[] displacements = new long[layout.blocks];
        long[] lengths = new long[layout.blocks];
        for (int i = 0; i < layout.blocks; i++) {
            displacements[i] = layout.displacement(i);
            lengths[i] = layout.length(i);
        }
        return library.indexed(displacements, lengths, layout.extent);
    }
}
