package mpj.core.window;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import mpj.bindings.Uninterrupted;
import mpj.core.error.LiveEngine;

/**
 * Ends the memory that a window has from the library. An access after that gets an exception. The memory ends when the
 * window is freed, and otherwise at the end of MPI, because the transports unmap it then.
 */
final class WindowArena implements Runnable {
    /** The time between two looks at memory that is in use, in nanoseconds. */
    private static final long PAUSE = 50_000;
    /** How often to look at the end of MPI. Then a call that waits with this memory in its hands may never end. */
    private static final int MOST_LOOKS_AT_THE_END = 1_000;

    private final Arena arena = Arena.ofShared();
    private volatile boolean closed;

    /**
     * Makes an arena. The arena refers to this object. So this object lasts for as long as any segment of the arena,
     * even if the program forgets the window.
     */
    @SuppressWarnings("restricted")
    WindowArena(LiveEngine live) {
        MemorySegment.NULL.reinterpret(arena, _ -> closed = true);
        live.atEnd(this);
    }

    Arena arena() {
        return arena;
    }

    /**
     * Waits until no thread of this process holds the memory. A thread holds it within a call that gets its address.
     * This is a copy by this library, of some MiB at most, or a call by the program, such as a channel's read into a
     * buffer in this memory. The wait ends when these calls end; until then new ones may begin. No packet tells of
     * their end, so this looks again and again.
     */
    void close() {
        while (!isClosed()) {
            Uninterrupted.park(PAUSE);
        }
    }

    /** Closes the arena at the end of MPI, if that is possible. */
    @Override
    public void run() {
        for (int looks = 0; looks < MOST_LOOKS_AT_THE_END && !isClosed(); looks++) {
            Uninterrupted.park(PAUSE);
        }
    }

    private boolean isClosed() {
        if (closed) {
            return true;
        }
        try {
            arena.close();
            return true;
        } catch (IllegalStateException e) {
            return !arena.scope().isAlive();
        }
    }
}
