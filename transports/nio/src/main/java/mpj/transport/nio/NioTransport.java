package mpj.transport.nio;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import mpj.transport.spi.Channel;
import mpj.transport.spi.Job;
import mpj.transport.spi.PacketHandler;
import mpj.transport.spi.Peer;
import mpj.transport.spi.PeerTable;
import mpj.transport.spi.Transport;
import mpj.transport.spi.TransportException;

/**
 * Moves packets over TCP. Each pair of ranks that communicate has one connection, which is opened at their first
 * packet. One thread per process sets connections up.
 */
final class NioTransport implements Transport {
    private static final VarHandle POLLS;
    /** How long the end of a job waits for unsent data and for the goodbyes of the peers, in nanoseconds. */
    private static final long LINGER = 2_000_000_000;
    private static final long LINGER_SLEEP = 1_000_000;

    /** Takes packets that nobody wants any more. */
    private static final PacketHandler DISCARDING = new PacketHandler() {
        @Override
        public void packet(int source, long envelope, long header, MemorySegment segment, long offset, long bytes) {
            // Every rank has said that it waits for no packet.
        }

        /** The rest of a packet comes to {@link #packet}: the operation for which it was read has ended. */
        @Override
        public boolean awaits(int source, long envelope, long header) {
            return false;
        }

        @Override
        public void lost(int peer, TransportException cause) {
            // The loss does no harm, because the peer was about to leave.
        }
    };

    static {
        try {
            POLLS = MethodHandles.lookup().findVarHandle(NioTransport.class, "polls", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final int size;
    private final PeerAddress own;
    private final PeerTable<Connection> connections = new PeerTable<>();
    private final UnsentConnections unsent;
    private final Poller poller = new Poller();
    private final Sleeper sleeper;
    private final ConnectionSetup setup;
    /** Changes while a thread waits. */
    private long polls;

    NioTransport(Job job, NioSettings settings, String version) {
        this(job, settings, version, streams(settings));
    }

    NioTransport(Job job, NioSettings settings, String version, StreamFactory streams) {
        size = job.size();
        try {
            sleeper = new Sleeper();
            unsent = new UnsentConnections(sleeper);
            ServerSocketChannel listener = Listener.open(LocalAddress.choose(settings, job), settings, job.rank());
            own = PeerAddress.ofThisHost((InetSocketAddress) listener.getLocalAddress());
            Greeter greeter = new Greeter(job, Form.of(settings.tls()),
                own.socket().getPort(), version, own.host(), streams.certificate());
            setup = new ConnectionSetup(listener, greeter, settings, streams,
                () -> (long) POLLS.getOpaque(this), this::wake);
        } catch (IOException e) {
            throw unopened(e);
        }
        setup.start();
    }

    private static StreamFactory streams(NioSettings settings) {
        try {
            return StreamFactory.of(settings);
        } catch (IOException e) {
            throw unopened(e);
        }
    }

    private static TransportException unopened(IOException e) {
        return new TransportException("transport nio cannot be opened: " + e.getMessage(), e);
    }

    @Override
    public byte[] address() {
        return own.encode();
    }

    @Override
    public boolean reaches(byte[] peer) {
        return own.reaches(PeerAddress.decode(peer));
    }

    @Override
    public boolean introduce(int index, Peer peer, byte[] secret) {
        setup.introduce(index, peer, secret.clone());
        return true;
    }

    @Override
    public Channel connect(int peer, byte[] address) {
        Connection connection = connections.get(peer);
        if (connection == null) {
            connection = connection(peer);
            setup.connect(peer, PeerAddress.decode(address));
        }
        return connection;
    }

    private Connection connection(int peer) {
        Connection connection = new Connection(peer, unsent, poller, peer < size ? null : this::departed);
        connections.put(peer, connection);
        return connection;
    }

    /** Reports the departure of a process of another job, but not at once: see {@link Departures}. */
    private void departed(Connection connection) {
        setup.departed(connection.peer(), connection.host());
    }

    @Override
    public boolean progress(PacketHandler handler) {
        POLLS.setOpaque(this, polls + 1);
        boolean any = setup.hasEvent() && takeEvents(handler);
        any |= poller.poll(handler);
        if (!unsent.isEmpty()) {
            any |= unsent.flush();
        }
        return any;
    }

    /** The end of a connection is read only after everything that the peer has sent. */
    @Override
    public boolean mayBring(int peer) {
        Connection connection = connections.get(peer);
        return connection != null && connection.isOpen() || setup.isMeeting() || setup.hasEvent();
    }

    @Override
    public boolean pending() {
        return !unsent.isEmpty();
    }

    private boolean takeEvents(PacketHandler handler) {
        for (SetupEvent event = setup.nextEvent(); event != null; event = setup.nextEvent()) {
            Connection known = connections.get(event.peer());
            Connection connection = known != null ? known : connection(event.peer());
            switch (event) {
                // Operations with the peer have failed, so the peer must find the connection broken.
                case SetupEvent.Established established when connection.isClosed() -> close(established.stream());
                case SetupEvent.Established established -> {
                    connection.open(established.stream(), established.host());
                    poller.add(connection);
                    sleeper.add(connection);
                    setup.checkSilence(connection, established);
                    sleeper.wake();
                }
                case SetupEvent.Left left -> {
                    poller.drainAll(handler);
                    poller.drain(connection, handler);
                    connection.left(left.cause(), handler);
                }
                case SetupEvent.Failed failed -> {
                    poller.drain(connection, handler);
                    connection.lose(failed.cause(), handler);
                }
            }
        }
        return true;
    }

    private static void close(Stream stream) {
        try {
            stream.close();
        } catch (IOException e) {
            // The stream is not used anyway.
            return;
        }
    }

    @Override
    public void prepareToSleep() {
        sleeper.prepare(unsent);
    }

    @Override
    public void sleep(long nanoseconds) {
        if (!setup.hasEvent()) {
            sleeper.sleep(nanoseconds);
        }
    }

    @Override
    public void wake() {
        sleeper.wake();
    }

    @Override
    public void congested(int peer, boolean congested) {
        connections.get(peer).congested(congested);
    }

    /**
     * Says goodbye to every peer, and waits for a while for the peers' goodbyes. A socket that is closed while it has
     * unread bytes would discard the bytes that are still under way.
     */
    @Override
    public void close() {
        long deadline = System.nanoTime() + LINGER;
        while (!parted() && System.nanoTime() - deadline < 0) {
            if (!progress(DISCARDING)) {
                prepareToSleep();
                sleep(LINGER_SLEEP);
            }
        }
        breakOff();
    }

    /** Closes everything at once. */
    void breakOff() {
        setup.close();
        connections.forEach(Connection::close);
        poller.close();
        sleeper.close();
    }

    /** Whether there is an open connection to a peer. */
    boolean isConnected(int peer) {
        Connection connection = connections.get(peer);
        return connection != null && connection.isOpen();
    }

    private boolean parted() {
        boolean all = true;
        for (Connection connection : connections) {
            all &= connection.part();
        }
        return all;
    }
}
