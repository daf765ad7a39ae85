package mpj.transport.libfabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import mpj.transport.spi.PacketHandler;
import mpj.transport.spi.TransportException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Packets that wait for the next packet leave with it in one message. */
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HeldPacketsTest {
    private static final int BYTES = 100;
    /** How far the packets of one message are apart. */
    private static final long STEP = PacketLayout.next(PacketLayout.PAYLOAD_AT + BYTES);

    private Pair pair;
    private final List<Long> arrived = new ArrayList<>();
    /** How many messages brought them. */
    private int messages;
    private long last = -1;
    private long sent;

    @BeforeAll
    static void libfabricIsHere() {
        Installed.assume();
    }

    @BeforeEach
    void connect() {
        pair = new Pair("tcp");
        for (int rank = 0; rank < 2; rank++) {
            pair.send(rank, 0, 8);
        }
        pair.await("packets", () -> pair.collected[0].packets.size() == 1 && pair.collected[1].packets.size() == 1);
        pair.await("end of the sends", () -> !pair.channels[0].pending());
    }

    @AfterEach
    void close() {
        pair.close();
    }

    private final class Arrivals implements PacketHandler {
        @Override
        public void packet(int source, long envelope, long header, MemorySegment segment, long offset, long bytes) {
            assertEquals(BYTES, bytes);
            arrived.add(envelope);
            messages += offset == last + STEP ? 0 : 1;
            last = offset;
        }

        @Override
        public void lost(int peer, TransportException cause) {
            throw new AssertionError(cause);
        }
    }

    /** Only these ranks make progress. */
    private void receive(int packets, int... ranks) {
        Arrivals handler = new Arrivals();
        pair.await(packets + " packets", () -> {
            pair.transports[1].progress(handler);
            return arrived.size() >= packets;
        }, ranks);
        for (int i = 0; i < arrived.size(); i++) {
            assertEquals(i, arrived.get(i));
        }
    }

    private void hold() {
        assertTrue(pair.offerBeforeMore(0, sent++, BYTES));
        assertTrue(pair.channels[0].pending());
    }

    private void send() {
        assertTrue(pair.offer(0, sent++, BYTES));
    }

    @Test
    void packetTakesAlongThoseThatWaitForIt() {
        for (int i = 0; i < 5; i++) {
            hold();
        }
        send();
        receive(6, 0);
        assertEquals(1, messages);
    }

    @Test
    void packetBehindThemLeavesAtOnce() {
        hold();
        send();
        send();
        hold();
        send();
        receive(5, 0);
        assertTrue(messages > 1, "the packets of three messages came in one");
    }

    @Test
    void asManyAsFitABufferLeaveTogether() {
        int many = 300;
        for (int i = 0; i < many; i++) {
            hold();
        }
        send();
        receive(many + 1, 0);
        assertTrue(messages < 10, () -> messages + " messages");
    }

    @Test
    void progressSendsThem() {
        hold();
        hold();
        receive(2, 0);
        assertEquals(1, messages);
        pair.await("end of the sends", () -> !pair.channels[0].pending(), 0);
        assertFalse(pair.transports[0].pending());
    }

    /** A packet of the transport itself may not overtake them: the receiver counts packets. */
    @Test
    void stateLeavesBehindThem() {
        hold();
        pair.transports[0].congested(1, true);
        assertFalse(pair.channels[1].congested());
        receive(1);
        pair.await("state", pair.channels[1]::congested, 0, 1);
        assertEquals(1, arrived.size());
    }
}
