package mpj.transport.nio;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.function.Consumer;
import mpj.transport.spi.PacketHandler;
import mpj.transport.spi.TransportException;

/**
 * Looks for incoming data. A few connections are read one after the other, which is the cheapest way to see that there
 * is nothing. With many connections, each poll reads only the connections that brought something last or that must be
 * heard. Every few polls a selector checks all of them. So the cost of a poll does not depend on the number of peers.
 */
final class Poller {
    /** The most connections that are all read at each poll. A power of two. */
    private static final int FEW = 4;
    private static final int POLLS_PER_SELECT = 4;
    /** Others are also heard while those that brought something last bring more at each poll. */
    private static final int BUSY_POLLS_PER_SELECT = 64;
    private static final int MOST_ROUNDS = 1 << 10;

    private Connection[] open = {};
    private final Connection[] recent = new Connection[FEW];
    private int oldest;
    private int polls;
    private int busyPolls;
    /** Null as long as there are few connections, or no descriptor for it. */
    private Selector selector;
    /** Connections with bytes that are no longer in their sockets, of which the selector knows nothing. */
    private final ArrayDeque<Connection> brought = new ArrayDeque<>();
    private PacketHandler handler;
    private boolean any;
    private final Consumer<SelectionKey> reader = key -> read((Connection) key.attachment());

    void add(Connection connection) {
        open = Arrays.copyOf(open, open.length + 1);
        open[open.length - 1] = connection;
        try {
            if (selector != null) {
                watch(connection);
            } else if (open.length > FEW) {
                watchAll();
            }
        } catch (IOException e) {
            throw new TransportException("transport nio cannot watch its connections: " + e.getMessage(), e);
        }
    }

    /** Without a selector, each poll reads all connections. */
    private void watchAll() throws IOException {
        Selector made;
        try {
            made = Selector.open();
        } catch (IOException e) {
            return; // the process has no free descriptor; with the next connection it may have one again
        }
        selector = made;
        for (Connection each : open) {
            watch(each);
        }
    }

    private void watch(Connection connection) throws IOException {
        connection.stream().channel().register(selector, SelectionKey.OP_READ, connection);
    }

    private void remove(Connection connection) {
        open = Arrays.stream(open).filter(each -> each != connection).toArray(Connection[]::new);
        for (int i = 0; i < recent.length; i++) {
            if (recent[i] == connection) {
                recent[i] = null;
            }
        }
    }

    /** Reads each connection that has something once. Returns true if any had. */
    boolean poll(PacketHandler taker) {
        Connection[] connections = open;
        if (connections.length > FEW && selector != null) {
            return pollMany(taker);
        }
        boolean found = false;
        for (Connection connection : connections) {
            found |= poll(connection, taker);
        }
        return found;
    }

    private boolean poll(Connection connection, PacketHandler taker) {
        boolean found = connection.poll(taker);
        if (found && connection.isClosed()) {
            remove(connection);
        }
        return found;
    }

    private boolean pollMany(PacketHandler taker) {
        any = false;
        for (Connection connection : recent) {
            if (connection != null) {
                any |= poll(connection, taker);
            }
        }
        for (int left = brought.size(); left > 0; left--) {
            any |= poll(brought.remove(), taker);
        }
        if (any ? (busyPolls++ & BUSY_POLLS_PER_SELECT - 1) == 0 : (polls++ & POLLS_PER_SELECT - 1) == 0) {
            select(taker);
        }
        return any;
    }

    private void select(PacketHandler taker) {
        handler = taker;
        try {
            selector.selectNow(reader);
        } catch (IOException e) {
            throw new TransportException("transport nio cannot look for packets: " + e.getMessage(), e);
        }
    }

    private void read(Connection connection) {
        if (poll(connection, handler)) {
            any = true;
            if (!connection.isClosed()) {
                hear(connection);
            }
        }
    }

    /** Reads a connection in the next polls, whether or not it is known to have something. */
    void hear(Connection connection) {
        if (!isRecent(connection)) {
            recent[oldest++ & FEW - 1] = connection;
        }
    }

    /** Reads a connection once more, because it has brought bytes that its socket no longer has. */
    void brought(Connection connection) {
        if (!brought.contains(connection)) {
            brought.add(connection);
        }
    }

    private boolean isRecent(Connection connection) {
        for (Connection each : recent) {
            if (each == connection) {
                return true;
            }
        }
        return false;
    }

    /** Delivers everything that is left in a connection that has ended. */
    void drain(Connection connection, PacketHandler taker) {
        boolean found = true;
        while (found && connection.isReadable()) {
            found = poll(connection, taker);
        }
        remove(connection);
    }

    /**
     * Delivers everything that has come over any connection. Peers that never cease to send end this after a number of
     * rounds.
     */
    void drainAll(PacketHandler taker) {
        boolean found = true;
        for (int round = 0; found && round < MOST_ROUNDS; round++) {
            found = false;
            for (Connection connection : open) {
                found |= poll(connection, taker);
            }
        }
    }

    void close() {
        try {
            if (selector != null) {
                selector.close();
            }
        } catch (IOException e) {
            throw new TransportException("transport nio: " + e.getMessage(), e);
        }
    }
}
