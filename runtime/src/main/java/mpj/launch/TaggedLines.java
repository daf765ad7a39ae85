package mpj.launch;

import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.util.Map;
import java.util.TreeMap;
import mpj.runtime.host.OutputSink;
import mpj.runtime.host.TaggedOutput;

/** Splits the tagged output of all ranks into lines of each rank. Thread-safe. */
final class TaggedLines implements OutputSink {
    private final boolean error;
    private final RankOutput to;
    private final TaggedOutput tagged;
    /** Lines whose end has not arrived yet, by rank. */
    private final Map<Integer, ByteArrayOutputStream> begun = new TreeMap<>();

    /**
     * @param size the number of ranks
     * @param error true for standard error
     */
    TaggedLines(int size, boolean error, RankOutput to) {
        this.error = error;
        this.to = to;
        tagged = new TaggedOutput(0, size, this::part);
    }

    @Override
    public synchronized void write(int process, byte[] bytes, int offset, int length) {
        tagged.write(process, bytes, offset, length);
    }

    private void part(int rank, byte[] bytes, int offset, int length) {
        boolean ends = length > 0 && bytes[offset + length - 1] == '\n';
        ByteArrayOutputStream line = begun.computeIfAbsent(rank, _ -> new ByteArrayOutputStream());
        line.write(bytes, offset, ends ? length - 1 : length);
        if (ends) {
            end(rank, line);
            begun.remove(rank);
        }
    }

    /** Passes on the last lines, which have no line end. */
    synchronized void finish() {
        begun.forEach(this::end);
        begun.clear();
    }

    private void end(int rank, ByteArrayOutputStream line) {
        to.line(rank < 0 ? RankOutput.NOBODY : rank, error, line.toString(Charset.defaultCharset()));
    }
}
