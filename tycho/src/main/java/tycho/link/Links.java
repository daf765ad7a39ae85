package tycho.link;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import tycho.registry.Endpoint;

/** Makes the links of a client or a mediator, and has the threads that wait for what they receive. Thread-safe. */
public final class Links implements AutoCloseable {
    /** Shorter than the 5 seconds that a client waits at least, so that the handshakes that are made are of use. */
    private static final int TURN_MILLIS = 3_500;
    private static final long MOST_WAITING_BYTES = Math.min(64 << 20, Runtime.getRuntime().maxMemory() / 4);

    private final SSLContext context;
    private final Backlog backlog;
    private final Turns turns;
    private final Spares spares = new Spares();
    /** Started when they are needed. */
    private final Loop[] loops;
    private int next;
    private boolean closed;

    /** @param threads how many threads wait for the links */
    public Links(SSLContext context, int threads) {
        this(context, threads, new Turns(), MOST_WAITING_BYTES);
    }

    /**
     * Makes links with other limits than usual.
     *
     * @param turns     who of those that connect may begin a handshake
     * @param mostBytes when so many bytes wait on all links together, little is relayed
     */
    Links(SSLContext context, int threads, Turns turns, long mostBytes) {
        this.context = context;
        backlog = new Backlog(mostBytes);
        this.turns = turns;
        loops = new Loop[threads];
    }

    /** Connects to an endpoint. */
    public Link connect(Endpoint endpoint, int timeoutMillis) throws IOException {
        return connect(endpoint, timeoutMillis, Tls.HANDSHAKE_MILLIS);
    }

    /**
     * Connects to an endpoint that may have much to do.
     *
     * @param handshakeMillis how long the handshake may take, which may have to wait for its turn at the other end
     */
    public Link connect(Endpoint endpoint, int timeoutMillis, int handshakeMillis) throws IOException {
        try {
            checkOpen();
            SocketChannel channel = Tls.connected(endpoint, timeoutMillis);
            try {
                SSLEngine engine = Tls.client(context, endpoint);
                byte[] unread = Tls.handshake(engine, channel.socket(), channel.socket().getInputStream(),
                    handshakeMillis, spares);
                Link link = link(channel, engine, unread);
                // The other end refuses a certificate only after the handshake. Sending before that would hide why.
                link.awaitSignOfLife();
                return link;
            } catch (IOException e) {
                channel.close();
                throw e;
            }
        } catch (IOException e) {
            throw new IOException(endpoint + ": " + Tls.reason(e), e);
        }
    }

    /** Makes a link of a socket that a server of {@link Tls#listen} has accepted. */
    public Link accept(Socket plain) throws IOException {
        try (Turns.Turn turn = turns.arrived(plain)) {
            Link link = accept(plain, turn);
            link.sendSignOfLife();
            return link;
        } catch (IOException e) {
            Tls.closeGently(plain);
            throw new IOException(plain.getRemoteSocketAddress() + ": " + Tls.reason(e), e);
        }
    }

    private Link accept(Socket plain, Turns.Turn turn) throws IOException {
        try {
            byte[] first = Tls.firstByte(plain);
            turn.await(TURN_MILLIS);
            InputStream in = turn.input(Tls.arrived(plain.getChannel(), first));
            SSLEngine engine = Tls.server(context);
            byte[] unread = Tls.handshake(engine, plain, in, Tls.HANDSHAKE_MILLIS, spares);
            // A link must not lose its channel behind its back: its owner would never learn of the end.
            turn.complete();
            return link(plain.getChannel(), engine, unread);
        } catch (IOException e) {
            throw turn.reason(e);
        }
    }

    private synchronized Link link(SocketChannel channel, SSLEngine engine, byte[] unread) throws IOException {
        return new Link(channel, engine, unread, loop());
    }

    /** The loops take turns. */
    private Loop loop() throws IOException {
        checkOpen();
        int turn = next;
        next = (next + 1) % loops.length;
        if (loops[turn] == null) {
            loops[turn] = new Loop(backlog, spares);
            loops[turn].start();
        }
        return loops[turn];
    }

    private synchronized void checkOpen() throws IOException {
        if (closed) {
            throw new IOException("this end is closed");
        }
    }

    /** Makes no more links. The threads end when the last link has ended, which its owner closes. */
    @Override
    public synchronized void close() {
        closed = true;
        for (Loop each : loops) {
            if (each != null) {
                each.end();
            }
        }
    }
}
