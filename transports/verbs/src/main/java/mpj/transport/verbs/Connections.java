package mpj.transport.verbs;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import mpj.bindings.verbs.ibv_device_attr;
import mpj.transport.spi.Introductions;
import mpj.transport.spi.Job;
import mpj.transport.spi.PacketHandler;
import mpj.transport.spi.Peer;
import mpj.transport.spi.PeerTable;
import mpj.transport.spi.TransportException;

/**
 * The connections to all peers. A connection is made when this rank or the peer first uses it, and is then watched. A
 * request is repeated until there is an answer, and every request is answered, so lost datagrams do no harm.
 */
final class Connections implements AutoCloseable {
    private static final int FIRST_PACKET_BITS = 24;
    private static final long REQUEST_INTERVAL = 100_000_000;
    private static final long PROBE_INTERVAL = 2_000_000_000;
    /** The device looks up the peer's address in the network, and may have too many ways just now. */
    private static final long LONGEST_WITHOUT_WAY = 3_000_000_000L;
    /** A peer answers only from within MPI calls, and may compute for a while. */
    private static final long LONGEST_REQUEST = 120_000_000_000L;

    /** Peers of other jobs get this part of the buffers that are left, each. */
    private static final int PARTS_LEFT = 8;
    /** The completion queue grows for so many peers of other jobs at once. */
    private static final int PEERS_AT_ONCE = 16;

    private final Job job;
    private final Introductions introductions;
    /** The secrets that this job shares with the processes of other jobs, by their indices. */
    private final Map<Integer, byte[]> secrets = new HashMap<>();
    private final int packet;
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
    /** The buffers for packets that no peer may count on. */
    private int buffersLeft;
    private final SplittableRandom random = new SplittableRandom();
    /** Connections to the peers that were sent something or have sent something. */
    private final PeerTable<Connection> byIndex = new PeerTable<>();
    private final List<Connection> all = new ArrayList<>();
    /** The connections with something left to do. */
    private final List<Connection> waiting = new ArrayList<>();
    /** The peers that asked for a connection when the device could make none. */
    private final Set<Integer> refused = new HashSet<>();
    private long lastProbe = System.nanoTime();

    Connections(Job job, Device device, CompletionQueue completions, SetupQueuePair setup, ReceivePool receives,
                int receiveCount, WorkRequests work, SendPool sends, PeerWords words, EagerRings rings) {
        this.job = job;
        introductions = new Introductions(job);
        packet = sends.packet();
        this.device = device;
        this.completions = completions;
        this.setup = setup;
        this.receives = receives;
        this.work = work;
        this.sends = sends;
        this.words = words;
        this.rings = rings;
        Port port = device.port();
        own = new PeerAddress(port.ethernet(), port.mtu(), port.lid(), port.gid(), setup.number(), setup.key());
        credits = credits(receiveCount, job.size());
        buffersLeft = receiveCount - 1 - credits * (job.size() - 1);
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
        return Math.clamp((receiveCount - 1) / Math.max(1, size - 1), 1, SetupMessage.MOST_CREDITS);
    }

    PeerAddress own() {
        return own;
    }

    PeerTable<Connection> byIndex() {
        return byIndex;
    }

    /** Admits a process of another job. */
    void introduce(int index, Peer peer, byte[] secret) {
        if (secrets.size() % PEERS_AT_ONCE == 0) {
            completions.grow(PEERS_AT_ONCE * QueuePair.DEPTH);
        }
        secrets.put(index, secret);
        introductions.add(index, peer);
    }

    private byte[] secret(int index) {
        return introductions.isOfOwnJob(index) ? job.secret() : secrets.get(index);
    }

    /** The secret that this rank shares with a peer, or null if the peer is a stranger. */
    private byte[] secret(Peer peer) {
        int index = introductions.index(peer);
        return index == Introductions.NOT_INTRODUCED ? null : secret(index);
    }

    private int creditsFor(int index) {
        if (introductions.isOfOwnJob(index)) {
            return credits;
        }
        int given = Math.clamp(buffersLeft / PARTS_LEFT, 1, SetupMessage.MOST_CREDITS);
        buffersLeft -= given;
        return given;
    }

