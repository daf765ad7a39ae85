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
    /** Where this process's errors go, hence what it says. */
    private final ShownLines shown = new ShownLines();
    private final OutputSink out;
    private final DescriptorSink err;

    /** @param events is told when nobody reads any more */
    Terminal(Consumer<JobEvent> events) {
        err = new DescriptorSink(FileDescriptor.err, shown, events);
        out = new DescriptorSink(FileDescriptor.out, outputIsBesideErrors() ? shown : new ShownLines(), events);
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
        System.err.println("mpjrun: " + text);
    }

    @Override
    public void endLine() {
        err.endLine();
    }

    @Override
    public List<String> unseen(List<String> lines) {
        return shown.unseen(lines);
    }

    /** Whether both go to the same terminal, pipe or file. */
    private static boolean outputIsBesideErrors() {
        try {
            return Files.isSameFile(Linux.file("/proc/self/fd/1"), Linux.file("/proc/self/fd/2"));
        } catch (IOException e) {
            return false; // closed, or not Linux: then lines may be repeated
        }
    }
}
