package mpj.engine.detector;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.UnsupportedAddressTypeException;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import mpj.engine.EngineException;
import mpj.engine.EngineProperties;
import mpj.engine.ErrorClass;
import mpj.runtime.bootstrap.Bootstrap;

/**
 * The detector of one rank: a thread that answers the pings of other ranks, and pings the rank that this one observes,
 * by datagrams (UDP). The thread sleeps between two periods. It needs no progress of the engine, so a rank that
 * computes for a long time answers as well. Thread-safe.
 */
public final class Heartbeats implements AutoCloseable {
    /** Is told what the detector finds out, on the detector's thread. */
    public interface Listener {
        /**
         * A rank of the job is dead.
         *
         * @param how what is known about it, for the texts of errors
         */
        void dead(int rank, String how);

        /**
         * The other ranks take this rank for dead.
         *
         * @param how what is known about it, for the texts of errors
         */
        void cutOff(String how);
    }

    /** No answer confirms a farewell, so it is sent several times. */
    private static final int FAREWELLS = 3;
    private static final long LONGEST_END_MILLIS = 200;

    private final DatagramChannel channel;
    private final Selector selector;
    private final HeartbeatAddress address;
    private final int rank;
    private final int size;
    private final long seconds;
    private final byte[] secret;
    /** The ranks that this rank has lost, and that the detector does not know of yet. */
    private final ConcurrentLinkedQueue<Integer> suspected = new ConcurrentLinkedQueue<>();
    private volatile boolean observes;
    private volatile boolean closed;
    private Thread thread;
    private HeartbeatPeers peers;
    private Listener listener;
    private Signal.Seal seal;

    private Heartbeats(DatagramChannel channel, HeartbeatAddress address, int rank, int size, byte[] secret,
                       long seconds) throws IOException {
        this.channel = channel;
        this.address = address;
        this.rank = rank;
        this.size = size;
        this.secret = secret;
        this.seconds = seconds;
        selector = Selector.open();
        channel.configureBlocking(false).register(selector, SelectionKey.OP_READ);
    }

    /**
     * Opens the detector of a rank, as {@code mpj.detector} says.
     *
     * @return null if the job is to have no detector
     * @throws EngineException when the user asks for a detector, and it cannot be opened
     */
    public static Heartbeats openIfWanted(Bootstrap bootstrap) {
        String wish = EngineProperties.DETECTOR.value();
        boolean on = "on".equals(wish);
        if (!on && (wish != null || bootstrap.reportsLosses()) || bootstrap.processSize() == bootstrap.size()) {
            return null;
        }
        try {
            Heartbeats opened = open(bootstrap.rank(), bootstrap.size(), bootstrap.localSize() == bootstrap.size(),
                bootstrap.hostAddress(), bootstrap.secret(), EngineProperties.DETECTOR_TIMEOUT.value());
            opened.observes = on;
            return opened;
        } catch (IOException e) {
            if (on) {
                throw new EngineException(ErrorClass.ERR_OTHER, "-Dmpj.detector=on: rank " + bootstrap.rank()
                    + " cannot receive datagrams: " + e.getMessage());
            }
            System.getLogger("mpj.engine").log(System.Logger.Level.WARNING, "rank " + bootstrap.rank() + " cannot"
                + " find out which ranks are dead", e);
            return null;
        }
    }

