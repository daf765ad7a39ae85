package mpj.transport.nio;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import mpj.bindings.ThisHost;
import mpj.transport.spi.Peer;
import mpj.transport.spi.TransportException;

/**
 * Opens and accepts connections, on a thread of its own. A handshake therefore does not wait while the rank computes,
 * and a thread that does nothing else drops strangers. This thread makes all decisions, one at a time.
 *
 * <p>When two processes connect to each other at once, the connection of the first process stays. {@link
 * Peer#compareTo} says which is the first; within a job it is the lower rank. The first process declines the other's
 * connection as long as its own is under way. The second process accepts, and gives up its own connection. So only the
 * accepting end makes each decision, and both ends learn of it in the handshake.
 */
final class ConnectionSetup implements Runnable {
    private static final System.Logger.Level LEVEL = System.Logger.Level.WARNING;
    private static final int ACCEPTS_AT_ONCE = 64;
    /**
     * A failed accept is tried again after this time. The process may be out of file descriptors, and strangers give
     * theirs back in time.
     */
    private static final long ACCEPT_PAUSE = 10_000_000;
    private static final long JOIN_MILLIS = 1_000;
    /**
     * A departure is reported when no connection is being set up, because the events of such connections come first. In
     * nanoseconds; strangers, of whom always one may be here, do not delay it for longer.
     */
    private static final long LONGEST_MEETING = 2_000_000_000;

    private final ServerSocketChannel listener;
    private final Greeter greeter;
    private final NioSettings settings;
    private final SocketSettings options;
    private final StreamFactory streams;
    private final Selector selector;
    private final SilenceCheck silence;
    private final Runnable wake;
    private final Thread thread;

    private final Queue<Runnable> requests = new ConcurrentLinkedQueue<>();
    private final Queue<SetupEvent> events = new ConcurrentLinkedQueue<>();
    private final Attempts attempts = new Attempts();
    /** The indices of the peers that are connected. */
    private final Set<Integer> connected = new HashSet<>();
    private final Strangers strangers;
    private final StrangerLimit limit;
    private final Departures departures = new Departures();
    /** Made by the thread of this class, because a process's first hash takes long. */
    private KnownPeers peers;
    private volatile boolean closed;
    /** Why this thread has ended, so that nobody answers requests any more; null as long as it runs. */
    private volatile String broken;
    /** Whether a connection is being set up, or may have been set up although its event is not queued yet. */
    private volatile boolean meeting;

    /**
     * @param polls a number that changes while this process waits in MPI
     * @param wake called when there is an event
     */
    ConnectionSetup(ServerSocketChannel listener, Greeter greeter, NioSettings settings, StreamFactory streams,
                    LongSupplier polls, Runnable wake) throws IOException {
        this.listener = listener;
        this.greeter = greeter;
        this.settings = settings;
        this.streams = streams;
        this.wake = wake;
        options = new SocketSettings(settings);
        long timeout = settings.timeoutMillis() * 1_000_000L;
        strangers = new Strangers(ConnectionSetup::warn, timeout);
        limit = new StrangerLimit(greeter.job().localSize(), ThisHost.cores(), timeout);
        selector = Selector.open();
        listener.register(selector, SelectionKey.OP_ACCEPT, listener);
        silence = new SilenceCheck(selector, settings.timeoutMillis(), polls, this::fail);
        thread = Thread.ofPlatform().daemon().name("mpj-nio-setup").unstarted(this);
    }

    void start() {
        thread.start();
    }

    // ------------------------------------------------------------------------------- called by the engine's threads

    /** Admits a process of another job from now on. */
    void introduce(int index, Peer peer, byte[] secret) {
        request(() -> peers.introduce(index, peer, secret));
    }

    /** Asks for a connection to a peer. Success and failure are both reported as an event. */
    void connect(int peer, PeerAddress address) {
        request(() -> {
            if (!connected.contains(peer)) {
                long now = System.nanoTime();
                attempts.add(new Attempt(peer, address.toString(), address.socket(), now,
                    settings.timeoutMillis() * 1_000_000L));
            }
        });
        if (broken != null) {
            fail(peer, broken);
        }
    }

