package mpj.engine;

/** What a thread waits for. Asked with the engine's lock held. */
interface Completion {
    boolean reached();

    /**
     * Asked by a thread that is about to sleep, after it has said so to those who wake it, and without the lock; {@link
     * #slept} follows. For what neither a packet nor a thread of this rank brings about.
     */
    default boolean reachedBeforeSleep() {
        return false;
    }

    /** The sleep is over, and the lock is held again. */
    default void slept() {
        // nobody else was told
    }
}
