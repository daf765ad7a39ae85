package mpj.bench.imb;

/**
 * The calls of MPI's one-sided communication that benchmarks make on a window. Like {@link Messages}, it has one class
 * for each API, and a job loads only one of these classes, for the reason given there.
 *
 * <p>Offsets into the origin's buffers are in elements. Displacements are in elements of the window.
 */
public abstract class OneSided {
    /** Only {@link Messages#window} makes windows. */
    protected OneSided() {
    }

    /** Ends the window. Every rank calls this. MPI: MPI_Win_free. */
    public abstract void free();

    /** MPI: MPI_Win_fence. */
    public abstract void fence();

    /** Opens an epoch that others may share. MPI: MPI_Win_lock. */
    public abstract void lock(int target);

    /** MPI: MPI_Win_unlock. */
    public abstract void unlock(int target);

    /** MPI: MPI_Win_lock_all. */
    public abstract void lockAll();

    /** MPI: MPI_Win_unlock_all. */
    public abstract void unlockAll();

    /** MPI: MPI_Win_flush. */
    public abstract void flush(int target);

    /** MPI: MPI_Win_flush_local. */
    public abstract void flushLocal(int target);

    /** MPI: MPI_Win_flush_all. */
    public abstract void flushAll();

    /** MPI: MPI_Win_flush_local_all. */
    public abstract void flushLocalAll();

    /** MPI: MPI_Put. */
    public abstract void put(Object origin, int offset, int count, Object type, int target, long displacement);

    /** MPI: MPI_Get. */
    public abstract void get(Object origin, int offset, int count, Object type, int target, long displacement);

    /** Adds. MPI: MPI_Accumulate. */
    public abstract void accumulate(Object origin, int offset, int count, Object type, int target, long displacement);

    /** Adds. MPI: MPI_Get_accumulate. */
    public abstract void getAccumulate(Object origin, int offset, Object result, int resultOffset, int count,
        Object type, int target, long displacement);

    /** Adds one element. MPI: MPI_Fetch_and_op. */
    public abstract void fetchAndOp(Object origin, int offset, Object result, int resultOffset, Object type,
        int target, long displacement);

    /**
     * Compares with the element at {@code offset}. The element after it is the new value. MPI: MPI_Compare_and_swap.
     */
    public abstract void compareAndSwap(Object origin, int offset, Object result, int resultOffset, Object type,
        int target, long displacement);
}
