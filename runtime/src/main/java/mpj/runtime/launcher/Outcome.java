package mpj.runtime.launcher;

import java.util.List;
import mpj.runtime.bootstrap.RankList;
import mpj.runtime.host.JobEvent;
import mpj.runtime.wire.Message;

/**
 * How a job ended.
 *
 * @param exitCode of mpjrun
 * @param line the message for the user; null when all went well
 * @param lastLines the last lines of the rank that failed, which are repeated if the user no longer sees them
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
     * The outcome of a failed rank.
     *
     * @param host the host to name beside the rank; may be empty
     * @param withLastLines whether to repeat the rank's last lines, because other ranks' output may be in between
     */
    static Outcome exited(JobEvent.Exited exited, String host, boolean withLastLines) {
        int status = exited.status();
        String line = "rank " + exited.rank() + (host.isEmpty() ? "" : " on host " + host)
            + " " + death(exited);
        return new Outcome(status, line, withLastLines
            ? exited.lastLines().stripTrailing().lines().toList() : List.of());
    }

    /** The message for the user, with those of the last lines that must be repeated. */
    String report(List<String> repeated) {
        return repeated.stream().allMatch(String::isBlank) ? line
            : line + "\n  the last lines it printed:\n    " + String.join("\n    ", repeated);
    }

    /** Describes how a rank's process ended. */
    static String death(JobEvent.Exited exited) {
        int status = exited.status();
        return status > SIGNAL_BASE && !exited.orderly()
            ? "killed by signal " + (status - SIGNAL_BASE) : "exited with code " + status;
    }

    /** The outcome when a JVM whose threads are ranks has ended before these ranks. */
    static Outcome jvmExited(JobEvent.JvmExited exited) {
        String ranks = "the JVM of ranks " + new RankList(exited.ranks());
        return new Outcome(1, exited.culprit() == JobEvent.JvmExited.NOBODY
            ? ranks + " ended with exit code 0, before they had ended"
            : "rank " + exited.culprit() + " ended " + ranks + " with exit code 0, before they had ended");
    }

    static Outcome aborted(int rank, int code, String line) {
        return new Outcome(Message.Abort.exitCode(code), "rank " + rank + " called Abort(" + code + ")"
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

    /** The outcome with mpj.check when ranks wait for each other. */
    static Outcome deadlocked(JobEvent.Deadlock deadlock) {
        return new Outcome(1, "mpj.check: deadlock: " + String.join("\n", deadlock.lines()));
    }

    /** The outcome when the program that started the job has ended it. */
    static Outcome stopped() {
        return new Outcome(STOPPED, "the job was stopped");
    }

    /** The outcome of a job that ends with the job that spawned it, whose exit code counts. */
    static Outcome spawnerFailed() {
        return new Outcome(0, "the job was ended, because the job that spawned it has failed");
    }

    static Outcome outputClosed() {
        return new Outcome(BROKEN_PIPE, "the output was closed by its reader; the job was ended");
    }
}
