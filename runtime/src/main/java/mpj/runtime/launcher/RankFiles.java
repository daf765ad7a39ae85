package mpj.runtime.launcher;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import mpj.runtime.host.JobEvent;
import mpj.runtime.host.OutputSink;
import mpj.runtime.host.TaggedOutput;
import mpj.runtime.host.UsageException;

/**
 * The console of {@code mpjrun --output DIR}: each stream of each rank goes to a file. The terminal shows only the
 * launcher's own messages. Ranks print their lines with tags, as with {@code --tag-output}.
 */
final class RankFiles implements Console {
    private final Console terminal;
    private final Path folder;
    private final int size;
    private final Consumer<JobEvent> events;
    private final Stream out;
    private final Stream err;

    private RankFiles(Path folder, int job, int size, Console terminal, Consumer<JobEvent> events) {
        this.folder = folder;
        this.size = size;
        this.terminal = terminal;
        this.events = events;
        out = new Stream(".out", job);
        err = new Stream(".err", job);
    }

    /**
     * Makes the folder and its files, which are empty.
     *
     * @throws UsageException when that is impossible
     */
    static void prepare(Path folder, int size) {
        try {
            Files.createDirectories(folder);
            for (int rank = 0; rank < size; rank++) {
                for (String ending : List.of(".out", ".err")) {
                    Files.write(file(folder, size, rank, ending), new byte[0]);
                }
            }
        } catch (FileAlreadyExistsException e) {
            throw new UsageException("--output " + folder + ": " + e.getFile() + " is a file; name a folder");
        } catch (IOException e) {
            throw new UsageException("--output " + folder + ": cannot write there: " + e);
        }
    }

    /**
     * @param job the job's number among those of the launcher
     * @param events is told when a file cannot be written, which ends the job
     */
    static Console of(Path folder, int job, int size, Console terminal, Consumer<JobEvent> events) {
        return new RankFiles(folder, job, size, terminal, events);
    }

    /** All names have the same number of digits, so that the order of the names is the order of the ranks. */
    static Path file(Path folder, int size, int rank, String ending) {
        int digits = Integer.toString(size - 1).length();
        return folder.resolve("rank-" + "0".repeat(digits - Integer.toString(rank).length()) + rank + ending);
    }

    @Override
    public ProcessBuilder.Redirect input() {
        return terminal.input();
    }

    @Override
    public OutputSink out() {
        return out.tagged;
    }

    @Override
    public OutputSink err() {
        return err.tagged;
    }

    @Override
    public boolean isRead() {
        return terminal.isRead();
    }

    @Override
    public void say(String text) {
        terminal.say(text);
    }

    /** All lines, because they are in a file. */
    @Override
    public List<String> unseen(List<String> lines) {
        return lines;
    }

    /** One of the two output streams, of all ranks. */
    private final class Stream {
        private final String ending;
        private final Map<Integer, OutputStream> files = new HashMap<>();
        private final OutputSink tagged;
        private boolean failed;

        Stream(String ending, int job) {
            this.ending = ending;
            tagged = new TaggedOutput(job, size, this::pass);
        }

        /** Shows on the terminal what belongs to no rank, such as a JVM's own lines. */
        private void pass(int rank, byte[] bytes, int offset, int length) {
            if (rank < 0 || failed) {
                (ending.equals(".out") ? terminal.out() : terminal.err()).write(OutputSink.NOBODY, bytes, offset,
                    length);
                return;
            }
            try {
                OutputStream file = files.get(rank);
                if (file == null) {
                    file = Files.newOutputStream(file(folder, size, rank, ending), StandardOpenOption.APPEND);
                    files.put(rank, file);
                }
                file.write(bytes, offset, length);
            } catch (IOException e) {
                failed = true;
                events.accept(new JobEvent.HostFailed(Host.LOCAL, "--output " + folder + ": rank " + rank
                    + "'s file cannot be written: " + e.getMessage()));
            }
        }
    }
}
