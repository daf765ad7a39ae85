package mpj.runtime.host;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.function.Consumer;

/** This process's standard output or error: one writer at a time, bytes as they came. */
public final class DescriptorSink implements OutputSink {
    private final FileOutputStream out;
    private final Consumer<JobEvent> events;
    private boolean closed;

    /** @param events is told once when the reader is gone */
    public DescriptorSink(FileDescriptor descriptor, Consumer<JobEvent> events) {
        out = new FileOutputStream(descriptor);
        this.events = events;
    }

    /** Writes all bytes before those of any other call. Once the reader is gone, the bytes are dropped. */
    @Override
    public synchronized void write(byte[] bytes, int offset, int length) {
        if (closed) {
            return;
        }
        try {
            out.write(bytes, offset, length);
        } catch (IOException e) {
            closed = true;
            events.accept(new JobEvent.OutputClosed());
        }
    }
}
