package mpj.launch;

/** Takes what ranks print, line by line. Called by one thread at a time. */
@FunctionalInterface
public interface RankOutput {
    /** Stands for the rank of a line that no rank has printed: a JVM whose threads are ranks speaks for itself. */
    int NOBODY = -1;

    /**
     * Takes a line.
     *
     * @param rank who printed it, or {@link #NOBODY}
     * @param error whether on standard error
     * @param line without its end
     */
    void line(int rank, boolean error, String line);
}
