package mpj.runtime.launcher;

/** What can happen to a running job. */
sealed interface JobEvent {
    /** A rank's process has ended. */
    record Exited(int rank, int status) implements JobEvent {
    }

    /** A rank called Abort. */
    record Aborted(int rank, int code, String line) implements JobEvent {
    }

    /** A rank cannot run the program. */
    record FailedToStart(int rank, String line) implements JobEvent {
    }

    /** mpjrun's own output cannot be written any more. */
    record OutputClosed() implements JobEvent {
    }
}
