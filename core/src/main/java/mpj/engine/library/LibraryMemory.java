package mpj.engine.library;

import java.lang.foreign.MemorySegment;
import mpj.engine.match.MessagePool;
import mpj.engine.wait.EngineLock;

/**
 * Memory off the heap for messages whose own memory cannot be lent to a library. These are messages from arrays, which
 * the collector moves, and messages whose elements do not lie as they travel. Called with the engine's lock held.
 */
final class LibraryMemory {
    private final EngineLock lock;
    private final MessagePool pool = new MessagePool();

    LibraryMemory(EngineLock lock) {
        this.lock = lock;
    }

    MemorySegment take(long bytes) {
        assert lock.isHeldByMe();
        return pool.take(Math.max(1, bytes));
    }

    void give(MemorySegment memory) {
        assert lock.isHeldByMe();
        if (memory != null) {
            pool.give(memory);
        }
    }

    void close() {
        pool.close();
    }
}
