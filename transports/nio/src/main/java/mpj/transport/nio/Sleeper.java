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
 * Lets threads sleep until something comes. One of them sleeps in a selector, which is not the {@link Poller}'s: a
 * thread that polls must not wait for one that sleeps. Others, and virtual threads, which must not hold their carrier
 * in the kernel, take naps.
 */
final class Sleeper {
    private static final long NAP = 50_000;
    /**
     * A thread beside the one in the selector naps for a part of its sleep, or for this long where that is more. A
     * wake-up may come just before a nap; then it is this late.
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
            // Its end is seen by whoever reads it.
            return;
        }
    }

    /** Makes the next sleep end as well when a socket can take more of what waits to leave. */
    void prepare(UnsentConnections unsent) {
        for (int i = 0; i < unsent.size(); i++) {
            Stream stream = unsent.get(i).stream();
            if (stream != null) {
                interest(stream, unsent.get(i).hasUnsent()
                    ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ);
            }
        }
    }

    /** Nothing waits to leave any more, so that sockets that can take more end no sleep. */
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
            // Closed: nothing more will leave.
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
            // This thread may not come back: another has to look after the selector.
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
