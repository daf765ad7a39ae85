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
 * Finds out that a peer's host is gone while bytes to it are under way. Without this, TCP would try to send them for a
 * quarter of an hour. When a peer that was sent something has been silent for half the time limit, this process opens a
 * second connection to it as a probe. The peer's system answers the probe, or the thread of the peer that sets
 * connections up does, even if the rank computes. If nothing answers for the other half of the limit, the peer is lost.
 *
 * <p>Only a process that waits in MPI looks, which {@code polls} tells.
 */
final class SilenceCheck {
    private static final int TICKS_PER_TIMEOUT = 16;

    private final Selector selector;
    private final long tick;
    private final LongSupplier polls;
    private final BiConsumer<Integer, String> lost;
    private final List<Checked> checked = new ArrayList<>();
    private long nextTick;
    private long lastPolls;

    /** A connection, and what was seen of it at the last tick. */
    final class Checked {
        private final Connection connection;
        private final String host;
        private final InetSocketAddress listener;
        private long received;
        private long sent;
        private boolean unanswered;
        private int silentTicks;
        private SocketChannel probe;

        Checked(Connection connection, String host, InetSocketAddress listener) {
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
            } catch (IOException e) {
                silentTicks--; // this process has no free descriptor; the next tick tries again
                return;
            }
            try {
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

        /** Takes the probe's outcome. */
        void step() throws IOException {
            if (probe == null || probe.finishConnect()) {
                answered();
            }
        }

        private void answered() {
            silentTicks = 0;
            endProbe();
        }

        /**
         * Takes the probe's failure: the peer's system says that nobody listens, or this system says that there is no
         * route.
         */
        void failed(String reason) {
            end(reason);
        }

        private void end(String reason) {
            endProbe();
            checked.remove(this);
            lost.accept(connection.peer(), "host " + host + ": " + reason);
        }

        private void endProbe() {
            try {
                if (probe != null) {
                    probe.close();
                }
            } catch (IOException e) {
                // Nobody uses the probe any more.
                probe = null;
            }
            probe = null;
        }
    }

    /**
     * @param selector reports on probes, whose keys have a {@link Checked} attached
     * @param timeoutMillis the time after which a silent peer is lost, in milliseconds
     * @param polls a number that changes while this process waits in MPI
     * @param lost takes a rank that is lost, and the reason
     */
    SilenceCheck(Selector selector, int timeoutMillis, LongSupplier polls, BiConsumer<Integer, String> lost) {
        this.selector = selector;
        this.tick = timeoutMillis * 1_000_000L / TICKS_PER_TIMEOUT;
        this.polls = polls;
        this.lost = lost;
        nextTick = System.nanoTime() + tick;
    }

    void add(Connection connection, String host, InetSocketAddress listener) {
        checked.add(new Checked(connection, host, listener));
    }

    /** The time of {@link System#nanoTime} from which {@link #look} has something to do. */
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
        checked.removeIf(each -> !each.connection.isOpen());
        for (Checked each : List.copyOf(checked)) {
            each.look(waiting);
        }
    }
}
