package mpj.runtime.agent;

import java.util.Arrays;
import java.util.function.Consumer;
import mpj.runtime.host.OutputSink;

/**
 * Sends the output of this host's ranks up the tree, but no more of it than the launcher has room for. So if the
 * launcher's own output is not read, the ranks wait, and nothing else in the tree does.
 */
final class RelayedOutput {
    /** The bytes that may be under way; a single write may exceed the limit. */
    private static final int WINDOW = 256 << 10;

    private final int host;
    private final Consumer<Upward> up;
    private long underWay;
    private boolean closed;

    RelayedOutput(int host, Consumer<Upward> up) {
        this.host = host;
        this.up = up;
    }

    OutputSink sink(boolean error) {
        return (rank, bytes, offset, length) -> write(error, rank, Arrays.copyOfRange(bytes, offset, offset + length));
    }

    /** The launcher has written this number of bytes. */
    synchronized void taken(int bytes) {
        underWay -= bytes;
        notifyAll();
    }

    /** The launcher is gone. Output is dropped from now on. */
    synchronized void close() {
        closed = true;
        notifyAll();
    }

    /** The lock is held until the bytes are sent, which keeps the order of the calls within each stream. */
    private synchronized void write(boolean error, int rank, byte[] bytes) {
        try {
            while (underWay > WINDOW && !closed) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        if (!closed) {
            underWay += bytes.length;
            up.accept(new Upward.Output(host, error, rank, bytes));
        }
    }
}
