package mpj.engine.packet;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import mpj.engine.EagerLimit;
import mpj.runtime.bootstrap.Bootstrap;
import mpj.runtime.bootstrap.LossListener;
import mpj.runtime.waits.WaitSource;
import mpj.transport.spi.Channel;
import mpj.transport.spi.Job;
import mpj.transport.spi.PacketHandler;
import mpj.transport.spi.Reach;
import mpj.transport.spi.RemoteMemory;
import mpj.transport.spi.Transport;
import mpj.transport.spi.TransportException;
import mpj.transport.spi.TransportProvider;

/**
 * Engines in one thread, with channels between them. A channel holds as many packets as the test says, and moves them
 * when the test lets an engine make progress. So a test can write down every interleaving of two ranks.
 */
final class MemoryNetwork {
    static final int PACKET = 64;

    private record Packet(int source, long envelope, long header, byte[] payload) {
    }

    private final int capacity;
    private final List<ArrayDeque<Packet>> inboxes = new ArrayList<>();
    private final boolean[][] congested;
    private final Map<String, byte[]> published = new HashMap<>();
    private final List<PacketEngine> engines = new ArrayList<>();
    /** By rank, what takes its packets, as far as its transport has been polled. */
    private final Map<Integer, PacketHandler> handlers = new HashMap<>();
    /** By rank, the losses that its transport reports when no packets wait for the rank any more. */
    private final List<TreeSet<Integer>> losses = new ArrayList<>();
    private final Map<Integer, LossListener> listeners = new HashMap<>();
    private boolean delaying;
    private boolean unsure;
    private final Set<Integer> broken = new HashSet<>();
    private final Set<Integer> ended = new HashSet<>();
    private final Set<Integer> obstructed = new HashSet<>();
    private final BlockingQueue<String> reports = new LinkedBlockingQueue<>();
    private final MemoryReads reads;
    private final boolean telling;
    private int connections;
    private long moved;
    private boolean held;
    private boolean asking;
    private int cut;

    /** @param capacity packets that a rank's inbox holds before it is full */
    MemoryNetwork(int ranks, int capacity, long eagerLimit) {
        this(ranks, capacity, eagerLimit, null);
    }

    /** @param reads lets ranks read each other's memory; or null */
    MemoryNetwork(int ranks, int capacity, long eagerLimit, MemoryReads reads) {
        this(ranks, capacity, eagerLimit, reads, false);
    }

    /** @param telling whether the launcher promises to tell of every loss */
    MemoryNetwork(int ranks, int capacity, long eagerLimit, MemoryReads reads, boolean telling) {
        this.reads = reads;
        this.telling = telling;
        this.capacity = capacity;
        this.congested = new boolean[ranks][ranks];
        for (int rank = 0; rank < ranks; rank++) {
            inboxes.add(new ArrayDeque<>());
            losses.add(new TreeSet<>());
        }
        for (int rank = 0; rank < ranks; rank++) {
            engines.add(new PacketEngine(new Told(rank, ranks), TransportChoice.of(List.of(new Provider()), false),
                new EagerLimit(eagerLimit)));
        }
    }

    PacketEngine engine(int rank) {
        return engines.get(rank);
    }

    /** Registers a handler of the test's own for a kind of packet that comes to a rank. */
    void handle(int rank, int kind, KindHandler handler) {
        engine(rank).progress(); // its transport then knows what takes its packets
        ((PacketIntake) handlers.get(rank)).handle(kind, handler);
    }

    /** A count that grows whenever a packet is sent, a packet is received, or a loss is reported. */
    long moved() {
        return moved;
    }

    /** How many packets wait for a rank. */
    int waiting(int rank) {
        return inboxes.get(rank).size();
    }

    /** How many channels were opened. */
    int connections() {
        return connections;
    }

    /** Makes a rank's transport report another rank as lost, after the packets that wait. */
    void lose(int observer, int rank) {
        losses.get(observer).add(rank);
    }

    /** What ranks have told the launcher of other ranks that they have lost; a rank tells it on another thread. */
    BlockingQueue<String> reports() {
        return reports;
    }

    /** Makes a rank's transport fail from now on. */
    void breakDown(int rank) {
        broken.add(rank);
    }

    /** Makes a rank's transport work again. */
    void repair(int rank) {
        broken.remove(rank);
    }

    /** No channel to this rank can be opened from now on. */
    void end(int rank) {
        ended.add(rank);
    }

    /** No channel to this rank can be opened, for a reason that may pass. */
    void obstruct(int rank) {
        obstructed.add(rank);
    }

    /** Channels to this rank can be opened again. */
    void reach(int rank) {
        obstructed.remove(rank);
    }

    /** Makes the launcher tell a rank that another rank has died. */
    void tellDeath(int observer, int rank) {
        listeners.get(observer).lost(rank, "host nowhere: killed by signal 9", false);
    }

    /** Makes the launcher tell a rank that another rank has ended with exit code 0. */
    void tellLeft(int observer, int rank) {
        listeners.get(observer).lost(rank, "host nowhere: has left", true);
    }

    /** Makes the launcher tell a rank that a rank of another job is lost. */
    void tellElsewhere(int observer, long job, int rank, String how) {
        listeners.get(observer).lostElsewhere(job, rank, how, false);
    }

    /** Sets whether transports cannot tell if packets are on their way. */
    void unsure(boolean value) {
        unsure = value;
    }

    /** Sets whether packets are on their way that no poll finds. */
    void delay(boolean value) {
        delaying = value;
    }

    /** Tells a sender whether a receiver is congested, as their transport would. */
    void congest(int receiver, int sender, boolean value) {
        congested[receiver][sender] = value;
    }

