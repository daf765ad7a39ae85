package mpj.runtime.host;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.function.Consumer;

/**
 * This process's standard output or error. There is one writer at a time, and bytes are written unchanged. But when
 * another rank prints, a line that a rank has begun is ended first. If that has not happened, further pieces of the
 * line need no tag.
 */
public final class DescriptorSink implements OutputSink {
    /**
     * How the lines of the ranks look.
     *
     * @param tagged whether each line, and each piece of a line, begins with its rank
     * @param echoed whether this is a terminal that shows the input of rank 0 as the user types it. That input ends the
     *     line of rank 0's question
     */
    public record Lines(boolean tagged, boolean echoed) {
    }

    private static final byte[] NEWLINE = {'\n'};

    private final FileOutputStream out;
    private final ShownLines shown;
    private final Lines lines;
    private final Consumer<JobEvent> events;
    private boolean closed;

    /**
     * @param shown is told everything that is written
     * @param events is told once that the reader is gone
     */
    public DescriptorSink(FileDescriptor descriptor, ShownLines shown, Lines lines, Consumer<JobEvent> events) {
        out = new FileOutputStream(descriptor);
        this.shown = shown;
        this.lines = lines;
        this.events = events;
    }

    /** Writes all bytes, before the bytes of any other call. When the reader is gone, the bytes are dropped. */
    @Override
    public void write(int rank, byte[] bytes, int offset, int length) {
        synchronized (shown) {
            if (length == 0) {
                return;
            }
            int end = offset + length;
            int from = offset;
            ShownLines.Begun begun = shown.begun();
            if (begun != null) {
                boolean answered = lines.echoed && begun.rank() == 0;
                if (begun.rank() != rank || lines.tagged && begun.stream() != this) {
                    if (lines.tagged || !answered) {
                        put(NEWLINE, 0, 1);
                    }
                } else if (lines.tagged && !answered) {
                    from = TaggedOutput.endOfTag(bytes, offset, end);
                }
            }
            put(bytes, from, end - from);
            shown.begin(bytes[end - 1] == '\n' ? null : new ShownLines.Begun(this, rank));
        }
    }

    /** Ends the line that a rank had begun, so that the next message begins a new line. */
    public void endLine() {
        synchronized (shown) {
            if (shown.begun() != null) {
                put(NEWLINE, 0, 1);
                shown.begin(null);
            }
        }
    }

    private void put(byte[] bytes, int offset, int length) {
        if (closed) {
            return;
        }
        try {
            out.write(bytes, offset, length);
            shown.add(bytes, offset, length);
        } catch (IOException e) {
            closed = true;
            events.accept(new JobEvent.OutputClosed());
        }
    }
}
