package tycho.link;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/**
 * A thread that waits for many links. All links of a thread share its buffers, so a link on which nothing happens needs
 * neither a thread nor a buffer.
 */
final class Loop extends Thread {
    private static final int TURN_MILLIS = 500;
    private static final int RECEIVED = 1 << 18;
    /** The plain bytes of a record of TLS, and more than that. */
    private static final int PLAIN = 1 << 15;

    private final Backlog backlog;
    private final Spares spares;
    private final Selector selector;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final ByteBuffer received = ByteBuffer.allocate(RECEIVED);
    private final ByteBuffer plain = ByteBuffer.allocate(PLAIN);

    /** What is to be done when all that was read is taken. Only this thread uses it. */
    private final List<Runnable> afterwards = new ArrayList<>();
    private long lastTurn = System.nanoTime();
    private volatile boolean ending;

    Loop(Backlog backlog, Spares spares) throws IOException {
        super("tycho-network");
        this.backlog = backlog;
        this.spares = spares;
        selector = Selector.open();
        setDaemon(true);
    }

    /** What waits on all links, also on those of other threads. */
    Backlog backlog() {
        return backlog;
    }

    /** The buffers that no link uses, also no link of another thread. */
    Spares spares() {
        return spares;
    }

    /** Does something when all that this thread has read is taken, or at once if this thread is no loop. */
    static void afterwards(Runnable action) {
        if (currentThread() instanceof Loop loop) {
            loop.afterwards.add(action);
        } else {
            action.run();
        }
    }

    private void doAfterwards() {
        try {
            for (Runnable each : afterwards) {
                each.run();
            }
        } finally {
            afterwards.clear();
        }
    }

    /** Ends the thread when its last link has ended. No link is added any more. */
    void end() {
        ending = true;
        selector.wakeup();
    }

    /** Begins to wait for what a link receives. */
    void add(SocketChannel channel, Link link) throws IOException {
        channel.configureBlocking(false);
        execute(() -> {
            try {
                link.registered(channel.register(selector, SelectionKey.OP_READ, link));
                link.unwrap(received, plain);
            } catch (ClosedChannelException e) {
                link.fail(e);
            }
        });
    }

    /** Has the thread do something, which must not wait. */
    void execute(Runnable task) {
        tasks.add(task);
        selector.wakeup();
    }

    @Override
    public void run() {
        try (selector) {
            while (!ending || !tasks.isEmpty() || !selector.keys().isEmpty()) {
                try {
                    turn();
                } catch (OutOfMemoryError e) {
                    // This thread must go on: it serves all its links. What took the memory is given up elsewhere.
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException("the selector of connections cannot be used any more", e);
        }
    }

    private void turn() throws IOException {
        selector.select(this::ready, TURN_MILLIS);
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
        doAfterwards();
        long now = System.nanoTime();
        if (now - lastTurn > TimeUnit.MILLISECONDS.toNanos(TURN_MILLIS)) {
            lastTurn = now;
            selector.keys().forEach(key -> ((Link) key.attachment()).tick(now));
        }
    }

    private void ready(SelectionKey key) {
        Link link = (Link) key.attachment();
        try {
            if (key.isWritable()) {
                link.writable();
            }
            if (key.isReadable()) {
                link.readable(received, plain);
                doAfterwards();
            }
        } catch (CancelledKeyException e) {
            // The link was closed by another thread.
        }
    }
}
