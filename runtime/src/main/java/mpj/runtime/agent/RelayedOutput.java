package mpj.runtime.agent;

import java.util.Arrays;
import java.util.function.Consumer;
import mpj.runtime.host.OutputSink;

/**
 * Sends the output of this host's ranks up the tree, and no more of it than the launcher has room for: ranks wait when
 * the launcher's own output is not read, but nothing else on the way does.
 */
final class RelayedOutput {
    /** Bytes under way; one write may exceed it. */
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

    /** The launcher has written so many bytes. */
    synchronized void taken(int bytes) {
        underWay -= bytes;
        notifyAll();
    }

    /** The launcher is gone: what is printed from now on is dropped. */
    synchronized void close() {
        closed = true;
        notifyAll();
    }

    /** In the order of the calls for each stream: the lock is held until the bytes are sent. */
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
