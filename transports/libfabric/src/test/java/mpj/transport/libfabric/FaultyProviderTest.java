package mpj.transport.libfabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import mpj.bindings.libfabric.libfabric_h;
import mpj.transport.spi.Channel;
import mpj.transport.spi.Job;
import mpj.transport.spi.MemoryRegion;
import mpj.transport.spi.RemoteMemory;
import mpj.transport.spi.Transport;
import mpj.transport.spi.TransportException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A provider that fails: src/test/c/faulty.c stands between the transport and libfabric. */
class FaultyProviderTest {
    private static final String LIBRARY = "mpj.libfabric.library";
    private static final long LIMIT = TimeUnit.SECONDS.toNanos(60);
    /** More ranks than a transport has send buffers. */
    private static final int MANY = 200;

    @TempDir
    private static Path folder;

    @BeforeAll
    static void loadTheFaultyLibrary() throws Exception {
        Path library = folder.resolve("libfaulty.so");
        try {
            Process gcc = new ProcessBuilder("gcc", "-shared", "-fPIC", "-o", library.toString(),
                Path.of("src/test/c/faulty.c").toAbsolutePath().toString(), "-ldl")
                .redirectErrorStream(true).redirectOutput(folder.resolve("gcc.txt").toFile()).start();
            if (!gcc.waitFor(60, TimeUnit.SECONDS) || gcc.exitValue() != 0) {
                Installed.unless("libfabric's headers are not installed, or gcc fails");
            }
        } catch (IOException e) {
            Installed.unless("there is no gcc: " + e.getMessage());
        }
        System.setProperty(LIBRARY, library.toString());
        Installed.assume();
    }

    @AfterEach
    void nothingFailsAnyMore() {
        for (String name : new String[] {"version", "local_mr", "reg", "sends", "send", "receives",
            "tagged_sends", "rma_read", "cq"}) {
            set(name, 0);
        }
        setLong("max_msg_size", 0);
    }

    private static void set(String name, int value) {
        libfabric_h.SYMBOL_LOOKUP.find("faulty_" + name).orElseThrow().reinterpret(4)
            .set(ValueLayout.JAVA_INT, 0, value);
    }

    private static void setLong(String name, long value) {
        libfabric_h.SYMBOL_LOOKUP.find("faulty_" + name).orElseThrow().reinterpret(8)
            .set(ValueLayout.JAVA_LONG, 0, value);
    }

    private static String refusal(String provider) {
        return assertThrows(TransportException.class, () -> Pair.open(0, Pair.SECRET, provider)).getMessage();
    }

    private static void assertContains(String message, String... parts) {
        for (String part : parts) {
            assertTrue(message.contains(part), () -> "no '" + part + "' in: " + message);
        }
    }

    @Test
    void anOldLibraryIsRefused() {
        set("version", 1 << 16 | 5);
        assertContains(refusal("tcp"), "libfaulty.so is version 1.5", "1.14 or later", LIBRARY);
    }

    @Test
    void refusedRegistrationOfBuffersNamesTheLimitOfLockedMemory() {
        set("local_mr", 1);
        set("reg", -libfabric_h.FI_ENOMEM());
        assertContains(refusal("tcp"), "provider tcp", "fi_mr_reg", "Cannot allocate memory", "RLIMIT_MEMLOCK");
    }

    @Test
    void refusedRegistrationOfAMessageSendsItInPackets() {
        try (Pair pair = new Pair("tcp"); Arena arena = Arena.ofConfined()) {
            set("reg", -libfabric_h.FI_ENOMEM());
            assertNull(pair.transports[0].remoteMemory().register(arena.allocate(1 << 20)));
        }
    }

    @Test
    void registeredBuffersCarryPackets() {
        set("local_mr", 1);
        try (Pair pair = new Pair("tcp")) {
            pair.send(0, 1, 100);
            pair.send(0, 2, 10_000);
            pair.await("packets", () -> pair.collected[1].packets.size() == 2);
        }
    }

