package mpj.runtime.names;

import java.io.IOException;
import java.net.Socket;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;

/**
 * The clients of an mpjnamed. Their number is limited: a new client takes the place of the one that has asked for
 * nothing the longest, among those that have published no names. Such a client connects again when it has a request.
 * Thread-safe.
 */
final class NameClients implements AutoCloseable {
    private final int most;
    /** The client that asked most recently is the last one. */
    private final SequencedSet<Client> clients = new LinkedHashSet<>();

    NameClients(int most) {
        this.most = most;
    }

    /** One client. */
    final class Client implements AutoCloseable {
        private final Socket connection;
        private final NameTable.Lease lease;
        private boolean busy;

        private Client(Socket connection, NameTable.Lease lease) {
            this.connection = connection;
            this.lease = lease;
        }

        NameTable.Lease lease() {
            return lease;
        }

        /** A request has come. Returns false if the client has lost its place, and the request is not answered. */
        boolean begins() {
            synchronized (NameClients.this) {
                busy = clients.remove(this) && clients.add(this);
                return busy;
            }
        }

        /** The request has been carried out. */
        void ends() {
            synchronized (NameClients.this) {
                busy = false;
            }
        }

        /** The client has gone. Its names are withdrawn. */
        @Override
        public void close() {
            synchronized (NameClients.this) {
                clients.remove(this);
            }
            lease.close();
        }
    }

    /** Admits a client. Returns null if there is no place. */
    Client admit(Socket connection, NameTable.Lease lease) {
        Client fresh = new Client(connection, lease);
        Client idle = null;
        synchronized (this) {
            if (clients.size() == most) {
                idle = clients.stream().filter(each -> !each.busy && !each.lease.holdsNames()).findFirst().orElse(null);
                if (idle == null) {
                    return null;
                }
                clients.remove(idle);
            }
            clients.add(fresh);
        }
        if (idle != null) {
            hangUp(idle.connection);
        }
        return fresh;
    }

    private static void hangUp(Socket connection) {
        try {
            connection.close();
        } catch (IOException e) {
            return; // the connection is gone
        }
    }

    /** Ends all connections. */
    @Override
    public void close() {
        List<Client> all;
        synchronized (this) {
            all = List.copyOf(clients);
        }
        all.forEach(each -> hangUp(each.connection));
    }
}
