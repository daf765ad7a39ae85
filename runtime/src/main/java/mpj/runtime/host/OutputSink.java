package mpj.runtime.host;

/**
 * Takes the output of many ranks: whole lines, and a line that is begun when its rank has paused within it.
 * Thread-safe.
 */
@FunctionalInterface
public interface OutputSink {
    /** What no rank has printed, as what ssh says. */
    int NOBODY = -1;

    /**
     * Passes all bytes on before those of any other call; they may be reused after it.
     *
     * @param rank who has printed them: the first of its process
     */
    void write(int rank, byte[] bytes, int offset, int length);
}
