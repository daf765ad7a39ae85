package mpj.transport.threads;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicLong;
import mpj.bindings.Memcpy;

/**
 * A long copy out of a sender's buffer into a receiver's that both their threads work on, a piece at a time: one core
 * alone does not use up what the caches and the memory can move. The receiver begins; the sender helps when it makes
 * progress, which one that waits for its message does all the time.
 */
final class SharedCopy {
    /** Shorter copies are over before a second thread comes. */
    private static final long SHORTEST = 64 << 10;
    // Larger pieces cost less, but both threads are to have some of a short copy (PingPong of bin/bench imb).
    private static final long SMALLEST_PIECE = 32 << 10;
    private static final long LARGEST_PIECE = 128 << 10;
    private static final int PIECES = 8;
    private static final int SPINS_BEFORE_YIELD = 1000;
    /** Never started. Memory that it may access belongs to no single thread, so another rank may copy it, too. */
    private static final Thread ANYBODY = Thread.ofPlatform().unstarted(() -> { });

    private final MemorySegment from;
    private final MemorySegment to;
    private final long bytes;
    private final long piece;
    /** The first byte that nobody has taken on. */
    private final AtomicLong taken = new AtomicLong();
    private final AtomicLong copied = new AtomicLong();
    private volatile RuntimeException failure;

    /**
     * A copy of which nothing is done.
     *
     * @param from what is copied
     * @param to where, of the same size
     */
    SharedCopy(MemorySegment from, MemorySegment to) {
        this.from = from;
        this.to = to;
        this.bytes = from.byteSize();
        this.piece = Math.clamp(bytes / PIECES & -SMALLEST_PIECE, SMALLEST_PIECE, LARGEST_PIECE);
    }

    /** Whether threads of another rank may help. */
    boolean isShareable() {
        return bytes >= SHORTEST && from.isAccessibleBy(ANYBODY) && to.isAccessibleBy(ANYBODY);
    }

    /** Copies pieces until all are taken on; true if any was left. */
    boolean work() {
        boolean any = false;
        for (long at = taken.getAndAdd(piece); at < bytes; at = taken.getAndAdd(piece)) {
            any = true;
            long length = Math.min(piece, bytes - at);
            try {
                Memcpy.copy(from, at, to, at, length);
            } catch (RuntimeException e) {
                failure = e;
            } catch (OutOfMemoryError e) {
                failure = new IllegalStateException("no memory is left for a copy of " + length + " bytes", e);
            }
            // Release: who sees the sum sees the bytes. A piece that failed counts: the other thread waits for all.
            copied.addAndGet(length);
        }
        return any;
    }

    /**
     * Does what is left, and waits for the piece that the other thread may be at. That ends soon: it copies, and does
     * nothing else, until it has told.
     *
     * @throws IllegalStateException when a buffer was closed meanwhile
     * @throws WrongThreadException when a buffer belongs to another thread
     */
    void finish() {
        work();
        for (int spins = 0; copied.get() < bytes; spins++) {
            if (spins < SPINS_BEFORE_YIELD) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
