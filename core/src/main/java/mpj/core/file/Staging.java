package mpj.core.file;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Memory off the heap through which bytes pass between a buffer and a file. It is kept for the next access. A caller
 * that finds it taken gets other memory. Thread-safe.
 */
final class Staging {
    /**
     * How many bytes pass through it at once if the program's buffer cannot be written or read directly. This many
     * bytes fit a core's cache together with the file's own pages.
     */
    static final int PASSING = 256 << 10;

    private static final long PAGE = 4096;

    private final AtomicReference<MemorySegment> kept = new AtomicReference<>();

    /** Memory that no other caller has. */
    MemorySegment take(long bytes) {
        MemorySegment memory = kept.getAndSet(null);
        return memory != null && memory.byteSize() >= bytes ? memory
            : Arena.ofAuto().allocate(Math.max(bytes, PASSING), PAGE);
    }

    /** Gives the memory back. */
    void give(MemorySegment memory) {
        MemorySegment other = kept.get();
        if (other == null || other.byteSize() <= memory.byteSize()) {
            kept.set(memory);
        }
    }
}
