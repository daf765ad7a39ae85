package mpj.transport.nio;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;

/**
 * Finds out that a peer's host is gone while bytes to it are under way: TCP would go on sending them for a quarter of
 * an hour. From a peer that has been sent something and has said nothing for half the time limit, a second connection
 * is asked for. Its system answers that, or this process's thread of the same kind does, even if the rank computes; if
 * nothing does for the other half, the peer is lost.
 *
 * <p>Only a process that waits looks: {@code polls} tells.
 */
final class SilenceWatch {
    private static final int TICKS_PER_TIMEOUT = 16;

    private final Selector selector;
    private final long tick;
    private final LongSupplier polls;
    private final BiConsumer<Integer, String> lost;
    private final List<Watched> watched = new ArrayList<>();
    private long nextTick;
    private long lastPolls;

    /** A connection, and what was seen of it at the last tick. */
    final class Watched {
        private final Connection connection;
        private final String host;
        private final InetSocketAddress listener;
        private long received;
        private long sent;
        private boolean unanswered;
        private int silentTicks;
        private SocketChannel probe;

        Watched(Connection connection, String host, InetSocketAddress listener) {
            this.connection = connection;
            this.host = host;
            this.listener = listener;
        }

        private void look(boolean waiting) {
            long nowReceived = connection.received();
            long nowSent = connection.sent();
            boolean spoke = nowReceived != received;
            unanswered = nowSent != sent || unanswered && !spoke;
            if (spoke || !waiting || !unanswered) {
                silentTicks = 0;
                endProbe();
            } else {
                silentTicks++;
            }
            received = nowReceived;
            sent = nowSent;
            if (silentTicks == TICKS_PER_TIMEOUT / 2) {
                probe();
            } else if (silentTicks >= TICKS_PER_TIMEOUT && probe != null) {
                end("it does not answer any more");
            }
        }

        private void probe() {
            try {
                probe = SocketChannel.open();
                probe.configureBlocking(false);
                if (probe.connect(listener)) {
                    answered();
                } else {
                    probe.register(selector, SelectionKey.OP_CONNECT, this);
                }
            } catch (IOException e) {
                end(e.getMessage());
            }
        }

        /** The probe's outcome is there. */
        void step() throws IOException {
            if (probe == null || probe.finishConnect()) {
                answered();
            }
        }

        private void answered() {
            silentTicks = 0;
            endProbe();
        }

        /** The probe failed: the system there says that nobody listens, or the one here that there is no way. */
        void failed(String reason) {
            end(reason);
        }

        private void end(String reason) {
            endProbe();
            watched.remove(this);
            lost.accept(connection.peer(), "host " + host + ": " + reason);
        }

        private void endProbe() {
            try {
                if (probe != null) {
                    probe.close();
                }
            } catch (IOException e) {
                // Nobody uses it any more.
                probe = null;
            }
            probe = null;
        }
    }

    /**
     * @param selector tells about probes, whose keys have a {@link Watched} attached
     * @param timeoutMillis after so long a peer is lost
     * @param polls changes while this process waits in MPI
     * @param lost takes a rank that is lost, and why
     */
    SilenceWatch(Selector selector, int timeoutMillis, LongSupplier polls, BiConsumer<Integer, String> lost) {
        this.selector = selector;
        this.tick = timeoutMillis * 1_000_000L / TICKS_PER_TIMEOUT;
        this.polls = polls;
        this.lost = lost;
        nextTick = System.nanoTime() + tick;
    }

    void add(Connection connection, String host, InetSocketAddress listener) {
        watched.add(new Watched(connection, host, listener));
    }

    /** When {@link #look} has something to do. */
    long nextTick() {
        return nextTick;
    }

    void look(long now) {
        if (nextTick - now > 0) {
            return;
        }
        // A process that did not run for some time has not listened either.
        boolean waiting = polls.getAsLong() != lastPolls && now - nextTick < tick;
        lastPolls = polls.getAsLong();
        nextTick = now + tick;
        watched.removeIf(each -> !each.connection.isOpen());
        for (Watched each : List.copyOf(watched)) {
            each.look(waiting);
        }
    }
}
