package mpj.transport.shm;

import static mpj.transport.ring.Words.INT;
import static mpj.transport.ring.Words.INTS;
import static mpj.transport.ring.Words.LONG;
import static mpj.transport.ring.Words.LONGS;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import mpj.bindings.Memcpy;
import mpj.transport.spi.TransportException;

/**
 * A long copy out of one rank's allocation into another's that both ranks work on, a piece at a time: one core alone
 * does not use up what the caches and the memory can move. The reader begins it. The owner helps when it makes
 * progress, which one that waits for its message does all the time. What there is to do stands in the first page of the
 * owner's allocation ({@link AllocationLayout}); one copy out of it has help at a time.
 *
 * <p>Whoever takes a piece on does so by a compare-and-set of the word that tells the copy and how far it is. So an
 * owner that has read of a copy that is over takes nothing of the next.
 */
final class HelpedCopy {
    /** Shorter copies are over before the owner comes. */
    static final long SHORTEST = 64 << 10;
    // Larger pieces cost less, but both ranks are to have some of a short copy (PingPong of bin/bench imb).
    private static final long SMALLEST_PIECE = 32 << 10;
    private static final long LARGEST_PIECE = 128 << 10;
    private static final int PIECES = 8;
    private static final int SPINS_BEFORE_YIELD = 1000;
    /** A helper that has taken a piece on needs some microseconds, unless it lost its core, or has ended. */
    private static final int YIELDS_BETWEEN_LOOKS = 1 << 14;

    /** In the word at {@link AllocationLayout#TAKEN_AT}: the first byte that nobody has taken; above it, the copy. */
    private static final int OFFSET_BITS = 40;
    private static final long OFFSET = (1L << OFFSET_BITS) - 1;
    private static final long NONE = -1;

    private final MemorySegment header;

    /** @param header of the owner's allocation */
    HelpedCopy(MemorySegment header) {
        this.header = header;
    }

    /**
     * Copies, with the owner's help if it comes.
     *
     * @param from the owner's memory
     * @param start the first byte to copy
     * @param to this rank's memory
     * @param target the allocation that has it
     * @return false if another reader has the owner's help now; nothing is copied
     * @throws IllegalStateException when the memory was closed meanwhile
     * @throws TransportException when the owner could not do its part
     */
    boolean copy(int owner, MemorySegment from, long start, MemorySegment to, Allocation target) {
        if (!INTS.compareAndSet(header, AllocationLayout.BUSY_AT, 0, 1)) {
            return false;
        }
        long bytes = to.byteSize();
        long piece = Math.clamp(bytes / PIECES & -SMALLEST_PIECE, SMALLEST_PIECE, LARGEST_PIECE);
        long number = ((long) LONGS.getAcquire(header, AllocationLayout.TAKEN_AT) >>> OFFSET_BITS) + 1;
        // What the last copy left of the word must not be taken for the start of this one. Nothing is written before.
        LONGS.setVolatile(header, AllocationLayout.TAKEN_AT, number << OFFSET_BITS | OFFSET);
        VarHandle.fullFence();
        describe(target, start, to, piece);
        // Release: who sees the number sees what is to be done.
        LONGS.setRelease(header, AllocationLayout.TAKEN_AT, number << OFFSET_BITS);
        RuntimeException failure = null;
        long mask = number << OFFSET_BITS;
        for (long at = take(mask, bytes, piece); at != NONE; at = take(mask, bytes, piece)) {
            long length = Math.min(piece, bytes - at);
            try {
                Memcpy.copy(from, start + at, to, at, length);
            } catch (RuntimeException e) {
                failure = e;
            }
            LONGS.getAndAdd(header, AllocationLayout.COPIED_AT, length);
        }
        boolean whole = await(owner, bytes);
        boolean failed = (int) INTS.getAcquire(header, AllocationLayout.FAILED_AT) != 0;
        INTS.setRelease(header, AllocationLayout.BUSY_AT, 0);
        if (failure != null) {
            throw failure;
        }
        if (!whole || failed) {
            throw new TransportException("process " + owner + " has ended, or has closed its memory");
        }
        return true;
    }

