package mpj.runtime.launcher;

import java.util.List;
import mpj.runtime.host.OutputSink;

/** Shows a job to the user or the program that has started it, and has the input of rank 0. Thread-safe. */
public interface Console {
    /** The input of rank 0, if rank 0 runs on this host. */
    ProcessBuilder.Redirect input();

    /** Takes the ranks' standard output. */
    OutputSink out();

    /** Takes the ranks' standard error. */
    OutputSink err();

    /** Takes a message of the launcher itself. The message begins on a new line. */
    void say(String text);

    /** Whether a person reads these messages when they appear. */
    default boolean isRead() {
        return false;
    }

    /** Out of a rank's lines, returns those that the user no longer sees directly above the next message. */
    List<String> unseen(List<String> lines);
}
