package mpj.runtime.launcher;

import java.util.List;
import mpj.runtime.host.OutputSink;

/** What a job shows to whoever started it, and what rank 0 reads. Thread-safe. */
public interface Console {
    /** What rank 0 reads, if it runs on this host. */
    ProcessBuilder.Redirect input();

    /** Takes what ranks print on standard output. */
    OutputSink out();

    /** Takes what ranks print on standard error. */
    OutputSink err();

    /** Takes what the launcher itself has to say, which begins on a line of its own. */
    void say(String text);

    /** Those of a rank's lines that the user does not see any more just above what is said next. */
    List<String> unseen(List<String> lines);
}
