package mpj.runtime.host;

import java.util.List;

/** What can happen to a running job. */
public sealed interface JobEvent {
    /**
     * A rank's process has ended.
     *
     * @param rank whose process
     * @param status its exit status; 128 and more may be a signal's number
     * @param orderly whether the JVM shut down by itself, so that its status is no signal's number
     * @param stage how far it had come in MPI
     * @param fences how many fences the rank had reached; none beyond can be passed any more
     * @param lastLines what it printed last; empty when the status is 0
     */
    record Exited(int rank, int status, boolean orderly, Stage stage, int fences, String lastLines)
        implements JobEvent {
    }

    /**
     * The process of several ranks has ended with exit status 0, though they had not.
     *
     * @param ranks those
     * @param culprit which of them has ended it; {@link #NOBODY} when none said so
     */
    record JvmExited(List<Integer> ranks, int culprit) implements JobEvent {
        /** It is not known. */
        public static final int NOBODY = -1;
    }

    /** A rank goes on when others are lost. */
    record Tolerates(int rank) implements JobEvent {
    }

    /** A rank called Abort. */
    record Aborted(int rank, int code, String line) implements JobEvent {
    }

    /** A rank cannot run the program. */
    record FailedToStart(int rank, String line) implements JobEvent {
    }

    /** A rank runs, on these cores as the kernel tells them; only said where it was asked for. */
    record Placed(int rank, long pid, String cores, boolean bound) implements JobEvent {
    }

    /** A host cannot take part, or is lost. */
    record HostFailed(String host, String reason) implements JobEvent {
    }

    /** mpjrun's own output cannot be written any more. */
    record OutputClosed() implements JobEvent {
    }
}