    private void describe(Allocation target, long start, MemorySegment to, long piece) {
        MemoryFile file = target.file();
        header.set(INT, AllocationLayout.TARGET_PROCESS_AT, file.process());
        header.set(INT, AllocationLayout.TARGET_DESCRIPTOR_AT, file.descriptor());
        header.set(LONG, AllocationLayout.TARGET_NUMBER_AT, file.number());
        header.set(LONG, AllocationLayout.TARGET_BYTES_AT, target.bytes());
        header.set(LONG, AllocationLayout.FROM_AT, start);
        header.set(LONG, AllocationLayout.TO_AT, to.address() - target.address());
        header.set(LONG, AllocationLayout.LENGTH_AT, to.byteSize());
        header.set(LONG, AllocationLayout.PIECE_AT, piece);
        header.set(INT, AllocationLayout.FAILED_AT, 0);
        header.set(LONG, AllocationLayout.COPIED_AT, 0L);
    }

    /** Takes the next piece of a copy on; {@link #NONE} if all are, or the copy is over. */
    private long take(long copy, long bytes, long piece) {
        while (true) {
            long taken = (long) LONGS.getAcquire(header, AllocationLayout.TAKEN_AT);
            long at = taken & OFFSET;
            if ((taken & ~OFFSET) != copy || at >= bytes) {
                return NONE;
            }
            if (LONGS.compareAndSet(header, AllocationLayout.TAKEN_AT, taken, taken + piece)) {
                return at;
            }
        }
    }

    /**
     * Waits for the piece that the owner may be at; false if it has ended with it. It never gives up an owner that is
     * only stopped: once that goes on it writes its piece, into memory that the program may use for something else by
     * then.
     */
    private boolean await(int owner, long bytes) {
        for (int spins = 0; (long) LONGS.getAcquire(header, AllocationLayout.COPIED_AT) < bytes; spins++) {
            if (spins < SPINS_BEFORE_YIELD) {
                Thread.onSpinWait();
            } else if (spins % YIELDS_BETWEEN_LOOKS == 0 && PeerProcess.hasEnded(owner)) {
                // Asked once more: it may have counted its piece just before it ended.
                return (long) LONGS.getAcquire(header, AllocationLayout.COPIED_AT) == bytes;
            } else {
                Thread.yield();
            }
        }
        return true;
    }

    /**
     * Does pieces of the copy that a reader has begun, if there is one.
     *
     * @param memory this rank's, of which a message is under way
     * @param offset where it begins in its allocation
     * @param mapped finds the reader's
     * @return whether there was any
     */
    boolean help(MemorySegment memory, long offset, MappedAllocations mapped) {
        long taken = (long) LONGS.getAcquire(header, AllocationLayout.TAKEN_AT);
        long bytes = header.get(LONG, AllocationLayout.LENGTH_AT);
        if ((taken & OFFSET) >= bytes) {
            return false;
        }
        long start = header.get(LONG, AllocationLayout.FROM_AT) - offset;
        long to = header.get(LONG, AllocationLayout.TO_AT);
        long piece = header.get(LONG, AllocationLayout.PIECE_AT);
        int process = header.get(INT, AllocationLayout.TARGET_PROCESS_AT);
        int descriptor = header.get(INT, AllocationLayout.TARGET_DESCRIPTOR_AT);
        long number = header.get(LONG, AllocationLayout.TARGET_NUMBER_AT);
        long targetBytes = header.get(LONG, AllocationLayout.TARGET_BYTES_AT);
        VarHandle.acquireFence();
        long copy = taken & ~OFFSET;
        if (((long) LONGS.getAcquire(header, AllocationLayout.TAKEN_AT) & ~OFFSET) != copy) {
            return false; // what was read may belong to the next copy
        }
        if (piece < SMALLEST_PIECE || start < 0 || start > memory.byteSize() - bytes
            || !memory.isAccessibleBy(Thread.currentThread())) {
            return false; // out of another part of the allocation
        }
        MemorySegment target;
        try {
            target = mapped.find(process, descriptor, number, targetBytes).memory();
        } catch (TransportException e) {
            return false; // freed meanwhile
        }
        boolean any = false;
        for (long at = take(copy, bytes, piece); at != NONE; at = take(copy, bytes, piece)) {
            any = true;
            long length = Math.min(piece, bytes - at);
            try {
                Memcpy.copy(memory, start + at, target, to + at, length);
            } catch (RuntimeException e) {
                INTS.setRelease(header, AllocationLayout.FAILED_AT, 1);
            }
            LONGS.getAndAdd(header, AllocationLayout.COPIED_AT, length);
        }
        return any;
    }
}
