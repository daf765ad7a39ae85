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
 * A long copy from one rank's allocation into another rank's, on which both ranks work piece by piece: a single core
 * does not use all that the caches and the memory can move. The reader begins the copy. The owner of the source helps
 * when it makes progress, which a rank that waits for its message does all the time. The first page of the owner's
 * allocation describes the copy ({@link AllocationLayout}). Only one copy out of an allocation has help at a time.
 *
 * <p>A rank takes a piece by a compare-and-set of the word that identifies the copy and says how far the copy is. So an
 * owner that has read about a copy that is over cannot take a piece of the next copy.
 */
final class HelpedCopy {
    /** A shorter copy is over before the owner could help. */
    static final long SHORTEST = 64 << 10;
    // Larger pieces cost less, but both ranks should get a share of a short copy (PingPong of bin/bench imb).
    private static final long SMALLEST_PIECE = 32 << 10;
    private static final long LARGEST_PIECE = 128 << 10;
    private static final int PIECES = 8;
    private static final int SPINS_BEFORE_YIELD = 1000;
    /** A helper finishes a piece that it has taken within some microseconds, unless it lost its core or has ended. */
    private static final int YIELDS_BETWEEN_LOOKS = 1 << 14;

    /**
     * The number of low bits of the word at {@link AllocationLayout#TAKEN_AT} that hold the first byte nobody has
     * taken. The bits above identify the copy.
     */
    private static final int OFFSET_BITS = 40;
    private static final long OFFSET = (1L << OFFSET_BITS) - 1;
    private static final long NONE = -1;

    /** Copies the bytes of one piece, as {@link Memcpy#copy} does. */
    interface PieceCopy {
        void copy(MemorySegment from, long fromOffset, MemorySegment to, long toOffset, long bytes);
    }

    private final MemorySegment header;
    private final PieceCopy pieceCopy;

    /**
     * @param header the first page of the owner's allocation
     */
    HelpedCopy(MemorySegment header) {
        this(header, Memcpy::copy);
    }

    HelpedCopy(MemorySegment header, PieceCopy pieceCopy) {
        this.header = header;
        this.pieceCopy = pieceCopy;
    }

    /**
     * Copies, with the owner's help if it comes.
     *
     * @param from the owner's memory
     * @param start the first byte to copy
     * @param to this rank's memory
     * @param target the allocation that contains {@code to}
     * @return false if another reader has the owner's help now; nothing is copied then
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
        // The owner must not take the last copy's value of this word for the start of this copy. The fence keeps the
        // description below from being written before this store.
        LONGS.setVolatile(header, AllocationLayout.TAKEN_AT, number << OFFSET_BITS | OFFSET);
        VarHandle.fullFence();
        describe(target, start, to, piece);
        // Release: a process that sees the number also sees the description of the copy.
        LONGS.setRelease(header, AllocationLayout.TAKEN_AT, number << OFFSET_BITS);
        Throwable failure = null;
        long mask = number << OFFSET_BITS;
        long own = 0;
        try {
            for (long at = take(mask, bytes, piece); at != NONE; at = take(mask, bytes, piece)) {
                long length = Math.min(piece, bytes - at);
                try {
                    pieceCopy.copy(from, start + at, to, at, length);
                } catch (RuntimeException | Error e) {
                    failure = e; // thrown later: the owner may still be writing its piece
                }
                own += length;
                LONGS.getAndAdd(header, AllocationLayout.COPIED_AT, length);
            }
            boolean whole = await(owner, mask, own, bytes);
            if (failure instanceof Error error) {
                throw error;
            }
            if (failure instanceof RuntimeException exception) {
                throw exception;
            }
            if (!whole || (int) INTS.getAcquire(header, AllocationLayout.FAILED_AT) != 0) {
                throw new TransportException("process " + owner + " has ended, or has closed its memory");
            }
        } finally {
            INTS.setRelease(header, AllocationLayout.BUSY_AT, 0);
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

    /** Takes the next piece of a copy. Returns {@link #NONE} if every piece is taken, or the copy is over. */
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
     * Waits until the owner has finished the piece that it may be working on. Returns false if the owner ended before
     * it finished the piece. An owner that is only stopped is waited for without limit: when it continues, it writes
     * its piece, and the program may use that memory for something else by then. The numbers that the owner writes are
     * checked, and an impossible one ends the wait with an exception.
     *
     * @param own the bytes that this rank has copied
     */
    private boolean await(int owner, long copy, long own, long bytes) {
        for (int spins = 0; copied(owner, copy, own, bytes) < bytes; spins++) {
            if (spins < SPINS_BEFORE_YIELD) {
                Thread.onSpinWait();
            } else if (spins % YIELDS_BETWEEN_LOOKS == 0 && PeerProcess.hasEnded(owner)) {
                // Checked once more: the owner may have counted its piece immediately before it ended.
                return copied(owner, copy, own, bytes) == bytes;
            } else {
                Thread.yield();
            }
        }
        return true;
    }

    /** The bytes that both ranks have copied. */
    private long copied(int owner, long copy, long own, long bytes) {
        long count = (long) LONGS.getAcquire(header, AllocationLayout.COPIED_AT);
        long taken = (long) LONGS.getAcquire(header, AllocationLayout.TAKEN_AT);
        if (count < own || count > bytes || (taken & ~OFFSET) != copy) {
            throw new TransportException("the memory of process " + owner + " is damaged: " + count + " of " + bytes
                + " bytes are copied");
        }
        return count;
    }

    /**
     * Does pieces of the copy that a reader has begun, if there is one.
     *
     * @param memory this rank's memory from which a message is under way
     * @param offset where {@code memory} begins in its allocation
     * @param mapped finds the reader's allocation
     * @return whether this rank did any piece
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
            return false; // the description that was read may belong to the next copy
        }
        if (piece < SMALLEST_PIECE || start < 0 || start > memory.byteSize() - bytes
            || !memory.isAccessibleBy(Thread.currentThread())) {
            return false; // the copy is out of another part of the allocation
        }
        MemorySegment target;
        try {
            target = mapped.find(process, descriptor, number, targetBytes).memory();
        } catch (TransportException e) {
            return false; // the reader has freed its memory meanwhile
        }
        boolean any = false;
        for (long at = take(copy, bytes, piece); at != NONE; at = take(copy, bytes, piece)) {
            any = true;
            long length = Math.min(piece, bytes - at);
            boolean copied = false;
            try {
                pieceCopy.copy(memory, start + at, target, to + at, length);
                copied = true;
            } catch (RuntimeException e) {
                // The reader reports it. This rank has nothing to do with the copy but help.
            } finally {
                // Counted in any case, also if memory has run out: the reader waits for every piece that was taken.
                if (!copied) {
                    INTS.setRelease(header, AllocationLayout.FAILED_AT, 1);
                }
                LONGS.getAndAdd(header, AllocationLayout.COPIED_AT, length);
            }
        }
        return any;
    }
}
