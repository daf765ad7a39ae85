package mpj.launch;

/**
 * Receives what ranks print, line by line. One thread at a time calls it. While a call lasts, no other line of the job
 * is taken in, so the call should return soon.
 *
 * {@snippet :
 * Job.builder().ranks(4).main(Pi.class)
 *     .output((rank, error, line) -> System.out.println("[" + rank + "] " + line))
 *     .start();
 * }
 */
@FunctionalInterface
public interface RankOutput {
    /**
     * Takes the place of the rank where a line comes from no rank: when the ranks are threads of one JVM, that JVM may
     * print lines itself.
     */
    int NOBODY = -1;

    /**
     * Receives a line.
     *
     * @param rank the rank that printed the line, or {@link #NOBODY}
     * @param error true for standard error, false for standard output
     * @param line without its line end
     */
    void line(int rank, boolean error, String line);
}