    /**
     * Opens the socket of a rank.
     *
     * @param oneHost whether all ranks of the job are on this host
     * @param hostAddress the address of this host that the launcher knows; empty if it knows none
     * @param secret the secret of the job
     * @param seconds the time without an answer after which a rank is dead
     * @throws IOException when there is no address or no port on which this rank can take datagrams
     */
    public static Heartbeats open(int rank, int size, boolean oneHost, String hostAddress, byte[] secret,
                                  long seconds) throws IOException {
        List<InetAddress> addresses = HeartbeatAddress.ofThisHost(oneHost, hostAddress);
        if (addresses.isEmpty()) {
            throw new IOException("this host has no address by which other hosts could reach it");
        }
        DatagramChannel channel = DatagramChannel.open();
        try {
            channel.bind(addresses.size() == 1 ? new InetSocketAddress(addresses.getFirst(), 0) : null);
            int port = ((InetSocketAddress) channel.getLocalAddress()).getPort();
            return new Heartbeats(channel, HeartbeatAddress.of(addresses, port), rank, size, secret, seconds);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /** Where this rank takes datagrams, in the form in which it publishes this. */
    public byte[] address() {
        return address.encode();
    }

    /**
     * Begins to answer the other ranks. Called once.
     *
     * @param published what each rank has published; null if it has published nothing
     */
    public void start(IntFunction<byte[]> published, Listener told) {
        listener = told;
        peers = new HeartbeatPeers(address.host(), published);
        thread = Thread.ofPlatform().daemon().name("mpj-detector").start(this::run);
    }

    /** From now on, this rank observes another one, and declares it dead when it does not answer. */
    public void observe() {
        observes = true;
        selector.wakeup();
    }

    /** This rank has lost another one of the job. All ranks take it for dead from now on. Any thread may call this. */
    public void suspect(int other) {
        suspected.add(other);
        selector.wakeup();
    }

    private void run() {
        seal = new Signal.Seal(secret);
        FailureDetector detector =
            new FailureDetector(size, rank, TimeUnit.SECONDS.toNanos(seconds), new Links());
        try (channel; selector) {
            serve(detector);
            for (int i = 0; i < FAREWELLS; i++) {
                detector.end();
            }
        } catch (IOException e) {
            System.getLogger("mpj.engine").log(System.Logger.Level.WARNING, "rank " + rank + " no longer answers the"
                + " pings of other ranks, which may take it for dead", e);
        } finally {
            peers.close();
        }
    }

    private void serve(FailureDetector detector) throws IOException {
        long period = TimeUnit.SECONDS.toNanos(seconds) / FailureDetector.PERIODS;
        long next = System.nanoTime();
        while (!closed) {
            takeAll(detector);
            for (Integer lost = suspected.poll(); lost != null; lost = suspected.poll()) {
                detector.suspect(lost);
            }
            long wait = 0; // for ever
            if (observes) {
                long now = System.nanoTime();
                if (now - next >= 0) {
                    detector.observe(now);
                    detector.tick(now);
                    next = now + period;
                }
                wait = Math.max(1, TimeUnit.NANOSECONDS.toMillis(next - now));
            }
            selector.select(wait);
            selector.selectedKeys().clear();
        }
    }

    /** Takes all datagrams that have come. Those of strangers are dropped. */
    private void takeAll(FailureDetector detector) throws IOException {
        ByteBuffer datagram = ByteBuffer.allocate(Signal.BYTES + 1); // a longer datagram is not from this job
        while (channel.receive(datagram.clear()) instanceof InetSocketAddress origin) {
            Signal signal = Signal.of(datagram.flip(), seal, rank, size);
            if (signal != null) {
                peers.heard(signal.from(), origin);
                detector.take(signal.from(), signal.kind(), signal.about(), signal.stamp(), System.nanoTime());
            }
        }
    }

    /** Tells the ranks that observe this one that it ends in good order, and ends. Before the start it just ends. */
    @Override
    public void close() {
        if (thread == null) {
            release();
            return;
        }
        closed = true;
        selector.wakeup();
        try {
            thread.join(LONGEST_END_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void release() {
        try (channel; selector) {
            closed = true;
        } catch (IOException e) {
            System.getLogger("mpj.engine").log(System.Logger.Level.DEBUG, "closing the detector of rank " + rank, e);
        }
    }

    private final class Links implements FailureDetector.Links {
        @Override
        public void send(int to, FailureDetector.Kind kind, int about, long stamp) {
            for (InetSocketAddress each : peers.of(to)) {
                try {
                    channel.send(new Signal(kind, rank, to, about, stamp).datagram(seal), each);
                } catch (IOException | UnsupportedAddressTypeException e) {
                    // A host without IPv6 throws the second exception if another host has published an IPv6 address.
                    System.getLogger("mpj.engine").log(System.Logger.Level.DEBUG, "a datagram for rank " + to, e);
                }
            }
        }

        @Override
        public boolean hasHeardFromHostOf(int other) {
            return peers.hasHeardFromHostOf(other);
        }

        @Override
        public boolean hasHeardFromOtherHosts() {
            return peers.hasHeardFromOtherHosts();
        }

        @Override
        public void dead(int other, boolean silent) {
            listener.dead(other, silent ? "it has not answered the detector's pings for " + seconds + " s"
                : "another rank has lost the connection to it, so no rank goes on with it");
        }

        @Override
        public void cutOff() {
            listener.cutOff("it takes this rank for dead: this rank has not answered the detector's pings for "
                + seconds + " s, or a connection to it is broken");
        }
    }
}
