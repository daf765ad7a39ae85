package mpj.transport.libfabric;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import mpj.transport.spi.Transport;

/** Rank 0 of a job of two ranks, and an endpoint that knows the job's secret and sends to rank 0 what it likes. */
final class Forger implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int MOST_PACKETS = 16;
    private static final String PROVIDER = "tcp";

    final Transport victim = Pair.open(0, Pair.SECRET, PROVIDER);
    final Collected collected = new Collected();
    private final Arena arena = Arena.ofShared();
    private final FabricQuery query = new FabricQuery(Libfabric.open());
    private final Endpoint endpoint = new Endpoint(query.choose(Wanted.of(PROVIDER), true), 2 * MOST_PACKETS, arena);
    private final OperationContexts contexts = new OperationContexts(MOST_PACKETS, arena);
    private final DataCalls calls;
    private final CompletionQueue completions;
    private final long destination;
    private int packets;

    Forger() {
        endpoint.enable(PacketLayout.PAYLOAD_AT);
        calls = new DataCalls(endpoint);
        completions = new CompletionQueue(calls, arena);
        destination = endpoint.insert(PeerAddress.decode(victim.address()).name());
    }

    /** The address at which this endpoint can be answered. */
    byte[] address() {
        return new PeerAddress(PROVIDER, false, PeerProcess.current(), endpoint.name()).encode();
    }

    /** A packet with the token of rank 1. */
    static byte[] packet(int sender, int number, long state, byte[] payload) {
        byte[] bytes = new byte[(int) PacketLayout.PAYLOAD_AT + payload.length];
        MemorySegment packet = MemorySegment.ofArray(bytes);
        packet.set(PacketLayout.LONG, PacketLayout.TOKEN_AT, new Tokens(Pair.SECRET).of(1, 0));
        packet.set(PacketLayout.INT, PacketLayout.NUMBER_AT, number);
        packet.set(PacketLayout.INT, PacketLayout.SENDER_AT, sender);
        packet.set(PacketLayout.LONG, PacketLayout.STATE_AT, state);
        System.arraycopy(payload, 0, bytes, (int) PacketLayout.PAYLOAD_AT, payload.length);
        return bytes;
    }

    /** Sends a packet. Rank 0 takes packets in the order in which they were sent. */
    void send(byte[] packet) {
        MemorySegment memory = arena.allocateFrom(ValueLayout.JAVA_BYTE, packet);
        long context = contexts.address(packets++);
        await("room for a packet", () -> calls.send(memory.address(), packet.length, 0, destination, context) == 0);
    }

    /** Makes progress until the condition holds. */
    void await(String what, BooleanSupplier done) {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (!done.getAsBoolean()) {
            completions.read();
            victim.progress(collected);
            if (System.nanoTime() > deadline) {
                throw new AssertionError("no " + what + " within " + LIMIT + "; rank 0 has " + collected.packets
                    + ", lost " + collected.lost);
            }
        }
    }

    @Override
    public void close() {
        victim.close();
        endpoint.close();
        query.close();
        arena.close();
    }
}
