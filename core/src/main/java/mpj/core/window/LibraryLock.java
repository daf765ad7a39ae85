package mpj.core.window;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import mpj.transport.spi.LibraryWindows;
import mpj.transport.spi.MessageLibrary.Reduction;
import mpjbuf.layout.ElementType;

/**
 * The two locks of a rank's memory in a window of a library, as {@link MemoryLocks} has them in memory that processes
 * map. They are words in a window of their own, and are changed by atomic operations of the library. So taking a lock
 * needs nothing of its rank that the library's operations do not need.
 */
final class LibraryLock {
    /** The memory of one rank's locks. Each lock has two cache lines of its own. */
    static final long BYTES = 256;

    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG;
    private static final long ACCUMULATE_AT = 0;
    private static final long WINDOW_AT = 128;
    private static final long FREE = 0;
    private static final long TAKEN = 1;
    /** In the program's lock: one rank holds it alone. The lower bits count the ranks that share it, or try to. */
    private static final long EXCLUSIVE = 1L << 62;
    private static final long RESULT_AT = 8;
    private static final long COMPARE_AT = 16;
    private static final long WORDS = 24;

    private final LibraryWindow library;
    private final LibraryWindows windows;
    private final int rank;
    private final long type;
    /** Whether another rank had the lock when this rank last asked. Then it is read before it is tried again. */
    private volatile boolean contended;

    LibraryLock(LibraryWindow library, int rank) {
        this.library = library;
        this.rank = rank;
        windows = library.windows();
        type = library.types().of(ElementType.LONG);
    }

    boolean tryAccumulate() {
        return swap(ACCUMULATE_AT, FREE, TAKEN) == FREE;
    }

    void endAccumulate() {
        add(ACCUMULATE_AT, -TAKEN);
    }

    boolean tryExclusive() {
        return isLikelyFree(FREE) && noted(swap(WINDOW_AT, FREE, EXCLUSIVE) == FREE);
    }

    /**
     * A rank that waits to have the lock alone keeps no other rank from sharing it; see {@link MemoryLocks#tryShared}.
     */
    boolean tryShared() {
        if (!isLikelyFree(EXCLUSIVE - 1)) {
            return false;
        }
        boolean taken = add(WINDOW_AT, 1) < EXCLUSIVE;
        if (!taken) {
            add(WINDOW_AT, -1);
        }
        return noted(taken);
    }

    private boolean isLikelyFree(long most) {
        return !contended || fetch(WINDOW_AT, 0, windows.noOp()) <= most;
    }

    private boolean noted(boolean taken) {
        contended = !taken;
        return taken;
    }

    void unlock(boolean exclusive) {
        add(WINDOW_AT, exclusive ? -EXCLUSIVE : -1);
    }

    private long add(long at, long number) {
        return fetch(at, number, windows.operation(Reduction.SUM));
    }

    /** Changes a word. Returns its value before. */
    private long fetch(long at, long number, long operation) {
        MemorySegment words = library.take(WORDS);
        words.set(WORD, 0, number);
        long address = words.address();
        windows.fetchAndOp(address, address + RESULT_AT, type, rank, at, operation, library.locks());
        return result(words);
    }

    private long swap(long at, long expected, long number) {
        MemorySegment words = library.take(WORDS);
        words.set(WORD, 0, number);
        words.set(WORD, COMPARE_AT, expected);
        long address = words.address();
        windows.compareAndSwap(address, address + COMPARE_AT, address + RESULT_AT, type, rank, at, library.locks());
        return result(words);
    }

    private long result(MemorySegment words) {
        library.flush(rank, library.locks());
        long result = words.get(WORD, RESULT_AT);
        library.give(words);
        return result;
    }
}