    /** The channel to a peer. If there is no connection yet, this begins one. */
    VerbsChannel connect(int peer, PeerAddress address) {
        Connection connection = byIndex.get(peer);
        if (connection == null) {
            connection = create(peer, address);
            ask(connection, System.nanoTime());
        }
        return connection.channel();
    }

    /** If this fails, it keeps nothing of the device, because a peer that is refused asks again. */
    private Connection create(int peer, PeerAddress address) {
        QueuePair queuePair = new QueuePair(device, completions.queue(), receives.queue());
        try {
            PeerWord word = words.next();
            Connection connection = new Connection(peer, introductions.name(peer), packet, address, queuePair,
                random.nextInt(1 << FIRST_PACKET_BITS), creditsFor(peer), work, sends, word, rings, waiting,
                System.nanoTime());
            byIndex.put(peer, connection);
            all.add(connection);
            return connection;
        } catch (RuntimeException | Error e) {
            queuePair.close();
            throw e;
        }
    }

    private void ask(Connection connection, long now) {
        connection.asked(now);
        tell(connection, false);
    }

    /** Sends a peer this rank's part of the set-up. If no way to the peer is found for long, the connection ends. */
    private void tell(Connection connection, boolean reply) {
        PeerWord word = connection.peerWord();
        int peer = connection.peer();
        SetupMessage message = new SetupMessage(reply, introductions.self(peer), introductions.rank(peer), peer, packet,
            own, connection.queuePairNumber(), connection.firstPacket(), word.address(), word.countAddress(),
            word.remoteKey(), rings.address(), connection.creditsGiven(), QueuePair.readsAnswered(device));
        try {
            setup.send(peer, connection.address(), message.encode(secret(peer)));
        } catch (TransportException e) {
            if (System.nanoTime() - connection.begun() > LONGEST_WITHOUT_WAY) {
                connection.end(e);
            }
        }
    }

    /**
     * Takes a datagram. It counts only if it is a message to this rank from a known peer. A peer of another job that
     * was not introduced yet is not known, and asks again. So does a peer for which the device has no queue pair left.
     */
    void take(byte[] datagram) {
        SetupMessage message = SetupMessage.decode(this::secret, datagram);
        if (message == null || message.to() != job.rank()) {
            return;
        }
        int peer = introductions.index(message.from());
        Connection connection = byIndex.get(peer);
        if (connection == null) {
            connection = accept(peer, message.address());
        }
        if (connection == null || connection.ended()) {
            return;
        }
        String damage = message.damage();
        if (damage != null) {
            connection.end(new TransportException("transport verbs: " + connection.name() + ": " + damage));
            return;
        }
        boolean opens;
        try {
            opens = connection.take(message);
        } catch (TransportException e) {
            connection.end(e); // the device finds no way to the peer's queue pair
            return;
        }
        // A word wakes nobody, so a peer that waits for the first packet or word needs a datagram.
        if (!message.reply() || opens) {
            tell(connection, true);
        }
    }

    /** Makes a connection to a peer that asks for one. If the device refuses, the log says so, and null is returned. */
    private Connection accept(int peer, PeerAddress address) {
        try {
            return create(peer, address);
        } catch (TransportException e) {
            if (refused.add(peer)) {
                System.getLogger("mpj.transport.verbs").log(System.Logger.Level.WARNING,
                    introductions.name(peer) + " asks for a connection: " + e.getMessage());
            }
            return null;
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
                    connection.end(new TransportException("transport verbs: " + connection.name()
                        + " does not answer within " + LONGEST_REQUEST / 1_000_000_000 + " s; " + device.portState()));
                } else {
                    ask(connection, now);
                }
            }
        }
        if (now - lastProbe > PROBE_INTERVAL) {
            lastProbe = now;
            for (Connection connection : all) {
                if (!introductions.isOfOwnJob(connection.peer())) {
                    connection.lookAfterDeparture();
                }
                connection.probe();
            }
        }
    }

    /** Ends the connection of a queue pair, or all connections if it is 0. */
    void fail(long queuePair, String text) {
        for (Connection connection : all) {
            if (queuePair == 0 || connection.queuePair().address() == queuePair) {
                connection.end(new TransportException("transport verbs: connection to " + connection.name() + ": "
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
