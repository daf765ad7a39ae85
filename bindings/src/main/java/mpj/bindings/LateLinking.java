package mpj.bindings;

/**
 * Links the faster copy when a program has copied so much that the linking pays. The linking is done once in a JVM, on
 * a thread of its own, so that nobody waits for it. Several threads may use this object, and they share nothing else
 * through it.
 */
final class LateLinking {
    /** The number of bytes that each copy counts in addition to its own, because a short copy also gains something. */
    private static final long EACH = 4096;

    private final Runnable link;
    /** The count is not exact if several threads copy. If an update is lost, the linking begins later. */
    private long left;
    private volatile boolean done;

    /**
     * @param worth the number of bytes after which the linking pays
     * @param link the linking, which takes long
     */
    LateLinking(long worth, Runnable link) {
        this.left = worth;
        this.link = link;
    }

    /** Whether the faster copy is linked. This is called before each copy. */
    boolean isDone(long bytes) {
        return done || count(bytes);
    }

    private boolean count(long bytes) {
        long before = left;
        left = before - bytes - EACH;
        if (before >= 0 && before < bytes + EACH) {
            begin();
        }
        return false;
    }

    private void begin() {
        Thread.ofPlatform().daemon().name("mpj-memcpy").start(() -> {
            link.run();
            done = true;
        });
    }
}
