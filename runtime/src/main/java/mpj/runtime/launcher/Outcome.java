package mpj.runtime.launcher;

/**
 * How a job ended.
 *
 * @param exitCode of mpjrun
 * @param line what to tell the user; null when all went well
 */
record Outcome(int exitCode, String line) {
    /** Every rank ended with exit code 0. */
    static final Outcome SUCCESS = new Outcome(0, null);

    private static final int SIGNAL_BASE = 128;
    private static final int TIMED_OUT = 124;
    private static final int BROKEN_PIPE = SIGNAL_BASE + 13;

    /**
     * What became of a rank's process.
     *
     * @param orderly whether the JVM shut down by itself, so that its status is no signal's number
     */
    static String death(int status, boolean orderly) {
        return status > SIGNAL_BASE && !orderly
            ? "killed by signal " + (status - SIGNAL_BASE) : "exited with code " + status;
    }

    static Outcome aborted(int rank, int code, String line) {
        return new Outcome(code & 0xFF, "rank " + rank + " called Abort(" + code + ")"
            + (line.isEmpty() ? "" : ": " + line));
    }

    static Outcome failedToStart(int rank, String line) {
        return new Outcome(1, "rank " + rank + " could not start: " + line);
    }

    static Outcome timedOut(long millis) {
        return new Outcome(TIMED_OUT, "the job was ended after --timeout " + millis / 1000.0 + " s");
    }

    static Outcome outputClosed() {
        return new Outcome(BROKEN_PIPE, "the output was closed by its reader; the job was ended");
    }
}