    /** Begins to check whether a peer is silent. */
    void checkSilence(Connection connection, SetupEvent.Established established) {
        request(() -> {
            try {
                InetSocketAddress remote = (InetSocketAddress) connection.stream().channel().getRemoteAddress();
                silence.add(connection, established.host(), new InetSocketAddress(remote.getAddress(),
                    established.port()));
            } catch (IOException e) {
                // The connection is closed already; the next read reports that.
                return;
            }
        });
    }

    /** Reports after a while that a process of another job has left MPI. */
    void departed(int peer, String host) {
        request(() -> departures.add(peer, host, System.nanoTime()));
    }

    private void request(Runnable request) {
        requests.add(request);
        selector.wakeup();
    }

    /** Whether there is an event. */
    boolean hasEvent() {
        return !events.isEmpty();
    }

    /**
     * Whether any connection is being set up. When this turns false, the event of every connection that was being set
     * up is in the queue.
     */
    boolean isMeeting() {
        return meeting;
    }

    /** The next event, or null. */
    SetupEvent nextEvent() {
        return events.poll();
    }

    void close() {
        closed = true;
        selector.wakeup();
        try {
            thread.join(JOIN_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    // ---------------------------------------------------------------------------------------------- this thread

    @Override
    public void run() {
        peers = new KnownPeers(greeter.job());
        try (listener; selector) {
            while (!closed) {
                // What had arrived before this moment is handled before any time limit is found exceeded, however slow
                // this process is.
                long looked = System.nanoTime();
                long wait = Math.max(1, (nextDeadline() - looked) / 1_000_000);
                selector.select(this::ready, wait);
                handleRequests();
                long now = System.nanoTime();
                limit.waited(wait * 1_000_000, now - looked);
                strangers.expire(looked, limit.nanoseconds());
                attempts.expire(looked, attempt -> fail(attempt.peer(), attempt.name() + ": " + attempt.problem()
                    + " within " + attempt.seconds() + " s; is there a way to it? (-Dmpj.nio.interface "
                    + "chooses the network, -Dmpj.nio.timeout the limit)"));
                attempts.dialable(now).forEach(this::dial);
                silence.look(now);
                meeting = !strangers.isEmpty() || !attempts.isEmpty();
                report(departures.next(meeting ? now - LONGEST_MEETING : now));
            }
        } catch (IOException | RuntimeException | Error e) {
            broken = "no connection can be set up: " + e;
            warn(broken);
            try {
                handleRequests(); // they may have come before anybody could see that this thread ends
            } finally {
                attempts.peers().forEach(peer -> fail(peer, broken));
            }
        } finally {
            strangers.close();
            attempts.close();
        }
    }

    private void handleRequests() {
        for (Runnable request = requests.poll(); request != null; request = requests.poll()) {
            request.run();
        }
    }

    private static void warn(String warning) {
        System.getLogger("mpj.transport.nio").log(LEVEL, warning);
    }

    private long nextDeadline() {
        boolean busy = !strangers.isEmpty() || !attempts.isEmpty();
        return busy ? System.nanoTime() + 10_000_000 : departures.nextDue(silence.nextTick());
    }

    private void ready(SelectionKey key) {
        try {
            switch (key.attachment()) {
                case Dial dial -> step(dial, key);
                case Admission admission -> step(admission, key);
                case SilenceCheck.Checked checked -> step(checked, key);
                default -> accept();
            }
        } catch (CancelledKeyException e) {
            // An earlier key of the same round has closed it.
            return;
        }
    }

    private static void step(SilenceCheck.Checked checked, SelectionKey key) {
        try {
            checked.step();
        } catch (IOException e) {
            key.cancel();
            checked.failed(e.getMessage());
        }
    }

    private void accept() {
        try {
            for (int i = 0; i < ACCEPTS_AT_ONCE; i++) {
                SocketChannel channel = listener.accept();
                if (channel == null) {
                    return;
                }
                meeting = true;
                options.beforeConnecting(channel);
                long now = System.nanoTime();
                Admission admission = new Admission(channel, greeter, peers, this::judge, now);
                channel.register(selector, SelectionKey.OP_READ, admission);
                strangers.add(admission, now);
            }
        } catch (IOException e) {
            LockSupport.parkNanos(ACCEPT_PAUSE);
        }
    }

    /** Decides whether to use this connection from a peer that has proved itself. */
    private Verdict judge(KnownPeers.Known known, Greeting peer) {
        if (connected.contains(known.index())) {
            return Verdict.CONNECTED_ALREADY;
        }
        Verdict objection = greeter.objection(peer);
        if (objection != null) {
            return objection;
        }
        return known.self().compareTo(known.peer()) < 0 && attempts.isDialing(known.index())
            ? Verdict.MINE_STAYS : Verdict.ACCEPTED;
    }

    private void step(Admission admission, SelectionKey key) {
        try {
            Handshake.Result result = admission.step();
            if (result != null) {
                strangers.remove(admission);
                key.cancel();
                finish(admission, result);
            }
        } catch (ProtocolException e) {
            strangers.drop(admission, e.getMessage());
        } catch (IOException e) {
            strangers.left(admission);
        }
    }

    private void dial(Attempt attempt) {
        SocketChannel channel;
        try {
            channel = SocketChannel.open();
        } catch (IOException e) {
            // The reason is in this process, and may pass.
            attempt.dialing(null, System.nanoTime());
            attempt.dropped("this process cannot open a socket (" + e.getMessage() + "; ulimit -n says how many files"
                + " and sockets it may have)", System.nanoTime());
            return;
        }
        try {
            options.beforeConnecting(channel);
            Dial dial = new Dial(channel, peers.of(attempt.peer()), greeter);
            attempt.dialing(dial, System.nanoTime());
            channel.register(selector, SelectionKey.OP_CONNECT, dial);
            if (channel.connect(attempt.socket())) {
                step(dial, channel.keyFor(selector));
            }
        } catch (IOException e) {
            refused(attempt, e);
        }
    }

    private void step(Dial dial, SelectionKey key) {
        Attempt attempt = attempts.of(dial);
        if (attempt == null) {
            key.cancel();
            return;
        }
        boolean connecting = key.interestOps() == SelectionKey.OP_CONNECT;
        try {
            Handshake.Result result = dial.step();
            if (result != null) {
                key.cancel();
                finish(dial, result);
            } else if (dial.channel().isConnected()) {
                attempt.answered();
                key.interestOps(SelectionKey.OP_READ);
            }
        } catch (IOException e) {
            if (connecting) {
                refused(attempt, e);
            } else {
                Attempts.close(dial);
                attempt.dropped(e.getMessage(), System.nanoTime());
            }
        }
    }

    /** Gives up the attempt: nobody listens there, or there is no route, and trying again would not help. */
    private void refused(Attempt attempt, IOException e) {
        attempts.remove(attempt.peer());
        fail(attempt.peer(), attempt.name() + ": " + e.getMessage());
    }

    private void finish(Handshake handshake, Handshake.Result result) throws IOException {
        switch (result) {
            case Handshake.Established established -> established(handshake, established);
            case Handshake.Declined declined -> declined(handshake, declined);
        }
    }

    /** The peer takes this connection for the one that both use, so without it the peer is lost. */
    private void established(Handshake handshake, Handshake.Established established) throws IOException {
        Greeting peer = established.peer();
        int index = established.known().index();
        attempts.removeAllBut(handshake, index);
        connected.add(index);
        strangers.came(handshake.channel());
        try {
            options.onceConnected(handshake.channel());
            report(new SetupEvent.Established(index, peer.host(), peer.port(),
                streams.open(handshake.channel(), established)));
        } catch (IOException | RuntimeException e) {
            fail(index, "host " + peer.host() + ": the connection cannot be used: " + e.getMessage());
            handshake.channel().close();
        }
    }

    private void declined(Handshake handshake, Handshake.Declined declined) throws IOException {
        handshake.channel().close();
        Greeting peer = declined.peer();
        if (declined.verdict() == Verdict.OTHER_VERSION || declined.verdict() == Verdict.OTHER_FORM) {
            attempts.remove(declined.known().index());
            fail(declined.known().index(), "host " + peer.host() + ": " + greeter.explain(declined.verdict(), peer));
        } else {
            attempts.leaveToPeer(handshake);
        }
    }

    private void fail(int peer, String reason) {
        report(new SetupEvent.Failed(peer, new TransportException(reason)));
    }

    private void report(SetupEvent event) {
        if (event != null) {
            events.add(event);
            wake.run();
        }
    }
}
