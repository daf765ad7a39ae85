package mpj.transport.nio;

import java.io.IOException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import mpj.transport.spi.TransportException;

/**
 * Lets threads sleep until something arrives. One of them sleeps in a selector. This is not the selector of the {@link
 * Poller}, because a thread that polls must not wait for one that sleeps. The other threads take naps, and so do
 * virtual threads, which must not keep their carrier in the kernel.
 */
final class Sleeper {
    private static final long NAP = 50_000;
    /**
     * The least length of the nap of a thread while another thread is in the selector; in a long sleep, naps are a
     * fraction of the sleep. A wake-up that comes immediately before a nap takes effect this much later.
     */
    private static final long NAP_BESIDE_ANOTHER = 1_000_000;
    private static final int NAPS_IN_LONG_SLEEP = 10;
    private static final int MILLISECOND = 1_000_000;
    private static final Consumer<SelectionKey> NOTHING = key -> { };

    private final ReentrantLock selecting = new ReentrantLock();
    private final Set<Thread> napping = ConcurrentHashMap.newKeySet();
    private final Selector selector;

    Sleeper() throws IOException {
        selector = Selector.open();
    }

    void add(Connection connection) {
        try {
            connection.stream().channel().register(selector, SelectionKey.OP_READ);
        } catch (ClosedChannelException e) {
            // The thread that reads from the connection sees its end.
            return;
        }
    }

    /** Lets the next sleep end also when a socket can take more of the data that waits to leave. */
    void prepare(UnsentConnections unsent) {
        for (int i = 0; i < unsent.size(); i++) {
            Stream stream = unsent.get(i).stream();
            if (stream != null) {
                interest(stream, unsent.get(i).hasUnsent()
                    ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ);
            }
        }
    }

    /** Lets sleeps no longer end because this socket can take data, since none waits to leave. */
    void flushed(Connection connection) {
        if (connection.stream() != null) {
            interest(connection.stream(), SelectionKey.OP_READ);
        }
    }

    private void interest(Stream stream, int operations) {
        SelectionKey key = stream.channel().keyFor(selector);
        try {
            if (key != null && key.interestOps() != operations) {
                key.interestOps(operations);
            }
        } catch (CancelledKeyException e) {
            // The connection is closed, so nothing more will leave.
            return;
        }
    }

    void sleep(long nanoseconds) {
        if (Thread.currentThread().isVirtual()) {
            LockSupport.parkNanos(Math.min(nanoseconds, NAP));
            return;
        }
        if (!selecting.tryLock()) {
            nap(Math.min(nanoseconds, Math.max(NAP_BESIDE_ANOTHER, nanoseconds / NAPS_IN_LONG_SLEEP)));
            return;
        }
        try {
            selector.select(NOTHING, Math.max(1, nanoseconds / MILLISECOND));
        } catch (IOException e) {
            throw new TransportException("transport nio cannot wait for packets: " + e.getMessage(), e);
        } catch (ClosedSelectorException e) {
            // The transport was closed meanwhile.
            return;
        } finally {
            selecting.unlock();
            // This thread may not come back, so another one must take over the selector.
            napping.forEach(LockSupport::unpark);
        }
    }

    private void nap(long nanoseconds) {
        napping.add(Thread.currentThread());
        if (selecting.isLocked()) {
            LockSupport.parkNanos(this, nanoseconds);
        }
        napping.remove(Thread.currentThread());
    }

    void wake() {
        selector.wakeup();
        napping.forEach(LockSupport::unpark);
    }

    void close() {
        try {
            selector.close();
        } catch (IOException e) {
            throw new TransportException("transport nio: " + e.getMessage(), e);
        }
    }
}
