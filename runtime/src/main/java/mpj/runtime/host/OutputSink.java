package mpj.runtime.host;

/** Takes the output of many ranks, whole lines at a time. Thread-safe. */
@FunctionalInterface
public interface OutputSink {
    /** Passes all bytes on before those of any other call; they may be reused after it. */
    void write(byte[] bytes, int offset, int length);
}
