package mpj.runtime.threads;

/**
 * The pool of the JDK that ranks of one JVM share ({@link java.util.concurrent.ForkJoinPool#commonPool}). It is sized
 * for one program. A task of one rank that waits for a task of another may then wait for ever, as there is no worker
 * left for that one. So the pool gets as many workers as the ranks would have together, each in a JVM of its own.
 */
final class CommonPool {
    static final String PARALLELISM = "java.util.concurrent.ForkJoinPool.common.parallelism";
    /** The most that the pool takes. */
    private static final int MOST = 0x7FFF;

    private CommonPool() {
    }

    /** To be called before anything uses the pool, which reads its size once. */
    static void share(int ranks) {
        String parallelism = parallelism(System.getProperty(PARALLELISM), Runtime.getRuntime().availableProcessors(),
            ranks);
        if (parallelism != null) {
            System.setProperty(PARALLELISM, parallelism);
        }
    }

    /**
     * How many workers there are to be.
     *
     * @param given what the user has asked for, for each rank; null if he has not
     * @param cores of the process
     * @return null if the user has asked for what is no number, which the pool passes over
     */
    static String parallelism(String given, int cores, int ranks) {
        long each;
        try {
            each = given == null ? Math.max(1, cores - 1) : Integer.parseInt(given);
        } catch (NumberFormatException e) {
            return null;
        }
        return Long.toString(Math.min(MOST, each * ranks));
    }
}
