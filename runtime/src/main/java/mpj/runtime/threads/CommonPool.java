package mpj.runtime.threads;

/**
 * The JDK's common pool ({@link java.util.concurrent.ForkJoinPool#commonPool}), which the ranks of one JVM share. The
 * JDK makes it large enough for one program. A task of one rank that waits for a task of another rank could then wait
 * for ever, because no worker is left for the other task. So the pool gets as many workers as the ranks would have
 * together, each in a JVM of its own.
 */
final class CommonPool {
    static final String PARALLELISM = "java.util.concurrent.ForkJoinPool.common.parallelism";
    /** The most workers that the pool accepts. */
    private static final int MOST = 0x7FFF;

    private CommonPool() {
    }

    /** Call this before anything uses the pool, which reads its size once. */
    static void share(int ranks) {
        String parallelism = parallelism(System.getProperty(PARALLELISM), Runtime.getRuntime().availableProcessors(),
            ranks);
        if (parallelism != null) {
            System.setProperty(PARALLELISM, parallelism);
        }
    }

    /**
     * The number of workers for the pool.
     *
     * @param given the user's number for each rank; null if there is none
     * @param cores of the process
     * @return null if the user's text is not a number, which the pool ignores
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
