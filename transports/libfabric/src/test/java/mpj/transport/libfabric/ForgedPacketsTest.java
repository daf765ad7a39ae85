package mpj.transport.libfabric;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Packets that no rank sends, although they carry a rank's token. They are dropped, and the next ones are heard. */
class ForgedPacketsTest {
    private static final byte[] NOTHING = {};

    private Forger forger;

    @BeforeAll
    static void libfabricIsHere() {
        Installed.assume();
    }

    @BeforeEach
    void open() {
        forger = new Forger();
    }

    @AfterEach
    void close() {
        forger.close();
    }

    /** Sends as rank 1, from its first packet to its last. */
    private void assertRankIsHeard() {
        forger.send(Forger.packet(1, 0, PacketLayout.HELLO, forger.address()));
        forger.send(Forger.packet(1, 1, PacketLayout.DATA, new byte[] {7}));
        forger.send(Forger.packet(1, 2, PacketLayout.GOODBYE, NOTHING));
        forger.await("packet of rank 1", () -> !forger.collected.packets.isEmpty() && !forger.victim.mayBring(1));
        assertEquals(List.of(new Collected.Packet(1, 0, 0, List.of((byte) 7))), forger.collected.packets);
        assertEquals(List.of(), forger.collected.lost);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 8, PacketLayout.PAYLOAD_AT - 1})
    void packetThatEndsWithinItsHeadIsDropped(long length) {
        forger.send(Arrays.copyOf(Forger.packet(1, 0, PacketLayout.HELLO, NOTHING), (int) length));
        assertRankIsHeard();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 64, Integer.MAX_VALUE, Integer.MIN_VALUE, ForeignPeers.SENDER - 1})
    void packetOfARankThatTheJobLacksIsDropped(int sender) {
        forger.send(Forger.packet(sender, 1, PacketLayout.DATA, NOTHING));
        assertRankIsHeard();
    }

    @Test
    void packetOfAnotherJobThatWasNeverIntroducedIsDropped() {
        forger.send(Forger.packet(ForeignPeers.SENDER, 1, PacketLayout.DATA, NOTHING));
        assertRankIsHeard();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 20})
    void firstPacketWhoseAddressIsCutOffIsDropped(int length) {
        forger.send(Forger.packet(1, 0, PacketLayout.HELLO, Arrays.copyOf(forger.address(), length)));
        assertRankIsHeard();
    }

    @Test
    void firstPacketWhoseAddressIsTooLongIsDropped() {
        byte[] address = new PeerAddress("tcp", false, PeerProcess.current(), new byte[513]).encode();
        forger.send(Forger.packet(1, 0, PacketLayout.HELLO, address));
        assertRankIsHeard();
    }
}
