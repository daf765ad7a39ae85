package mpj.bindings;

/**
 * Links what copies faster when a program has copied so much that this pays. It is done once in a JVM, on a thread of
 * its own, so that nobody waits for it. Safe for use by several threads, which share nothing else through it.
 */
final class LateLinking {
    /** For how many bytes a copy counts beside its own: a short one gains something, too. */
    private static final long EACH = 4096;

    private final Runnable link;
    /** Not counted exactly where several threads copy: a number that gets lost makes it later. */
    private long left;
    private volatile boolean done;

    /**
     * @param worth after how many bytes it pays
     * @param link what takes long
     */
    LateLinking(long worth, Runnable link) {
        this.left = worth;
        this.link = link;
    }

    /** Asked before each copy: whether it is linked. */
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