    @Test
    void fullQueueHoldsPacketsBackAndLosesNone() {
        try (Pair pair = new Pair("tcp")) {
            set("send", -libfabric_h.FI_EAGAIN());
            for (int i = 0; i < 50; i++) {
                set("sends", i % 5);
                pair.send(0, i, i % 2 == 0 ? 8 : 5000);
            }
            pair.await("packets", () -> pair.collected[1].packets.size() == 50);
            for (int i = 0; i < 50; i++) {
                assertEquals(i, pair.collected[1].packets.get(i).envelope());
            }
        }
    }

    /** Packets that wait for the next packet are among others, and leave with them or alone. */
    @ParameterizedTest
    @ValueSource(ints = {8, 700, 9000})
    void fullQueueHoldsPacketsBackThatWaitForOthers(int bytes) {
        try (Pair pair = new Pair("tcp")) {
            set("send", -libfabric_h.FI_EAGAIN());
            for (int i = 0; i < 200; i++) {
                int number = i;
                set("sends", i % 5);
                if (i % 7 == 0) {
                    pair.transports[0].congested(1, i % 2 == 0); // a packet of the transport may be between two others
                }
                pair.await("room for a packet", () -> number % 4 == 0 ? pair.offer(0, number, bytes)
                    : pair.offerBeforeMore(0, number, bytes + number));
            }
            pair.await("packets", () -> pair.collected[1].packets.size() == 200);
            for (int i = 0; i < 200; i++) {
                Collected.Packet packet = pair.collected[1].packets.get(i);
                assertEquals(i, packet.envelope());
                assertEquals(-i, packet.header());
                assertEquals(Collections.nCopies(i % 4 == 0 ? bytes : bytes + i, (byte) i), packet.payload());
            }
            pair.await("end of the sends", () -> !pair.channels[0].pending());
        }
    }

    @Test
    void packetsThatWaitForOthersAndCannotBeSentLoseThePeer() {
        try (Pair pair = new Pair("tcp")) {
            pair.send(0, 1, 8);
            pair.await("packet", () -> pair.collected[1].packets.size() == 1);
            assertTrue(pair.offerBeforeMore(0, 2, 8));
            set("send", -libfabric_h.FI_EINVAL());
            set("sends", 1);
            pair.await("loss", () -> !pair.collected[0].lost.isEmpty());
            assertFalse(pair.channels[0].pending());
            assertFalse(pair.transports[0].pending());
        }
    }

    private static Transport openOneOfMany(int rank) {
        return new LibfabricProvider().open(new Job(rank, MANY, MANY, Pair.SECRET), "tcp");
    }

    /** Each of the peers has its first packet in a buffer, and the provider takes none of them. */
    private static void takeAllSendBuffers(Transport transport, byte[] address) {
        set("send", -libfabric_h.FI_EAGAIN());
        set("sends", Integer.MAX_VALUE);
        for (int peer = 2; peer < MANY; peer++) {
            transport.connect(peer, address);
        }
    }

    private static void await(String what, BooleanSupplier done) {
        long deadline = System.nanoTime() + LIMIT;
        while (!done.getAsBoolean()) {
            assertTrue(System.nanoTime() < deadline, () -> "no " + what + " within the limit");
        }
    }

    private static void awaitPacket(Transport sender, Channel channel, Transport receiver, Collected collected) {
        await("room for a packet", () -> {
            sender.progress(new Collected());
            receiver.progress(collected);
            return Pair.offer(channel, 5, 8);
        });
        await("packet", () -> {
            sender.progress(new Collected());
            receiver.progress(collected);
            return !collected.packets.isEmpty();
        });
        assertEquals(5, collected.packets.getFirst().envelope());
    }

    @Test
    void peerToWhichNoSendBufferIsFreeGetsItsPacketsLater() {
        try (Transport sender = openOneOfMany(0); Transport receiver = openOneOfMany(1)) {
            takeAllSendBuffers(sender, receiver.address());
            Channel channel = sender.connect(1, receiver.address());
            assertFalse(Pair.offer(channel, 4, 8), "a packet overtakes the first one");
            set("sends", 0);
            awaitPacket(sender, channel, receiver, new Collected());
        }
    }

