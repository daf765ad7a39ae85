package mpj.transport.libfabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import mpj.transport.spi.TransportException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The transport checks the contents of a peer's packets before it uses them. */
class DamagedPacketsTest {
    private static final long TOKEN = 5;
    private static final long PACKET = 256;

    private final Arena arena = Arena.ofAuto();
    private final Collected collected = new Collected();

    @BeforeAll
    static void libfabricIsHere() {
        Installed.assume();
    }

    private MemorySegment packet(int number, long state) {
        MemorySegment packet = arena.allocate(PACKET, Long.BYTES);
        packet.set(PacketLayout.INT, PacketLayout.NUMBER_AT, number);
        packet.set(PacketLayout.LONG, PacketLayout.STATE_AT, state);
        return packet;
    }

    /** The connection from rank 1, from which rank 0 has taken no packet yet. */
    private static Connection untouched(Pair pair) {
        return (Connection) pair.channels[0];
    }

    private void take(Connection connection, MemorySegment packet, long length) {
        connection.incoming().take(connection, packet, 0, length, collected);
    }

    /** Each packet that is kept takes memory. */
    @Test
    void packetThatSaysThatItIsFarAheadOrBehindIsNotKept() {
        EarlyPackets early = new EarlyPackets(PACKET, arena);
        IncomingChannel channel = new IncomingChannel(1, TOKEN, early, null);
        for (int number : new int[] {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, 1 << 20}) {
            channel.take(null, packet(number, PacketLayout.DATA), 0, PACKET, collected);
            assertEquals(EarlyPackets.NONE, early.find(number), "packet " + number);
        }
        for (int i = 0; i < 2; i++) {
            channel.take(null, packet(7, PacketLayout.DATA), 0, PACKET, collected);
            assertNotEquals(EarlyPackets.NONE, early.find(7));
        }
        early.remove(early.find(7));
        assertEquals(EarlyPackets.NONE, early.find(7), "it was kept twice");
        assertEquals(List.of(), collected.packets);
    }

    @Test
    void payloadThatIsAnnouncedInTooFewBytesEndsTheConnection() {
        try (Pair pair = new Pair("tcp")) {
            Connection connection = untouched(pair);
            take(connection, packet(0, PacketLayout.DATA_TAGGED), PacketLayout.PAYLOAD_AT + Long.BYTES - 1);
            assertNotNull(connection.end());
            assertTrue(connection.end().getMessage().contains("rank 1 announced a payload in 47 bytes"),
                connection.end()::getMessage);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, 1, TaggedPayloads.LEAST - 1, TaggedPayloads.MOST + 1, Long.MAX_VALUE, Long.MIN_VALUE})
    void payloadOfAnImpossibleSizeEndsTheConnection(long bytes) {
        try (Pair pair = new Pair("tcp")) {
            Connection connection = untouched(pair);
            MemorySegment packet = packet(0, PacketLayout.DATA_TAGGED);
            packet.set(PacketLayout.LONG, PacketLayout.PAYLOAD_AT, bytes);
            take(connection, packet, PacketLayout.PAYLOAD_AT + Long.BYTES);
            assertNotNull(connection.end());
            assertTrue(connection.end().getMessage().contains("announced a payload of " + bytes + " bytes"),
                connection.end()::getMessage);
            // The packets that follow arrive in order, and are not held up.
            take(connection, packet(1, PacketLayout.DATA), PacketLayout.PAYLOAD_AT);
            assertEquals(1, collected.packets.size());
        }
    }

    /** The provider has no function for receiving a payload. */
    @Test
    void payloadOverAProviderWithoutTaggedMessagesEndsTheConnection() {
        try (Pair pair = new Pair("sockets")) {
            Connection connection = untouched(pair);
            MemorySegment packet = packet(0, PacketLayout.DATA_TAGGED);
            packet.set(PacketLayout.LONG, PacketLayout.PAYLOAD_AT, TaggedPayloads.LEAST);
            take(connection, packet, PacketLayout.PAYLOAD_AT + Long.BYTES);
            assertNotNull(connection.end());
            assertTrue(connection.end().getMessage().contains("rank 1 announced a payload"),
                connection.end()::getMessage);
        }
    }

