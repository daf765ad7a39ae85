package mpj.transport.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.lang.foreign.MemorySegment;
import mpj.transport.spi.TransportException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Packets out of the receive queue. Damaged ones end the connection to their sender. */
class IncomingPacketsTest {
    private static final String PEER = "rank 3";
    private static final long AT = 64;

    private final MemorySegment received = MemorySegment.ofArray(new byte[128]);
    private final IncomingPackets packets = new IncomingPackets(8, null);

    private String damage(long number, long bytes) {
        received.set(PacketLayout.LONG, AT + PacketLayout.COUNTS_AT, PacketLayout.counts(number, 0));
        TransportException damage = packets.damage(PEER, received, AT, bytes);
        return damage == null ? null : damage.getMessage();
    }

    @Test
    void theNextPacketIsTakenWhicheverWayTheOnesBeforeItCame() {
        assertNull(damage(0, 0));
        packets.takeSent();
        packets.takeWritten();
        assertNull(damage(2, 40));
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, -PacketLayout.PAYLOAD_AT})
    void packetThatEndsBeforeItsPayloadIsDamaged(long bytes) {
        assertEquals("transport verbs: a packet of rank 3 ends before its payload", damage(0, bytes));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2, 100, -1, Integer.MAX_VALUE, Integer.MIN_VALUE})
    void packetOutOfTurnIsDamaged(int number) {
        packets.takeSent();
        assertEquals("transport verbs: packet " + number + " of rank 3 came instead of packet 1; if the device does not"
            + " keep writes in order, -Dmpj.verbs.rings=0 does without rings", damage(number, 0));
    }
}