    /** The sender's first packet is taken, and its own first packet goes back to it as soon as there is a buffer. */
    @Test
    void peerThatComesWhenNoSendBufferIsFreeIsHeard() {
        try (Transport receiver = openOneOfMany(0); Transport sender = openOneOfMany(1)) {
            takeAllSendBuffers(receiver, sender.address());
            set("sends", 0);
            Channel channel = sender.connect(0, receiver.address());
            Collected collected = new Collected();
            boolean[] sent = {false};
            await("packet", () -> {
                set("sends", 0);
                sender.progress(new Collected());
                sent[0] = sent[0] || Pair.offer(channel, 4, 8);
                set("sends", Integer.MAX_VALUE);
                receiver.progress(collected);
                return !collected.packets.isEmpty();
            });
            assertEquals(4, collected.packets.getFirst().envelope());
            set("sends", 0);
            awaitPacket(receiver, receiver.connect(1, sender.address()), sender, new Collected());
        }
    }

    /** The packet of a payload, the payload and its receive all arrive, and in order. */
    @Test
    void fullQueueHoldsTaggedPayloadsBack() {
        try (Arena arena = Arena.ofShared(); Pair pair = Pair.overAStream()) {
            MemorySegment memory = arena.allocate(TaggedPayloads.LEAST);
            set("send", -libfabric_h.FI_EAGAIN());
            for (int i = 0; i < 50; i++) {
                int envelope = i;
                set("sends", i % 5);
                set("receives", i % 3);
                if (i % 2 == 0) {
                    pair.await("room for a message",
                        () -> pair.channels[0].sendInPlace(memory, 0, memory.byteSize(), envelope, 0));
                } else {
                    pair.send(0, envelope, 8);
                }
            }
            pair.await("packets", () -> pair.collected[1].packets.size() == 50);
            pair.await("end of the sends", () -> !pair.channels[0].pending());
            for (int i = 0; i < 50; i++) {
                assertEquals(i, pair.collected[1].packets.get(i).envelope());
            }
        }
    }

    @Test
    void payloadThatCannotBeSentLosesThePeerByName() {
        try (Arena arena = Arena.ofShared(); Pair pair = Pair.overAStream()) {
            pair.send(0, 1, 8);
            pair.await("packet", () -> pair.collected[1].packets.size() == 1);
            set("send", -libfabric_h.FI_EINVAL());
            set("sends", 1);
            assertTrue(pair.channels[0].sendInPlace(arena.allocate(TaggedPayloads.MOST), 0, TaggedPayloads.MOST, 2, 0));
            pair.await("loss", () -> !pair.collected[0].lost.isEmpty());
            assertContains(pair.collected[0].lost.getFirst(), "1: ", "provider ", "rank 1", "Invalid argument");
            assertFalse(pair.channels[0].pending());
        }
    }

    /** The program may use the memory again after the receive has failed. */
    @Test
    void payloadOfAPeerThatIsLostIsNotWritten() {
        try (Arena arena = Arena.ofShared(); Pair pair = Pair.overAStream()) {
            pair.send(1, 1, 8);
            pair.await("packet", () -> pair.collected[0].packets.size() == 1);
            MemorySegment source = arena.allocate(TaggedPayloads.LEAST).fill((byte) 1);
            MemorySegment target = arena.allocate(TaggedPayloads.LEAST);
            pair.collected[1].destination = target;
            set("tagged_sends", Integer.MAX_VALUE);
            assertTrue(pair.channels[0].sendInPlace(source, 0, source.byteSize(), 2, 0));
            pair.await("question where it belongs", () -> pair.collected[1].asked);
            set("send", -libfabric_h.FI_EINVAL());
            set("sends", 1);
            pair.offer(1, 3, 8);
            pair.await("loss", () -> !pair.collected[1].lost.isEmpty());
            set("sends", 0);
            set("tagged_sends", 0);
            for (int i = 0; i < 10_000; i++) {
                pair.progress(0);
                pair.progress(1);
            }
            assertEquals(-1, target.mismatch(arena.allocate(target.byteSize())));
            assertEquals(0, pair.collected[1].packets.size());
        }
    }

