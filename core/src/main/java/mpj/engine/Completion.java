package mpj.engine;

/** What a thread waits for. Asked with the engine's lock held, by that thread or by others while it sleeps. */
interface Completion {
    boolean reached();

    /** Whether it is a peer's post in shared memory: then no packet tells of it, and whoever polls has to look. */
    default boolean isPost() {
        return false;
    }

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
