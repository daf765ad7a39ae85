package mpj.transport.nio;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import mpj.bindings.Linux;
import mpj.transport.spi.Channel;
import mpj.transport.spi.Job;
import mpj.transport.spi.PacketHandler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Packets that wait for the next packet, while their sender makes no progress. */
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HeldPacketsTest {
    private static final long LIMIT = 60_000_000_000L;
    private static final int BYTES = 1000;

    private final List<NioTransport> transports = new ArrayList<>();
    private final List<Long> arrived = new ArrayList<>();
    private Channel channel;
    private long sent;

    @BeforeEach
    void open() {
        NioSettings settings = new NioSettings(null, 0, 0, 0, 0, 2000, false, Linux.hasBindings());
        for (int rank = 0; rank < 2; rank++) {
            transports.add(new NioTransport(new Job(rank, 2, 2, Rank.SECRET), settings, "1.0"));
        }
        channel = transports.get(0).connect(1, transports.get(1).address());
        progressUntil(transports, () -> transports.get(0).isConnected(1) && transports.get(1).isConnected(0));
        progressUntil(transports, () -> !channel.pending());
    }

    @AfterEach
    void close() {
        transports.forEach(NioTransport::breakOff);
    }

    private void progressUntil(List<NioTransport> some, BooleanSupplier reached) {
        PacketHandler handler = (_, envelope, _, _, _, _) -> arrived.add(envelope);
        long deadline = System.nanoTime() + LIMIT;
        while (!reached.getAsBoolean()) {
            some.forEach(transport -> transport.progress(handler));
            assertTrue(System.nanoTime() - deadline < 0, () -> arrived + " have come");
        }
    }

    /** Only the receiver makes progress. */
    private void receive(long packets) {
        progressUntil(transports.subList(1, 2), () -> arrived.size() >= packets);
        for (int i = 0; i < arrived.size(); i++) {
            assertEquals(i, arrived.get(i));
        }
    }

    private void send(boolean beforeMore) {
        long at = channel.reserve(BYTES);
        assertTrue(at != Channel.FULL);
        MemorySegment.copy(MemorySegment.ofArray(new byte[BYTES]), 0, channel.buffer(), at, BYTES);
        if (beforeMore) {
            channel.commitBeforeMore(BYTES, sent++, 0);
        } else {
            channel.commit(BYTES, sent++, 0);
        }
    }

    @Test
    void packetTakesAlongThoseThatWaitForIt() {
        for (int i = 0; i < 5; i++) {
            send(true);
            assertTrue(channel.pending());
        }
        send(false);
        assertFalse(channel.pending());
        receive(6);
    }

    @Test
    void packetBehindThemLeavesAtOnce() {
        send(true);
        send(false);
        send(false);
        assertFalse(channel.pending());
        send(true);
        assertTrue(channel.pending());
        send(false);
        assertFalse(channel.pending());
        receive(5);
    }

    @Test
    void manyDoNotWaitForTheNextOne() {
        for (int i = 0; i < 100; i++) {
            send(true);
        }
        receive(60);
    }

    @Test
    void progressTakesThemAlong() {
        send(true);
        send(true);
        progressUntil(transports.subList(0, 1), () -> !channel.pending());
        receive(2);
    }
}
