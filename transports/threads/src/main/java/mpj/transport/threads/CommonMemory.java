package mpj.transport.threads;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicInteger;

/** Memory that several ranks of this JVM share. It is freed when the last of them leaves it. Thread-safe. */
final class CommonMemory {
    private static final long LINE = 64;

    private final Arena arena = Arena.ofShared();
    private final MemorySegment segment;
    private final AtomicInteger ranks = new AtomicInteger(1);

    /** Allocates the memory for one rank. */
    CommonMemory(long bytes) {
        segment = arena.allocate(bytes, LINE);
    }

    MemorySegment segment() {
        return segment;
    }

    /** Adds a rank. Returns false if the memory is freed. */
    boolean join() {
        return ranks.getAndUpdate(have -> have == 0 ? 0 : have + 1) > 0;
    }

    /** Removes a rank. */
    void leave() {
        if (ranks.decrementAndGet() == 0) {
            arena.close();
        }
    }
}
