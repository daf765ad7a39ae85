package mpj.runtime.host;

/**
 * Takes the output of many ranks in whole lines. If a rank has paused within a line, the beginning of the line comes
 * alone. Thread-safe.
 */
@FunctionalInterface
public interface OutputSink {
    /** Takes the place of the rank for output of no rank, such as the messages of ssh. */
    int NOBODY = -1;

    /**
     * Passes all bytes on, before the bytes of any other call. The caller may reuse the array afterwards.
     *
     * @param rank the first rank of the process that has printed the bytes
     */
    void write(int rank, byte[] bytes, int offset, int length);
}
