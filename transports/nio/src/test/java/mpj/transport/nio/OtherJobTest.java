package mpj.transport.nio;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import mpj.transport.spi.Channel;
import mpj.transport.spi.Job;
import mpj.transport.spi.Peer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ranks of two jobs. The ranks of the jobs have the same numbers, and each job has its own secret. */
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OtherJobTest {
    private static final byte[] OTHER_SECRET = filled(1);
    private static final byte[] COMMON_SECRET = filled(2);
    private static final int SIZE = 2;

    private final List<Rank> opened = new ArrayList<>();
    private final Rank here = open(0, Rank.SECRET);
    private final Rank neighbour = open(1, Rank.SECRET);
    private final Rank there = open(0, OTHER_SECRET);

    private static byte[] filled(int value) {
        byte[] bytes = new byte[32];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }

    private Rank open(int rank, byte[] secret) {
        return open(rank, secret, Rank.settings(null));
    }

    private Rank open(int rank, byte[] secret, NioSettings settings) {
        Rank made = new Rank(rank, SIZE, settings, secret, "1.0");
        opened.add(made);
        return made;
    }

    @AfterEach
    void close() throws InterruptedException {
        List<Thread> closing = opened.stream().map(rank -> Thread.ofPlatform().start(rank::close)).toList();
        for (Thread thread : closing) {
            thread.join();
        }
    }

    private static Peer peer(Rank rank, byte[] secret) {
        return new Peer(new Job(rank.number, SIZE, SIZE, secret).id(), rank.number);
    }

    private static void introduce(Rank here, byte[] known, Rank there, byte[] knownThere) {
        assertTrue(here.transport.introduce(5, peer(there, OTHER_SECRET), known));
        assertTrue(there.transport.introduce(3, peer(here, Rank.SECRET), knownThere));
    }

    private static void send(Rank from, int index, Rank to, byte[] payload, Rank... all) {
        Channel channel = from.transport.connect(index, to.transport.address());
        long[] at = {Channel.FULL};
        Rank.await(() -> {
            at[0] = channel.reserve(payload.length);
            return at[0] != Channel.FULL;
        }, all);
        MemorySegment.copy(payload, 0, channel.buffer(), ValueLayout.JAVA_BYTE, at[0], payload.length);
        channel.commit(payload.length, 1, 2);
    }

    @Test
    void introducedRanksExchangePacketsBothWaysBesideThoseOfTheirOwnJobs() {
        introduce(here, COMMON_SECRET, there, COMMON_SECRET);
        Rank[] all = {here, neighbour, there};
        send(here, 5, there, new byte[] {1}, all);
        send(there, 3, here, new byte[] {2}, all);
        neighbour.send(here, 0, new byte[] {3});
        Rank.await(() -> there.packets.size() == 1 && here.packets.size() == 2, all);
        assertEquals(3, there.packets.getFirst().source());
        assertArrayEquals(new byte[] {1}, there.packets.getFirst().payload());
        for (Rank.Packet packet : here.packets) {
            assertArrayEquals(new byte[] {(byte) (packet.source() == 5 ? 2 : 3)}, packet.payload());
        }
        assertEquals(2, here.packets.stream().mapToInt(Rank.Packet::source).distinct().count());
    }

    /** The rank goes on without MPI. Ranks of the own job that leave are not lost, because all leave together. */
    @Test
    void introducedRankThatLeavesIsLostAfterItsLastPacketAndNeedsNoMemory() throws InterruptedException {
        introduce(here, COMMON_SECRET, there, COMMON_SECRET);
        Rank[] all = {here, neighbour, there};
        send(here, 5, there, new byte[] {1}, all);
        send(there, 3, here, new byte[] {2}, all);
        neighbour.send(here, 0, new byte[] {3});
        Rank.await(() -> !there.packets.isEmpty() && here.packets.size() == 2, all);
        Channel channel = here.transport.connect(5, there.transport.address());
        assertTrue(channel.buffer().byteSize() > 0);
        send(there, 3, here, new byte[] {4}, all);
        Thread leaves = Thread.ofPlatform().start(there::close);
        Rank.await(() -> !here.losses.isEmpty(), here, neighbour);
        assertEquals(3, here.packets.size());
        assertEquals(1, here.losses.size());
        assertTrue(here.losses.getFirst().startsWith("rank 5: ")
            && here.losses.getFirst().contains("MPI.Finalize"), here.losses::toString);
        assertEquals(0, channel.buffer().byteSize());
        leaves.join();
        assertTrue(here.transport.isConnected(1));
    }

    @Test
    void rankThatIsIntroducedLaterAtTheOtherEndIsHeardThen() {
        assertTrue(here.transport.introduce(2, peer(there, OTHER_SECRET), COMMON_SECRET));
        send(here, 2, there, new byte[] {1}, here, there);
        assertTrue(there.transport.introduce(2, peer(here, Rank.SECRET), COMMON_SECRET));
        Rank.await(() -> there.packets.size() == 1, here, there);
        assertEquals(2, there.packets.getFirst().source());
    }

    @Test
    void rankOfAJobThatWasNotMetIsRefused() {
        Rank impatient = open(0, Rank.SECRET, Rank.impatient());
        assertTrue(impatient.transport.introduce(2, peer(there, OTHER_SECRET), COMMON_SECRET));
        send(impatient, 2, there, new byte[] {1}, impatient, there);
        Rank.await(() -> !impatient.losses.isEmpty(), impatient, there);
        assertTrue(there.packets.isEmpty() && there.losses.isEmpty());
        assertFalse(impatient.transport.isConnected(2));
    }

    @Test
    void introducedRankThatDoesNotKnowTheCommonSecretGetsNowhere() {
        Rank impatient = open(0, Rank.SECRET, Rank.impatient());
        introduce(impatient, COMMON_SECRET, there, filled(3));
        send(impatient, 5, there, new byte[] {1}, impatient, there);
        Rank.await(() -> !impatient.losses.isEmpty(), impatient, there);
        assertTrue(there.packets.isEmpty() && there.losses.isEmpty());
    }
}
