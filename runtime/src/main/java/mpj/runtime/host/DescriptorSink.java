package mpj.runtime.host;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.function.Consumer;

/** This process's standard output or error: one writer at a time, bytes as they came. */
public final class DescriptorSink implements OutputSink {
    private final FileOutputStream out;
    private final ShownLines shown;
    private final Consumer<JobEvent> events;
    private boolean closed;
    private boolean withinLine;

    /**
     * @param shown is told what is written
     * @param events is told once when the reader is gone
     */
    public DescriptorSink(FileDescriptor descriptor, ShownLines shown, Consumer<JobEvent> events) {
        out = new FileOutputStream(descriptor);
        this.shown = shown;
        this.events = events;
    }

    /** Writes all bytes before those of any other call. Once the reader is gone, the bytes are dropped. */
    @Override
    public synchronized void write(byte[] bytes, int offset, int length) {
        if (closed) {
            return;
        }
        if (length > 0) {
            withinLine = bytes[offset + length - 1] != '\n';
        }
        try {
            out.write(bytes, offset, length);
            shown.add(bytes, offset, length);
        } catch (IOException e) {
            closed = true;
            events.accept(new JobEvent.OutputClosed());
        }
    }

    /** Ends the line that a rank had begun when it was ended, so that what is said next has a line of its own. */
    public synchronized void endLine() {
        if (withinLine) {
            write(new byte[] {'\n'}, 0, 1);
        }
    }
}