    /** Sets whether channels say that packets which they have taken have not left yet. */
    void hold(boolean value) {
        held = value;
    }

    /**
     * Sets whether a rank is first asked only for the destination of a packet, and gets the packet at its next poll.
     */
    void ask(boolean value) {
        asking = value;
    }

    /** Sets how many bytes are missing from a packet that goes straight to its destination. */
    void cut(int bytes) {
        cut = bytes;
    }

    /** Gives a rank a packet that names another rank as its source. */
    void inject(int to, int source, long envelope, long header, byte[] payload) {
        inboxes.get(to).add(new Packet(source, envelope, header, payload));
    }

    /** Loses the packets that wait for a rank. */
    void drop(int rank) {
        inboxes.get(rank).clear();
    }

    boolean isCongested(int receiver, int sender) {
        return congested[receiver][sender];
    }

    private final class Told implements Bootstrap {
        private final int rank;
        private final int size;

        Told(int rank, int size) {
            this.rank = rank;
            this.size = size;
        }

        @Override
        public int rank() {
            return rank;
        }

        @Override
        public int size() {
            return size;
        }

        @Override
        public int localSize() {
            return size;
        }

        @Override
        public byte[] secret() {
            return new byte[32];
        }

        @Override
        public void put(String key, byte[] value) {
            published.put(rank + key, value);
        }

        @Override
        public byte[] get(int from, String key) {
            return published.get(from + key);
        }

        @Override
        public void fence() {
        }

        @Override
        public boolean listen(LossListener listener, WaitSource waits) {
            listeners.put(rank, listener);
            return telling;
        }

        @Override
        public boolean reportsLosses() {
            return telling;
        }

        @Override
        public void unreachable(int lost, String how) {
            reports.add("rank " + rank + " has lost rank " + lost + ": " + how);
        }

        @Override
        public void abort(int code, String message) {
            throw new AssertionError("abort " + code);
        }

        @Override
        public void close() {
        }
    }

    private final class Provider implements TransportProvider {
        @Override
        public String name() {
            return "memory";
        }

        @Override
        public Reach reach() {
            return Reach.HOST;
        }

        @Override
        public Transport open(Job job, String argument) {
            return new End(job.rank());
        }
    }

    private final class End implements Transport {
        private final int rank;
        /** The packet that the engine was asked about last, and the engine's answer. */
        private Packet asked;
        private MemorySegment destination;

        End(int rank) {
            this.rank = rank;
        }

        @Override
        public byte[] address() {
            return new byte[0];
        }

        @Override
        public boolean reaches(byte[] address) {
            return true;
        }

        @Override
        public Channel connect(int peer, byte[] address) {
            if (ended.contains(peer)) {
                throw new TransportException("rank " + peer + " has ended");
            }
            if (obstructed.contains(peer)) {
                throw TransportException.passing("no descriptor is left", null);
            }
            connections++;
            return new Way(rank, peer);
        }

        @Override
        public boolean progress(PacketHandler handler) {
            handlers.put(rank, handler);
            if (broken.contains(rank)) {
                throw new TransportException("the device is broken");
            }
            Packet packet = delaying ? null : inboxes.get(rank).peek();
            if (packet == null) {
                return reads != null && reads.progress(rank, handler) || reportLoss(handler);
            }
            int length = packet.payload.length;
            if (asking && packet != asked) {
                asked = packet;
                moved++;
                destination = handler.destination(packet.source, packet.envelope, packet.header, length);
                return true;
            }
            inboxes.get(rank).remove();
            moved++;
            if (packet == asked && destination != null
                && handler.awaits(packet.source, packet.envelope, packet.header)) {
                MemorySegment.copy(MemorySegment.ofArray(packet.payload), 0, destination, 0, length);
                handler.arrived(packet.source, packet.envelope, packet.header, length - cut);
                return true;
            }
            handler.packet(packet.source, packet.envelope, packet.header, MemorySegment.ofArray(packet.payload), 0,
                packet.payload.length);
            return true;
        }

        @Override
        public boolean mayBring(int peer) {
            return delaying || unsure;
        }

        private boolean reportLoss(PacketHandler handler) {
            Integer lost = losses.get(rank).pollFirst();
            if (lost == null) {
                return false;
            }
            moved++;
            handler.lost(lost, new TransportException("host nowhere: connection reset"));
            return true;
        }

        @Override
        public RemoteMemory remoteMemory() {
            return reads == null ? null : reads.of(rank);
        }

        @Override
        public void prepareToSleep() {
        }

        @Override
        public void sleep(long nanoseconds) {
        }

        @Override
        public void wake() {
        }

        @Override
        public void congested(int peer, boolean value) {
            congest(rank, peer, value);
        }

        @Override
        public void close() {
        }
    }

    private final class Way implements Channel {
        private final int from;
        private final int to;
        private final MemorySegment room = Arena.ofAuto().allocate(PACKET, 8);

        Way(int from, int to) {
            this.from = from;
            this.to = to;
        }

        @Override
        public long maximumPayload() {
            return PACKET;
        }

        @Override
        public long fragment(long bytes) {
            return PACKET;
        }

        @Override
        public long reserve(long bytes) {
            return inboxes.get(to).size() < capacity ? 0 : FULL;
        }

        @Override
        public MemorySegment buffer() {
            return room;
        }

        @Override
        public void commit(long bytes, long envelope, long header) {
            moved++;
            inboxes.get(to).add(new Packet(from, envelope, header,
                room.asSlice(0, bytes).toArray(ValueLayout.JAVA_BYTE)));
        }

        @Override
        public boolean congested() {
            return congested[to][from];
        }

        @Override
        public boolean pending() {
            return held;
        }
    }
}
