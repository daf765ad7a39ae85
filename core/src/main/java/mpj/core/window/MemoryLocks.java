package mpj.core.window;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * The two locks of a rank's memory. They are words in memory. Every process that sees the rank's memory also sees these
 * words. One lock keeps accumulates apart; it is held for the time that a few thousand elements take. The program locks
 * the other one.
 *
 * <p>A process that takes a lock sees everything that was written under the lock before: a lock is taken with a
 * compare-and-set, and given back with a release store or an atomic subtraction.
 */
final class MemoryLocks {
    /**
     * The memory of one rank's locks. Each lock has two cache lines of its own, because neighbouring lines are fetched
     * together.
     */
    static final long BYTES = 256;

    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();
    private static final long ACCUMULATE_AT = 0;
    private static final long WINDOW_AT = 128;
    private static final long FREE = 0;
    private static final long TAKEN = 1;
    /** In the program's lock: one rank holds it alone. The lower bits count the ranks that share it. */
    private static final long EXCLUSIVE = 1L << 62;

    private final MemorySegment memory;

    /** @param memory memory of {@link #BYTES} bytes, all zero at first */
    MemoryLocks(MemorySegment memory) {
        this.memory = memory;
    }

    boolean tryAccumulate() {
        return (long) WORD.getOpaque(memory, ACCUMULATE_AT) == FREE
            && WORD.compareAndSet(memory, ACCUMULATE_AT, FREE, TAKEN);
    }

    void endAccumulate() {
        WORD.setRelease(memory, ACCUMULATE_AT, FREE);
    }

    boolean tryExclusive() {
        return (long) WORD.getOpaque(memory, WINDOW_AT) == FREE
            && WORD.compareAndSet(memory, WINDOW_AT, FREE, EXCLUSIVE);
    }

    /**
     * A rank that waits to have the lock alone keeps no other rank from sharing it. Otherwise two ranks that each hold
     * one of two locks could wait for each other for ever.
     */
    boolean tryShared() {
        long seen = (long) WORD.getOpaque(memory, WINDOW_AT);
        return seen < EXCLUSIVE && WORD.compareAndSet(memory, WINDOW_AT, seen, seen + 1);
    }

    void unlock(boolean exclusive) {
        WORD.getAndAdd(memory, WINDOW_AT, exclusive ? -EXCLUSIVE : -1L);
    }
}
