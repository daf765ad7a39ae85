package mpj.runtime.keys;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.PublicKey;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/**
 * Admits clients with known keys. A stranger only gets the handshake of TLS, which contains the server's key, without a
 * name. Each client has a thread of its own.
 */
public final class KeyedServer implements AutoCloseable {
    /** The time from the connection to the end of the first request; a handshake takes some milliseconds. */
    public static final long STRANGER_MILLIS = 10_000;

    private static final int BACKLOG = 128;
    private static final long RETRY_NANOS = 10_000_000;

    /** Talks to one client. */
    public interface Session {

        /**
         * Talks to a client that has proved a known key, until either side ends the connection.
         *
         * @param requestCame must be called when the client's first request has come; until then a time limit holds
         * @throws IOException when the client is gone, which needs no report
         */
        void serve(SSLSocket connection, PublicKey key, Runnable requestCame) throws IOException, InterruptedException;
    }

    private final ServerSocket listener;
    private final SSLContext tls;
    private final String name;
    private final Predicate<PublicKey> known;
    private final Session session;
    private final Strangers strangers;

    private KeyedServer(ServerSocket listener, OwnKey self, String name, Predicate<PublicKey> known, Session session,
                        long strangerMillis) throws IOException {
        this.listener = listener;
        this.name = name;
        this.known = known;
        this.session = session;
        this.strangers = new Strangers(strangerMillis);
        this.tls = self.tls(new KeyTrust(known));
    }

    /**
     * Begins to listen.
     *
     * @param name of the server's command, for its threads
     * @param known tells whether a client's key is known
     */
    public static KeyedServer start(InetSocketAddress address, OwnKey self, String name, Predicate<PublicKey> known,
                                    Session session, long strangerMillis) throws IOException {
        ServerSocket listener = new ServerSocket();
        try {
            listener.bind(address, BACKLOG);
        } catch (IOException e) {
            listener.close();
            throw new IOException("cannot listen on " + KnownDaemons.text(address, address.getPort()) + ": "
                + e.getMessage(), e);
        }
        KeyedServer server = new KeyedServer(listener, self, name, known, session, strangerMillis);
        Thread.ofPlatform().daemon().name(name + "-accept").start(server::accept);
        return server;
    }

    /** The port on which the server listens. */
    public int port() {
        return listener.getLocalPort();
    }

    /** The number of connections whose client is not known yet. */
    public int strangers() {
        return strangers.count();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                admit(listener.accept());
            } catch (IOException | OutOfMemoryError e) {
                // The socket is closed, or this process has no file descriptors or threads left. Strangers soon give
                // theirs back.
                LockSupport.parkNanos(RETRY_NANOS);
            }
        }
    }

    private void admit(Socket socket) throws IOException {
        try {
            Strangers.Stranger stranger = strangers.admit(socket, socket.getInetAddress());
            begin(socket, stranger);
        } catch (RejectedExecutionException e) {
            socket.close(); // this server was closed when the connection had just come
        } catch (OutOfMemoryError e) {
            socket.close(); // the system allows no further thread
            throw e;
        }
    }

    private void begin(Socket socket, Strangers.Stranger stranger) {
        try {
            Thread.ofPlatform().daemon().name(name + "-connection").start(() -> serve(socket, stranger));
        } catch (OutOfMemoryError e) {
            stranger.left();
            throw e;
        }
    }

    private void serve(Socket socket, Strangers.Stranger stranger) {
        try (socket) {
            int first = socket.getInputStream().read();
            if (first < 0) {
                return;
            }
            stranger.spoke();
            SSLSocket connection = (SSLSocket) tls.getSocketFactory().createSocket(socket,
                new ByteArrayInputStream(new byte[] {(byte) first}), true);
            connection.setNeedClientAuth(true);
            connection.setEnabledProtocols(new String[] {"TLSv1.3"});
            connection.startHandshake();
            // The trust manager does not see a resumed session, so the key is always looked up here.
            PublicKey key = connection.getSession().getPeerCertificates()[0].getPublicKey();
            if (!known.test(key)) {
                return;
            }
            stranger.recognized();
            KeyedConnection.probeSilentHost(connection);
            session.serve(connection, key, stranger::left);
        } catch (IOException e) {
            return; // a stranger, or the client is gone: neither gets an answer
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            stranger.left();
        }
    }

    /** Stops listening, and ends the connections of strangers. */
    @Override
    public void close() throws IOException {
        listener.close();
        strangers.close();
    }
}
