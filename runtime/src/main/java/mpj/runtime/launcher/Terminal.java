package mpj.runtime.launcher;

import java.io.FileDescriptor;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.function.Consumer;
import mpj.bindings.Linux;
import mpj.runtime.host.DescriptorSink;
import mpj.runtime.host.JobEvent;
import mpj.runtime.host.OutputSink;
import mpj.runtime.host.ShownLines;

/** The console of mpjrun: this process's standard streams. */
final class Terminal implements Console {
    private static final String INPUT = "/proc/self/fd/0";
    private static final String OUTPUT = "/proc/self/fd/1";
    private static final String ERROR = "/proc/self/fd/2";

    /** The place where this process's errors go, and therefore its messages. */
    private final ShownLines shown = new ShownLines();
    private final OutputSink out;
    private final DescriptorSink err;

    /**
     * @param tagged whether lines begin with their rank, because there are several ranks
     * @param events is told when the reader of the output is gone
     */
    Terminal(boolean tagged, Consumer<JobEvent> events) {
        err = new DescriptorSink(FileDescriptor.err, shown, new DescriptorSink.Lines(tagged, echoesInput(ERROR)),
            events);
        out = new DescriptorSink(FileDescriptor.out, areSame(OUTPUT, ERROR) ? shown : new ShownLines(),
            new DescriptorSink.Lines(tagged, echoesInput(OUTPUT)), events);
    }

    @Override
    public ProcessBuilder.Redirect input() {
        return ProcessBuilder.Redirect.INHERIT;
    }

    @Override
    public OutputSink out() {
        return out;
    }

    @Override
    public OutputSink err() {
        return err;
    }

    @Override
    public void say(String text) {
        err.endLine();
        System.err.println("mpjrun: " + text);
    }

    @Override
    public boolean isRead() {
        return isTerminal(ERROR);
    }

    @Override
    public List<String> unseen(List<String> lines) {
        return shown.unseen(lines);
    }

    /** Whether both streams lead to the same terminal, pipe or file. */
    private static boolean areSame(String one, String other) {
        try {
            return Files.isSameFile(Linux.file(one), Linux.file(other));
        } catch (IOException e) {
            return false; // closed, or not Linux: then lines may appear twice
        }
    }

    /** Whether the user's typing appears on that stream. */
    private static boolean echoesInput(String stream) {
        return isTerminal(INPUT) && areSame(INPUT, stream);
    }

    private static boolean isTerminal(String stream) {
        try {
            String file = Linux.file(stream).toRealPath().toString();
            return file.startsWith("/dev/pts/") || file.startsWith("/dev/tty");
        } catch (IOException e) {
            return false;
        }
    }
}
