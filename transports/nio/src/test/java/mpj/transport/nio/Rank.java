package mpj.transport.nio;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import mpj.bindings.Linux;
import mpj.transport.spi.Channel;
import mpj.transport.spi.Job;
import mpj.transport.spi.PacketHandler;
import mpj.transport.spi.TransportException;
import org.junit.jupiter.api.Assertions;

/** A transport in this process, and everything that it has received. One thread drives a whole job of such ranks. */
final class Rank implements PacketHandler, AutoCloseable {
    static final byte[] SECRET = new byte[32];
    /** On a busy machine, the thread that drives the ranks may be without a core for seconds. */
    private static final int TIMEOUT_MILLIS = 60_000;
    private static final int IMPATIENT_MILLIS = 200;
    /** The header of packets that may arrive in pieces. Their envelopes distinguish them. */
    static final long PIECES = 12;

    /** The contents of a packet. */
    record Packet(int source, long envelope, long header, byte[] payload) {
    }

    final int number;
    final NioTransport transport;
    final List<Packet> packets = new ArrayList<>();
    final List<String> losses = new ArrayList<>();
    private boolean closed;

    Rank(int number, int size) {
        this(number, size, settings(null), SECRET, "1.0");
    }

    Rank(int number, int size, NioSettings settings, byte[] secret, String version) {
        this.number = number;
        transport = new NioTransport(new Job(number, size, size, secret), settings, version);
    }

    Rank(int number, int size, StreamFactory streams) {
        this.number = number;
        transport = new NioTransport(new Job(number, size, size, SECRET), settings(null), "1.0", streams);
    }

    static NioSettings settings(String networkInterface) {
        return settings(networkInterface, TIMEOUT_MILLIS);
    }

    static NioSettings encrypted() {
        return new NioSettings(null, 0, 0, 0, 0, TIMEOUT_MILLIS, true, Linux.hasBindings());
    }

    /** A rank whose connection must fail, for a test that waits for the failure. */
    static NioSettings impatient() {
        return settings(null, IMPATIENT_MILLIS);
    }

    private static NioSettings settings(String networkInterface, int timeoutMillis) {
        return new NioSettings(networkInterface, 0, 0, 0, 0, timeoutMillis, false, Linux.hasBindings());
    }

    @Override
    public void packet(int source, long envelope, long header, MemorySegment segment, long offset, long bytes) {
        byte[] payload = segment.asSlice(offset, bytes).toArray(ValueLayout.JAVA_BYTE);
        Packet last = packets.isEmpty() ? null : packets.getLast();
        if (last != null && last.header == PIECES && header == PIECES && last.envelope == envelope) {
            // Adds a further piece to the packet that arrived last.
            byte[] both = Arrays.copyOf(last.payload, last.payload.length + payload.length);
            System.arraycopy(payload, 0, both, last.payload.length, payload.length);
            payload = both;
            packets.removeLast();
        }
        packets.add(new Packet(source, envelope, header, payload));
    }

    @Override
    public void lost(int peer, TransportException cause) {
        losses.add("rank " + peer + ": " + cause.getMessage());
    }

    Channel connect(Rank peer) {
        return transport.connect(peer.number, peer.transport.address());
    }

    /** Sends a packet, and makes progress while there is no room. */
    void send(Rank peer, long envelope, byte[] payload) {
        Channel channel = connect(peer);
        long[] at = {Channel.FULL};
        await(() -> {
            at[0] = channel.reserve(payload.length);
            return at[0] != Channel.FULL;
        }, this, peer);
        MemorySegment.copy(payload, 0, channel.buffer(), ValueLayout.JAVA_BYTE, at[0], payload.length);
        channel.commit(payload.length, envelope, ~envelope);
    }

    /** Lets the ranks make progress until the condition holds. */
    static void await(BooleanSupplier reached, Rank... ranks) {
        long deadline = System.nanoTime() + 60_000_000_000L;
        while (!reached.getAsBoolean()) {
            boolean any = false;
            for (Rank rank : ranks) {
                any |= !rank.closed && rank.transport.progress(rank);
            }
            if (!any) {
                Thread.yield();
            }
            Assertions.assertTrue(System.nanoTime() - deadline < 0, () -> "not reached in time; losses "
                + List.of(ranks).stream().map(rank -> rank.losses).toList());
        }
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            transport.close();
        }
    }
}
