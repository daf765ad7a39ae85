package tycho.link;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import tycho.registry.Endpoint;

/** Makes the links of a client or a mediator, and has the threads that wait for what they receive. Thread-safe. */
public final class Links implements AutoCloseable {
    /** Some ten MiB of memory: strangers may begin handshakes, and then send nothing more. */
    private static final int HANDSHAKES = 256;
    /** Shorter than a client waits for its handshake, so that the handshakes that are made are still of use. */
    private static final int TURN_MILLIS = 2_000;
    private static final long MOST_WAITING_BYTES = Math.min(64 << 20, Runtime.getRuntime().maxMemory() / 4);

    private final SSLContext context;
    private final Backlog backlog;
    /** The handshakes with those who connect. A first byte comes before each of them. */
    private final Semaphore handshakes;
    /** Started when they are needed. */
    private final Loop[] loops;
    private int next;
    private boolean closed;

    /** @param threads how many threads wait for the links */
    public Links(SSLContext context, int threads) {
        this(context, threads, HANDSHAKES, MOST_WAITING_BYTES);
    }

    /**
     * Makes links with other limits than usual.
     *
     * @param handshakes how many handshakes with those who connect may be under way
     * @param mostBytes  when so many bytes wait on all links together, little is relayed
     */
    Links(SSLContext context, int threads, int handshakes, long mostBytes) {
        this.context = context;
        backlog = new Backlog(mostBytes);
        this.handshakes = new Semaphore(handshakes, true);
        loops = new Loop[threads];
    }

    /** Connects to an endpoint. */
    public Link connect(Endpoint endpoint, int timeoutMillis) throws IOException {
        try {
            checkOpen();
            SocketChannel channel = Tls.connected(endpoint, timeoutMillis);
            try {
                Link link = link(channel, Tls.client(context, endpoint));
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
        try {
            Link link = accept(plain, Tls.firstByte(plain));
            link.sendSignOfLife();
            return link;
        } catch (IOException e) {
            Tls.closeGently(plain);
            throw new IOException(plain.getRemoteSocketAddress() + ": " + Tls.reason(e), e);
        }
    }

    private Link accept(Socket plain, byte[] first) throws IOException {
        try {
            if (!handshakes.tryAcquire(TURN_MILLIS, TimeUnit.MILLISECONDS)) {
                throw new IOException("too many others are connecting as well; connect again");
            }
        } catch (InterruptedException e) {
            throw new InterruptedIOException("interrupted before the TLS handshake");
        }
        try {
            return link(plain.getChannel(), Tls.server(context), first);
        } finally {
            handshakes.release();
        }
    }

    private Link link(SocketChannel channel, SSLEngine engine, byte... first) throws IOException {
        byte[] unread = Tls.handshake(engine, channel.socket(), first);
        synchronized (this) {
            return new Link(channel, engine, unread, loop());
        }
    }

    /** The loops take turns. */
    private Loop loop() throws IOException {
        checkOpen();
        int turn = next;
        next = (next + 1) % loops.length;
        if (loops[turn] == null) {
            loops[turn] = new Loop(backlog);
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
