package mpj.transport.nio;

import java.util.Arrays;

/** The connections with frames that the socket has not taken yet. */
final class UnsentConnections {
    private Connection[] connections = new Connection[4];
    private int size;
    private final Sleeper sleeper;

    UnsentConnections(Sleeper sleeper) {
        this.sleeper = sleeper;
    }

    boolean isEmpty() {
        return size == 0;
    }

    void add(Connection connection) {
        if (!connection.waiting) {
            connection.waiting = true;
            if (size == connections.length) {
                connections = Arrays.copyOf(connections, 2 * size);
            }
            connections[size++] = connection;
        }
    }

    /** Flushes each connection. Returns true if anything left. */
    boolean flush() {
        boolean any = false;
        for (int i = size - 1; i >= 0; i--) {
            Connection connection = connections[i];
            any |= connection.flush();
            if (connection.flushed()) {
                connection.waiting = false;
                sleeper.flushed(connection);
                connections[i] = connections[--size];
                connections[size] = null;
            }
        }
        return any;
    }

    int size() {
        return size;
    }

    Connection get(int index) {
        return connections[index];
    }
}
