package mpj.transport.threads;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicLong;
import mpj.bindings.Memcpy;

/**
 * A long copy from a sender's buffer into a receiver's, on which the threads of both work piece by piece: a single core
 * does not use all that the caches and the memory can move. The receiver begins. The sender helps when it makes
 * progress, which a rank that waits for its message does all the time.
 */
final class SharedCopy {
    /** A shorter copy is over before a second thread could help. */
    private static final long SHORTEST = 64 << 10;
    // Larger pieces cost less, but both threads should get a share of a short copy (PingPong of bin/bench imb).
    private static final long SMALLEST_PIECE = 32 << 10;
    private static final long LARGEST_PIECE = 128 << 10;
    private static final int PIECES = 8;
    private static final int SPINS_BEFORE_YIELD = 1000;
    /**
     * A thread that is never started. If it may access memory, that memory does not belong to a single thread, so
     * another rank may copy it, too.
     */
    private static final Thread ANYBODY = Thread.ofPlatform().unstarted(() -> { });

    private final MemorySegment from;
    private final MemorySegment to;
    private final long bytes;
    private final long piece;
    /** The first byte that nobody has taken. */
    private final AtomicLong taken = new AtomicLong();
    private final AtomicLong copied = new AtomicLong();
    private volatile RuntimeException failure;

    /**
     * Describes a copy. Nothing is copied yet.
     *
     * @param from the source
     * @param to the target, which has the same size
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

    /** Copies pieces until all are taken. Returns true if any was left. */
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
            // Release: a thread that sees the sum sees the bytes. A piece that failed counts as well, because the other
            // thread waits for all pieces.
            copied.addAndGet(length);
        }
        return any;
    }

    /**
     * Copies the rest, and waits for the piece that the other thread may be working on. The wait is short, because the
     * other thread copies and does nothing else until it has counted its piece.
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
