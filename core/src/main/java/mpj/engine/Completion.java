package mpj.engine;

/**
 * What a thread waits for. {@link #reached} is called with the engine's lock held, by that thread, or by others while
 * it sleeps.
 */
public interface Completion {
    boolean reached();

    /** Whether a thread without the lock sees that it is reached. By default it has to look with the lock. */
    default boolean isSeen() {
        return false;
    }

    /**
     * Whether this is a peer's post in shared memory. No packet tells of a post, so whoever polls has to look for it.
     */
    default boolean isPost() {
        return false;
    }

    /**
     * Looks a last time before the thread sleeps. The thread calls this without the lock, after it has announced its
     * sleep to those who wake it. A kind of completion needs this if neither a packet nor a thread of this rank brings
     * it about. {@link #slept} follows in any case.
     */
    default boolean reachedBeforeSleep() {
        return false;
    }

    /** Says what it is that is waited for. By default it passes by itself. Called with the lock held. */
    default void explain(Explanation explanation) {
        explanation.passing();
    }

    /** The sleep is over, and the lock is held again. */
    default void slept() {
        // nobody else was told
    }

    /** The thread has slept, and has polled since, and this is not reached yet. */
    default void sleptInVain() {
        // nobody is asked why
    }
}
