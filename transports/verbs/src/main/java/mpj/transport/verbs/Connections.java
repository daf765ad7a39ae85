package mpj.transport.verbs;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import mpj.bindings.verbs.ibv_device_attr;
import mpj.transport.spi.Job;
import mpj.transport.spi.PacketHandler;
import mpj.transport.spi.PeerTable;
import mpj.transport.spi.TransportException;

/**
 * The connections to all peers. A connection is made when this rank or the peer first uses it, and is then watched. A
 * request is repeated until there is an answer, and every request is answered, so lost datagrams do no harm.
 */
final class Connections implements AutoCloseable {
    private static final int MOST_CREDITS = 32;
    private static final int FIRST_PACKET_BITS = 24;
    private static final long REQUEST_INTERVAL = 100_000_000;
    private static final long PROBE_INTERVAL = 2_000_000_000;
    /** A peer answers only from within MPI calls, and may compute for a while. */
    private static final long LONGEST_REQUEST = 120_000_000_000L;

    private final int rank;
    private final int size;
    private final Device device;
    private final CompletionQueue completions;
    private final SetupQueuePair setup;
    private final ReceivePool receives;
    private final WorkRequests work;
    private final SendPool sends;
    private final PeerWords words;
    private final EagerRings rings;
    private final PeerAddress own;
    private final int credits;
    private final SplittableRandom random = new SplittableRandom();
    /** Connections to the peers that were sent something or have sent something. */
    private final PeerTable<Connection> byRank = new PeerTable<>();
    private final List<Connection> all = new ArrayList<>();
    /** The connections with something left to do. */
    private final List<Connection> waiting = new ArrayList<>();
    private long lastProbe = System.nanoTime();

    Connections(Job job, Device device, CompletionQueue completions, SetupQueuePair setup, ReceivePool receives,
                int receiveCount, WorkRequests work, SendPool sends, PeerWords words, EagerRings rings) {
        rank = job.rank();
        this.device = device;
        this.completions = completions;
        this.setup = setup;
        this.receives = receives;
        this.work = work;
        this.sends = sends;
        this.words = words;
        this.rings = rings;
        Port port = device.port();
        own = new PeerAddress(port.ethernet(), port.mtu(), port.lid(), port.gid(), setup.number());
        credits = credits(receiveCount, job.size());
        size = job.size();
    }

    /** The number of buffers that the receive queue needs: one for each peer, and one that is being emptied. */
    static int receiveCount(VerbsSettings settings, Device device, int size) {
        return Math.min(Math.max(settings.receives(), size), ibv_device_attr.max_srq_wr(device.attributes()));
    }

    /**
     * The number of packets that each peer may have under way. All peers together never have more than there are
     * buffers.
     */
    static int credits(int receiveCount, int size) {
        return Math.clamp((receiveCount - 1) / Math.max(1, size - 1), 1, MOST_CREDITS);
    }

    PeerAddress own() {
        return own;
    }

    PeerTable<Connection> byRank() {
        return byRank;
    }

    /** The channel to a peer. If there is no connection yet, this begins one. */
    VerbsChannel connect(int peer, PeerAddress address) {
        Connection connection = byRank.get(peer);
        if (connection == null) {
            connection = create(peer, address);
            ask(connection, System.nanoTime());
        }
        return connection.channel();
    }

    private Connection create(int peer, PeerAddress address) {
        Connection connection = new Connection(peer, address,
            new QueuePair(device, completions.queue(), receives.queue()), random.nextInt(1 << FIRST_PACKET_BITS),
            credits, work, sends, words.next(), rings, waiting, System.nanoTime());
        byRank.put(peer, connection);
        all.add(connection);
        return connection;
    }

    private void ask(Connection connection, long now) {
        connection.asked(now);
        tell(connection, false);
    }

    private void tell(Connection connection, boolean reply) {
        PeerWord word = connection.peerWord();
        setup.send(connection.address(), new SetupMessage(reply, rank, connection.peer(), own,
            connection.queuePair().number(), connection.firstPacket(), word.address(), word.countAddress(),
            word.remoteKey(),
            rings.address(), connection.creditsGiven(), QueuePair.readsAnswered(device)));
    }

    /** Takes a peer's message; null is a datagram of a stranger. */
    void take(SetupMessage message) {
        if (message == null || !message.isFor(rank, size)) {
            return;
        }
        Connection connection = byRank.get(message.from());
        if (connection == null) {
            connection = create(message.from(), message.address());
        }
        if (connection.ended()) {
            return;
        }
        boolean opens = connection.take(message);
        // A word wakes nobody, so a peer that waits for the first packet or word needs a datagram.
        if (!message.reply() || opens) {
            tell(connection, true);
        }
    }

    boolean areWaiting() {
        return !waiting.isEmpty();
    }

    /** Continues with what is left to do, and reports the connections that have ended. */
    void settle(PeerMemory reads, PacketHandler handler) {
        for (int i = waiting.size() - 1; i >= 0; i--) {
            Connection connection = waiting.get(i);
            if (connection.settle()) {
                waiting.remove(i);
                TransportException end = connection.takeEnd();
                if (connection.ended()) {
                    connection.leaveRing(handler);
                    reads.lost(connection, handler);
                }
                if (end != null) {
                    handler.lost(connection.peer(), end);
                }
            }
        }
    }

    /** Asks again the peers that did not answer. Every few seconds, checks whether the others are still there. */
    void look() {
        long now = System.nanoTime();
        for (int i = 0; i < waiting.size(); i++) {
            Connection connection = waiting.get(i);
            if (connection.asks() && now - connection.lastAsked() > REQUEST_INTERVAL) {
                if (now - connection.begun() > LONGEST_REQUEST) {
                    connection.end(new TransportException("transport verbs: rank " + connection.peer()
                        + " does not answer within " + LONGEST_REQUEST / 1_000_000_000 + " s; " + device.portState()));
                } else {
                    ask(connection, now);
                }
            }
        }
        if (now - lastProbe > PROBE_INTERVAL) {
            lastProbe = now;
            all.forEach(Connection::probe);
        }
    }

    /** Ends the connection of a queue pair, or all connections if it is 0. */
    void fail(long queuePair, String text) {
        for (Connection connection : all) {
            if (queuePair == 0 || connection.queuePair().address() == queuePair) {
                connection.end(new TransportException("transport verbs: connection to rank " + connection.peer() + ": "
                    + text + "; " + device.portState()));
            }
        }
    }

    /** Says goodbye to all peers. Returns true when all of them know. */
    boolean goodbye() {
        boolean known = true;
        for (Connection connection : all) {
            known &= connection.goodbye();
        }
        return known;
    }

    /**
     * Whether everything that was sent before the first call has arrived in the peers' memory, or can no longer arrive.
     */
    boolean arrived() {
        boolean arrived = true;
        for (Connection connection : all) {
            arrived &= connection.arrived();
        }
        return arrived;
    }

    @Override
    public void close() {
        all.forEach(connection -> connection.queuePair().close());
    }
}
