package mpj.runtime.launcher;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.concurrent.BlockingQueue;

/** mpjrun's standard output or error: whole lines from many ranks, one writer at a time, bytes as they came. */
final class OutputSink {
    private final FileOutputStream out;
    private final BlockingQueue<JobEvent> events;
    private boolean closed;

    OutputSink(FileDescriptor descriptor, BlockingQueue<JobEvent> events) {
        out = new FileOutputStream(descriptor);
        this.events = events;
    }

    /** Writes all bytes before those of any other call. Once the reader is gone, the bytes are dropped. */
    synchronized void write(byte[] bytes, int offset, int length) {
        if (closed) {
            return;
        }
        try {
            out.write(bytes, offset, length);
        } catch (IOException e) {
            closed = true;
            events.add(new JobEvent.OutputClosed());
        }
    }
}
