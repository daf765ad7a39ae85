package mpj.transport.libfabric;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import mpj.transport.spi.Channel;
import mpj.transport.spi.MemoryRegion;
import mpj.transport.spi.PacketHandler;
import mpj.transport.spi.RemoteMemory;
import mpj.transport.spi.Transport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules that every transport keeps, over providers that need no device. */
class LibfabricTransportTest {

    @BeforeAll
    static void libfabricIsHere() {
        Installed.assume();
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "shm", "sockets"})
    void packetsOfAllSizesArriveInOrderWithTheirWords(String provider) {
        try (Pair pair = new Pair(provider)) {
            int[] sizes = {0, 8, 24, 25, 1000, (int) pair.channels[0].maximumPayload(),
                (int) pair.channels[0].fragment(1 << 20), 16, 0};
            for (int lap = 0; lap < 20; lap++) {
                for (int i = 0; i < sizes.length; i++) {
                    pair.send(0, lap * sizes.length + i, sizes[i]);
                }
            }
            pair.await("last packet", () -> pair.collected[1].packets.size() == 20 * sizes.length);
            for (int i = 0; i < 20 * sizes.length; i++) {
                assertEquals(new Collected.Packet(0, i, -i, Collections.nCopies(sizes[i % sizes.length], (byte) i)),
                    pair.collected[1].packets.get(i));
            }
        }
    }

    /** The address of another interface may disappear while the job runs, and all connections would break with it. */
    @ParameterizedTest
    @ValueSource(strings = {"tcp", "sockets"})
    void jobOnOneHostTakesTheLoopbackInterface(String provider) {
        try (Transport transport = Pair.open(0, Pair.SECRET, provider)) {
            byte[] name = PeerAddress.decode(transport.address()).name();
            int ipv4 = 4; // its offset in a sockaddr_in
            assertEquals(127, name[ipv4], () -> Arrays.toString(name));
        }
    }

    /** This also holds if the window is as full as the receiver allows before it reports what it has taken. */
    @Test
    void largestPacketThatMayBeSetPasses() {
        System.setProperty(LibfabricProperties.PACKET.name(), Long.toString(LibfabricProperties.LARGEST_PACKET));
        try (Pair pair = new Pair("tcp")) {
            int most = (int) pair.channels[0].maximumPayload();
            assertEquals(LibfabricProperties.LARGEST_PACKET - PacketLayout.PAYLOAD_AT, most);
            pair.send(0, 1, most / 4);
            for (int i = 2; i < 5; i++) {
                pair.send(0, i, most);
            }
            pair.await("last packet", () -> pair.collected[1].packets.size() == 4);
        } finally {
            System.clearProperty(LibfabricProperties.PACKET.name());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "shm"})
    void channelIsFullUntilThePeerTakes(String provider) {
        try (Pair pair = new Pair(provider)) {
            pair.send(0, 0, 8);
            pair.await("first packet", () -> pair.collected[1].packets.size() == 1);
            int sent = 1;
            for (int refused = 0; refused < 10_000; refused++) {
                while (pair.offer(0, sent, 8000)) {
                    sent++;
                }
                pair.progress(0);
            }
            assertTrue(sent * 8000L <= Connection.WINDOW, sent + " packets went to a peer that takes none");
            int all = sent + 1;
            pair.send(0, sent, 8000);
            pair.await("last packet", () -> pair.collected[1].packets.size() == all);
            assertEquals(LongStream.range(0, all).boxed().toList(),
                pair.collected[1].packets.stream().map(Collected.Packet::envelope).toList());
        }
    }

    /** The program may wait for the receiver in another way, and make no progress meanwhile. */
    @ParameterizedTest
    @ValueSource(strings = {"tcp", "shm", "sockets"})
    void packetThatIsNotPendingArrivesWithoutItsSender(String provider) {
        try (Pair pair = new Pair(provider)) {
            pair.send(0, 0, 8);
            pair.await("connections", () -> pair.collected[1].packets.size() == 1);
            for (int i = 1; i < 20; i++) {
                int packet = i;
                pair.send(0, packet, 8);
                pair.await("end of the send", () -> !pair.channels[0].pending(), 0);
                pair.await("arrival", () -> pair.collected[1].packets.size() == packet + 1, 1);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "shm"})
    void congestionIsTold(String provider) {
        try (Pair pair = new Pair(provider)) {
            pair.send(0, 1, 8);
            pair.await("packet", () -> pair.collected[1].packets.size() == 1);
            assertFalse(pair.channels[0].congested());
            pair.transports[1].congested(0, true);
            pair.await("news of congestion", () -> pair.channels[0].congested());
            pair.transports[1].congested(0, false);
            pair.await("news of its end", () -> !pair.channels[0].congested());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "shm"})
    void readBringsThePeersMemory(String provider) {
        try (Pair pair = new Pair(provider); Arena arena = Arena.ofShared()) {
            RemoteMemory from = pair.transports[0].remoteMemory();
            RemoteMemory to = pair.transports[1].remoteMemory();
            assertNotNull(from, "the provider has FI_RMA");
            MemorySegment source = arena.allocateFrom(ValueLayout.JAVA_LONG, LongStream.range(0, 50_000).toArray());
            MemorySegment target = arena.allocate(source.byteSize(), 8);
            MemorySegment key = arena.allocate(RemoteMemory.MAXIMUM_KEY);
            try (MemoryRegion ours = from.register(source); MemoryRegion theirs = to.register(target)) {
                ours.key(key, 0);
                long half = source.byteSize() / 2;
                pair.await("place for a read", () -> to.read(0, key, 0, 0, theirs, 0, half, 7));
                pair.await("place for a read", () -> to.read(0, key, 0, half, theirs, half, half, 8));
                pair.await("end of the reads", () -> pair.collected[1].completed.size() == 2);
            }
            assertEquals(List.of(), pair.collected[1].failures);
            assertArrayEquals(source.toArray(ValueLayout.JAVA_LONG), target.toArray(ValueLayout.JAVA_LONG));
        }
    }

    /** Several packets may come out of the completion queue at once. */
    @ParameterizedTest
    @ValueSource(strings = {"tcp", "shm"})
    void packetThatCannotBeHandledTakesNoOtherWithIt(String provider) {
        try (Pair pair = new Pair(provider)) {
            int packets = 50;
            pair.send(0, 0, 8);
            pair.await("first packet", () -> pair.collected[1].packets.size() == 1);
            for (int i = 1; i <= packets; i++) {
                pair.send(0, i, 8);
            }
            List<Long> came = new ArrayList<>();
            PacketHandler handler = (_, envelope, _, _, _, _) -> {
                came.add(envelope);
                throw new IllegalStateException("packet " + envelope);
            };
            pair.await("last packet", () -> {
                try {
                    pair.transports[1].progress(handler);
                } catch (IllegalStateException e) {
                    assertEquals("packet ", e.getMessage().substring(0, "packet ".length()));
                }
                return came.size() == packets;
            }, 0);
            assertEquals(LongStream.rangeClosed(1, packets).boxed().toList(), came);
        }
    }

    /** The program ends without the operation for which the read was begun. */
    @Test
    void transportThatClosesIsNotConcernedWithTheEndOfARead() throws InterruptedException {
        try (Arena arena = Arena.ofShared()) {
            Pair pair = new Pair("tcp");
            pair.send(1, 1, 8);
            pair.await("packet", () -> pair.collected[0].packets.size() == 1);
            MemorySegment key = arena.allocate(RemoteMemory.MAXIMUM_KEY);
            pair.transports[0].remoteMemory().register(arena.allocate(1000)).key(key, 0);
            RemoteMemory to = pair.transports[1].remoteMemory();
            MemoryRegion target = to.register(arena.allocate(1000));
            pair.await("place for a read", () -> to.read(0, key, 0, 0, target, 0, 1000, 7));
            AtomicBoolean closed = new AtomicBoolean();
            Thread other = Thread.ofPlatform().start(() -> {
                while (!closed.get()) {
                    pair.progress(0);
                }
                pair.transports[0].close();
            });
            try {
                pair.transports[1].close();
            } finally {
                closed.set(true);
                other.join();
            }
        }
    }

    /** The end of a write says that the bytes are there: nothing else is exchanged before they are compared. */
    @ParameterizedTest
    @ValueSource(strings = {"tcp", "shm", "sockets", "tcp;ofi_rxm"})
    void writeIsInThePeersMemoryWhenItEnds(String provider) {
        try (Pair pair = new Pair(provider); Arena arena = Arena.ofShared()) {
            RemoteMemory from = pair.transports[0].remoteMemory();
            RemoteMemory to = pair.transports[1].remoteMemory();
            assertTrue(from.writes() && to.writes(), "the provider has FI_WRITE and FI_DELIVERY_COMPLETE");
            MemorySegment source = arena.allocateFrom(ValueLayout.JAVA_LONG, LongStream.range(1, 50_001).toArray());
            MemorySegment target = arena.allocate(source.byteSize() + 64, 8);
            MemorySegment key = arena.allocate(RemoteMemory.MAXIMUM_KEY);
            try (MemoryRegion ours = from.register(source);
                 MemoryRegion theirs = to.expose(target.asSlice(8, source.byteSize()))) {
                theirs.key(key, 0);
                long half = source.byteSize() / 2;
                for (int i = 0; i < 2; i++) {
                    int part = i;
                    pair.await("place for a write",
                        () -> from.write(1, key, 0, (1 - part) * half, ours, part * half, half, 7 + part));
                    pair.await("end of the write", () -> pair.collected[0].completed.size() == part + 1);
                    assertEquals(List.of(), pair.collected[0].failures);
                    assertEquals(-1, target.asSlice(8 + (1 - part) * half, half)
                        .mismatch(source.asSlice(part * half, half)));
                }
            }
            assertEquals(0, target.get(ValueLayout.JAVA_LONG, 0));
            assertEquals(0, target.get(ValueLayout.JAVA_LONG, source.byteSize() + 8));
        }
    }

    /**
     * Over a stream the bytes can be in the peer's memory only after the peer has made progress. This write is short
     * enough for the buffers of the sockets.
     */
    @ParameterizedTest
    @ValueSource(strings = {"tcp", "net"})
    void writeDoesNotEndBeforeThePeerHasTheBytes(String provider) {
        try (Pair pair = new Pair(provider); Arena arena = Arena.ofShared()) {
            pair.send(0, 1, 8);
            pair.await("connection", () -> pair.collected[1].packets.size() == 1);
            MemorySegment target = arena.allocate(64);
            MemorySegment key = arena.allocate(RemoteMemory.MAXIMUM_KEY);
            try (MemoryRegion ours = pair.transports[0].remoteMemory().register(arena.allocate(64).fill((byte) 1));
                 MemoryRegion theirs = pair.transports[1].remoteMemory().expose(target)) {
                theirs.key(key, 0);
                pair.await("place for a write",
                    () -> pair.transports[0].remoteMemory().write(1, key, 0, 0, ours, 0, 64, 7));
                for (int i = 0; i < 10_000; i++) {
                    pair.progress(0);
                }
                assertEquals(List.of(), pair.collected[0].completed);
                assertEquals(0, target.get(ValueLayout.JAVA_BYTE, 0));
                pair.await("end of the write", () -> !pair.collected[0].completed.isEmpty());
                assertEquals(1, target.get(ValueLayout.JAVA_BYTE, 63));
            }
        }
    }

    /** Such a write comes from a peer that is wrong or malicious. The peer gets an error, at the latest as a loss. */
    @ParameterizedTest
    @ValueSource(strings = {"tcp", "sockets", "tcp;ofi_rxm"})
    void writeOutsideOfTheExposedMemoryIsRefused(String provider) {
        assertRefused(provider, 32);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "sockets", "tcp;ofi_rxm"})
    void writeToMemoryThatIsNotExposedAnyMoreIsRefused(String provider) {
        assertRefused(provider, 0);
    }

    /** @param offset where the write begins; if 0, the region is closed before */
    private static void assertRefused(String provider, long offset) {
        try (Pair pair = new Pair(provider); Arena arena = Arena.ofShared()) {
            RemoteMemory from = pair.transports[0].remoteMemory();
            MemorySegment source = arena.allocate(64).fill((byte) 1);
            MemorySegment target = arena.allocate(128);
            MemorySegment key = arena.allocate(RemoteMemory.MAXIMUM_KEY);
            MemoryRegion theirs = pair.transports[1].remoteMemory().expose(target.asSlice(0, 64));
            theirs.key(key, 0);
            if (offset == 0) {
                theirs.close();
            }
            try (MemoryRegion ours = from.register(source)) {
                pair.await("place for a write", () -> from.write(1, key, 0, offset, ours, 0, 64, 7));
                pair.await("end of the write", () -> !pair.collected[0].completed.isEmpty());
            }
            assertEquals(1, pair.collected[0].failures.size());
            assertEquals(-1, target.mismatch(arena.allocate(128)), "the memory was written");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "shm"})
    void peerThatDoesNotKnowTheSecretIsIgnored(String provider) {
        try (Pair pair = new Pair(provider);
             Transport stranger = Pair.open(1, new byte[] {9, 9, 9}, provider)) {
            Channel channel = stranger.connect(0, pair.transports[0].address());
            Collected nothing = new Collected();
            for (int i = 0; i < 1000; i++) {
                Pair.offer(channel, 666, 100);
                stranger.progress(nothing);
                pair.progress(0);
            }
            pair.send(1, 1, 8);
            pair.await("packet of the peer", () -> !pair.collected[0].packets.isEmpty());
            assertEquals(List.of(1L), pair.collected[0].packets.stream().map(Collected.Packet::envelope).toList());
            assertEquals(List.of(), nothing.packets, "the stranger was answered");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "shm"})
    void sleepEndsWhenSomebodyWakesOrSends(String provider) {
        try (Pair pair = new Pair(provider)) {
            pair.send(0, 1, 8);
            pair.await("packet", () -> pair.collected[1].packets.size() == 1);
            Duration limit = Duration.ofSeconds(60);
            pair.transports[1].prepareToSleep();
            pair.transports[1].wake();
            assertTimeoutPreemptively(limit, () -> pair.transports[1].sleep(Duration.ofMinutes(5).toNanos()));
            pair.send(0, 2, 8);
            assertTimeoutPreemptively(limit, () -> {
                while (pair.collected[1].packets.size() < 2) {
                    pair.transports[1].prepareToSleep();
                    pair.transports[1].sleep(Duration.ofMinutes(5).toNanos());
                    pair.progress(1);
                    pair.progress(0);
                }
            });
        }
    }
}