    @Test
    void failedSendLosesThePeerByName() {
        try (Pair pair = new Pair("tcp")) {
            set("send", -libfabric_h.FI_EINVAL());
            set("sends", 1);
            pair.offer(0, 1, 8);
            pair.await("loss", () -> !pair.collected[0].lost.isEmpty());
            assertContains(pair.collected[0].lost.getFirst(), "1: ", "provider tcp", "rank 1", "Invalid argument");
        }
    }

    /** The goodbye to rank 1 fails, and the one to rank 2 has to wait for a packet that the provider would not take. */
    @Test
    void goodbyesGoToAllPeersAlsoIfOneIsLostMeanwhile() throws InterruptedException {
        try (Transport lost = openOneOfMany(1); Transport other = openOneOfMany(2)) {
            Transport leaving = openOneOfMany(0);
            awaitPacket(leaving, leaving.connect(1, lost.address()), lost, new Collected());
            Channel channel = leaving.connect(2, other.address());
            Collected collected = new Collected();
            awaitPacket(leaving, channel, other, collected);
            set("send", -libfabric_h.FI_EAGAIN());
            set("sends", 1);
            assertTrue(Pair.offer(channel, 6, 8));
            set("send", -libfabric_h.FI_EINVAL());
            set("sends", 1);
            Thread leaves = Thread.ofPlatform().start(leaving::close);
            await("goodbye", () -> {
                other.progress(collected);
                return !other.mayBring(0);
            });
            leaves.join();
            assertEquals(List.of(5L, 6L), collected.packets.stream().map(Collected.Packet::envelope).toList());
        }
    }

    /** The engine has been told by the exception, and does not know the read any more when its peer is lost. */
    @Test
    void refusedReadIsNotReportedAgainWhenItsPeerIsLost() {
        try (Pair pair = new Pair("tcp"); Arena arena = Arena.ofShared()) {
            pair.send(0, 1, 8);
            pair.await("packet", () -> pair.collected[1].packets.size() == 1);
            RemoteMemory to = pair.transports[1].remoteMemory();
            try (MemoryRegion target = to.register(arena.allocate(64))) {
                MemorySegment key = arena.allocate(RemoteMemory.MAXIMUM_KEY);
                set("rma_read", -libfabric_h.FI_EINVAL());
                assertContains(assertThrows(TransportException.class, () -> to.read(0, key, 0, 0, target, 0, 64, 7))
                    .getMessage(), "fi_read from rank 0", "Invalid argument");
            }
            set("send", -libfabric_h.FI_EINVAL());
            set("sends", 1);
            pair.offer(1, 2, 8);
            pair.await("loss", () -> !pair.collected[1].lost.isEmpty());
            assertEquals(List.of(), pair.collected[1].completed);
        }
    }

    @Test
    void packetsKeepToTheProvidersLargestMessage() {
        setLong("max_msg_size", 2048);
        try (Pair pair = new Pair("tcp")) {
            assertEquals(2048 - PacketLayout.PAYLOAD_AT, pair.channels[0].maximumPayload());
            assertEquals(2048 - PacketLayout.PAYLOAD_AT, pair.channels[0].fragment(1 << 20));
            assertEquals(2048, pair.transports[0].remoteMemory().maximumRead());
            pair.send(0, 1, (int) pair.channels[0].maximumPayload());
            pair.await("packet", () -> pair.collected[1].packets.size() == 1);
        }
    }

    @Test
    void messagesOfNoSizeAreTooSmall() {
        setLong("max_msg_size", 8);
        assertContains(refusal("tcp"), "libfabric:tcp", "FI_EP_RDM", "FI_MSG", "--fabrics");
    }

    @Test
    void overrunCompletionQueueIsAnErrorThatSaysSo() {
        try (Pair pair = new Pair("tcp")) {
            set("cq", -libfabric_h.FI_EOVERRUN());
            assertContains(assertThrows(TransportException.class, () -> pair.progress(0)).getMessage(),
                "provider tcp", "fi_cq_read", "mpj.libfabric.queue");
            set("cq", 0);
        }
    }
}
