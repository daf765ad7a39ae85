package mpj.runtime.launcher;

import java.util.List;
import mpj.runtime.bootstrap.RankList;
import mpj.runtime.host.JobEvent;

/**
 * How a job ended.
 *
 * @param exitCode of mpjrun
 * @param line what to tell the user; null when all went well
 * @param lastLines what the rank that failed printed last, to be repeated if the user does not see it any more
 */
record Outcome(int exitCode, String line, List<String> lastLines) {
    /** Every rank ended with exit code 0. */
    static final Outcome SUCCESS = new Outcome(0, null, List.of());

    private static final int SIGNAL_BASE = 128;
    private static final int TIMED_OUT = 124;
    private static final int STOPPED = SIGNAL_BASE + 15;
    private static final int BROKEN_PIPE = SIGNAL_BASE + 13;

    Outcome(int exitCode, String line) {
        this(exitCode, line, List.of());
    }

    /**
     * A rank has failed.
     *
     * @param host to name beside the rank; may be empty
     * @param withLastLines whether to repeat what it printed last, as other ranks' output may be in between
     */
    static Outcome exited(JobEvent.Exited exited, String host, boolean withLastLines) {
        int status = exited.status();
        String line = "rank " + exited.rank() + (host.isEmpty() ? "" : " on host " + host)
            + " " + death(exited);
        return new Outcome(status, line, withLastLines
            ? exited.lastLines().stripTrailing().lines().toList() : List.of());
    }

    /** What to tell the user, with those of the last lines that are to be repeated. */
    String report(List<String> repeated) {
        return repeated.stream().allMatch(String::isBlank) ? line
            : line + "\n  the last lines it printed:\n    " + String.join("\n    ", repeated);
    }

    /** What became of a rank's process. */
    static String death(JobEvent.Exited exited) {
        int status = exited.status();
        return status > SIGNAL_BASE && !exited.orderly()
            ? "killed by signal " + (status - SIGNAL_BASE) : "exited with code " + status;
    }

    /** A JVM whose threads are ranks has ended before them. */
    static Outcome jvmExited(JobEvent.JvmExited exited) {
        String ranks = "the JVM of ranks " + new RankList(exited.ranks());
        return new Outcome(1, exited.culprit() == JobEvent.JvmExited.NOBODY
            ? ranks + " ended with exit code 0, before they had ended"
            : "rank " + exited.culprit() + " ended " + ranks + " with exit code 0, before they had ended");
    }

    static Outcome aborted(int rank, int code, String line) {
        return new Outcome(code & 0xFF, "rank " + rank + " called Abort(" + code + ")"
            + (line.isEmpty() ? "" : ": " + line));
    }

    static Outcome failedToStart(int rank, String line) {
        return new Outcome(1, "rank " + rank + " could not start: " + line);
    }

    static Outcome hostFailed(String host, String reason) {
        return new Outcome(1, "host " + host + ": " + reason);
    }

    /** @param lastWords what each rank was doing */
    static Outcome timedOut(long millis, String lastWords) {
        return new Outcome(TIMED_OUT, "the job was ended after --timeout " + millis / 1000.0 + " s\n" + lastWords);
    }

    /** With mpj.check, ranks that wait for each other end the job. */
    static Outcome deadlocked(JobEvent.Deadlock deadlock) {
        return new Outcome(1, "mpj.check: deadlock: " + String.join("\n", deadlock.lines()));
    }

    /** Ended by the program that started it. */
    static Outcome stopped() {
        return new Outcome(STOPPED, "the job was stopped");
    }

    static Outcome outputClosed() {
        return new Outcome(BROKEN_PIPE, "the output was closed by its reader; the job was ended");
    }
}