    /** Two packets in one message, the first of which has a wrong length. */
    @ParameterizedTest
    @ValueSource(longs = {1, PacketLayout.PAYLOAD_AT - 1, PACKET - PacketLayout.PAYLOAD_AT + 1, PACKET, 0xFFFF})
    void lengthThatLeavesNoRoomForTheNextPacketEndsTheConnection(long bytes) {
        try (Pair pair = new Pair("tcp")) {
            Connection connection = untouched(pair);
            take(connection, packet(0, PacketLayout.followed(PacketLayout.DATA, bytes)), PACKET);
            assertNotNull(connection.end());
            assertTrue(connection.end().getMessage().contains("rank 1 sent a packet of " + bytes + " bytes"),
                connection.end()::getMessage);
            assertEquals(List.of(), collected.packets);
        }
    }

    /** The peer's first packet is missing, so nobody can be told; the message is dropped. */
    @Test
    void wrongLengthBeforeTheFirstPacketIsDropped() {
        EarlyPackets early = new EarlyPackets(PACKET, arena);
        IncomingChannel channel = new IncomingChannel(1, TOKEN, early, null);
        channel.take(null, packet(7, PacketLayout.followed(PacketLayout.DATA, PACKET)), 0, PACKET, collected);
        assertEquals(EarlyPackets.NONE, early.find(7));
    }

    /** Each packet of a message is kept on its own, if the first packet of the peer is missing. */
    @Test
    void packetsOfOneMessageWaitForTheFirstOfAll() {
        try (Pair pair = new Pair("tcp")) {
            Connection connection = untouched(pair);
            MemorySegment both = packet(2, PacketLayout.followed(PacketLayout.DATA, PacketLayout.PAYLOAD_AT + 3));
            MemorySegment.copy(packet(3, PacketLayout.DATA), 0, both, PacketLayout.next(PacketLayout.PAYLOAD_AT + 3),
                PacketLayout.PAYLOAD_AT);
            long length = PacketLayout.next(PacketLayout.PAYLOAD_AT + 3) + PacketLayout.PAYLOAD_AT + 5;
            connection.incoming().take(null, both, 0, length, collected);
            assertEquals(List.of(), collected.packets);
            take(connection, packet(0, PacketLayout.HELLO), PacketLayout.PAYLOAD_AT);
            take(connection, packet(1, PacketLayout.DATA), PacketLayout.PAYLOAD_AT);
            assertEquals(List.of(0, 3, 5), collected.packets.stream().map(each -> each.payload().size()).toList());
        }
    }

    @Test
    void unknownKindReportsOnlyTheState() {
        try (Pair pair = new Pair("tcp")) {
            Connection connection = untouched(pair);
            take(connection, packet(0, 99 | PacketLayout.CONGESTED), PacketLayout.PAYLOAD_AT);
            assertTrue(connection.congested());
            assertNull(connection.end());
            assertEquals(List.of(), collected.packets);
        }
    }

    /** The first packet of a peer has an address, and the provider reads as many bytes of it as the packet says. */
    @Test
    void addressThatEndsTooSoonIsRefused() {
        byte[] address = new PeerAddress("tcp", false, new PeerProcess("host", 1, 2), new byte[300]).encode();
        assertEquals(300, PeerAddress.decode(address).name().length);
        for (int length = 0; length < address.length; length++) {
            byte[] cut = Arrays.copyOf(address, length);
            assertThrows(TransportException.class, () -> PeerAddress.decode(cut), length + " bytes");
        }
        address[0] = 99;
        assertThrows(TransportException.class, () -> PeerAddress.decode(address));
    }
}
