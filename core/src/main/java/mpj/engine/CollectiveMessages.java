package mpj.engine;

import mpjbuf.layout.ElementType;

/**
 * The messages of one collective operation at a time. The operation's schedule numbers them.
 *
 * <p>All methods except {@link #context}, {@link #begin} and {@link #acquire} are called with the engine's lock held.
 */
public abstract class CollectiveMessages {

    /** The context of the messages. */
    public abstract int context();

    /** Acquires the engine's lock. */
    public abstract void acquire();

    /** Whether the calling thread holds the engine's lock. Only assertions may ask. */
    public abstract boolean isHeldByMe();

    /** Releases the engine's lock. */
    public abstract void release();

    /** Lets other threads have the lock for a while, within the operation; {@link #stepBack} follows. */
    public abstract void stepAside();

    /** Acquires the lock again. */
    public abstract void stepBack();

    /**
     * Begins an operation. No other is under way, so this needs no lock.
     *
     * @param requests the number of sends and receives that may be under way at once
     * @param newTag the tag of its messages
     */
    public abstract void begin(int requests, int newTag);

    /** Starts a send; see {@link Engine#send}. */
    public abstract void send(int request, Object buffer, ElementType type, long from, long bytes, long header, int
                              destination);

    /** Starts a receive; see {@link Engine#receive}. */
    public abstract void receive(int request, Object buffer, ElementType type, int typeCode, long from, long
                                 capacity, int source);

    /** Whether a send or receive is done. */
    public abstract boolean completed(int request);

    /**
     * Waits until a send or receive is done.
     *
     * @throws EngineException when the other rank was asked and will not do its part
     */
    public abstract void await(int request);

    /** Waits until the messages that were sent have left; see {@link Engine#flush}. */
    public abstract void drain();

    /**
     * Returns a send or receive that is done, and forgets it. The result is valid until the next send or receive
     * starts. It is null if there is no object to return.
     */
    public abstract Operation take(int request);

    /** Gives up everything that is under way, after an error after which the operation cannot go on. */
    public abstract void abandon();
}
