package mpj.core.window;

import mpj.core.op.OpDescriptor;
import mpj.engine.Operation;

/**
 * A rank's memory in a window, as an origin reaches it. The places of operations have been checked to lie in it. A
 * method returns null if its operation is over, or if only a flush completes it. Otherwise it returns an operation that
 * is over when the origin's buffers may be used again and results are there. Thread-safe.
 */
abstract sealed class Target permits LibraryTarget, MappedTarget, RemoteTarget {
    private static final long FARTHEST = Long.MAX_VALUE / 8;

    /** The rank in the window's communicator. */
    final int rank;
    /** The size of the memory, in bytes; {@link Long#MAX_VALUE} in a dynamic window. */
    final long bytes;
    /** The unit of displacements, in bytes. */
    final int unit;
    /** Larger displacements, and smaller ones than its negative, are an error. Their bytes might overflow a long. */
    final long farthest;

    Target(int rank, long bytes, int unit) {
        this.rank = rank;
        this.bytes = bytes;
        this.unit = unit;
        farthest = FARTHEST / unit; // here, because a division takes as long as the rest of a check
    }

    abstract Operation put(Local origin, Place place);

    abstract Operation get(Local origin, Place place);

    /** @param result null if the program does not want the elements that were there */
    abstract Operation accumulate(Local origin, Local result, Place place, OpDescriptor op);

    /** As {@link #put}, but null says that the operation is over. */
    Operation startPut(Local origin, Place place) {
        return put(origin, place);
    }

    /** As {@link #get}, but null says that the operation is over. */
    Operation startGet(Local origin, Place place) {
        return get(origin, place);
    }

    /** As {@link #accumulate}, but null says that the operation is over. */
    Operation startAccumulate(Local origin, Local result, Place place, OpDescriptor op) {
        return accumulate(origin, result, place, op);
    }

    /** Compares and swaps one element. */
    abstract Operation compareAndSwap(Local origin, Local compare, Local result, Place place);

    /** Begins an access of a passive target. If the target grants it only later, operations wait at the target. */
    abstract void lock(boolean exclusive);

    /**
     * Asks to end the access when all operations are over at the target. Returns a wait for that end; null if there is
     * no need to wait.
     */
    abstract Runnable startUnlock(boolean exclusive);

    /**
     * Asks whether all earlier operations are over at the target. Returns a wait until they are; null if there is no
     * need to wait.
     */
    abstract Runnable startFlush();

    /** Waits until the origin's buffers may be used again and results are there. */
    abstract void flushLocal();
}
