package mpj.engine;

/**
 * The end of a thread's wait. {@link #reached} is called with the engine's lock held, by the waiting thread, or by
 * other threads while it sleeps.
 */
public interface Completion {
    boolean reached();

    /** Whether a thread without the lock sees that this is reached. By default a thread has to look with the lock. */
    default boolean isSeen() {
        return false;
    }

    /**
     * Whether this is a peer's post in shared memory. No packet tells of a post, so the thread that polls has to look
     * for it.
     */
    default boolean isPost() {
        return false;
    }

    /**
     * Looks a last time before the thread sleeps. The thread calls this without the lock, after it has announced its
     * sleep to those who wake it. A completion needs this if neither a packet nor a thread of this rank brings it
     * about. {@link #slept} follows in any case.
     */
    default boolean reachedBeforeSleep() {
        return false;
    }

    /** Explains what the thread waits for. By default, the wait passes by itself. Called with the lock held. */
    default void explain(Explanation explanation) {
        explanation.passing();
    }

    /** Called after the sleep, when the lock is held again. */
    default void slept() {
        // by default, no other rank was told of the sleep
    }

    /** Called when the thread has slept, and has polled since, and this is not reached yet. */
    default void unreachedAfterSleep() {
        // by default, no other rank is asked for the reason
    }
}
