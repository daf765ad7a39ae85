package mpj.transport.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import mpj.transport.spi.Channel;
import mpj.transport.spi.Job;
import mpj.transport.spi.MemoryRegion;
import mpj.transport.spi.PacketHandler;
import mpj.transport.spi.RemoteMemory;
import mpj.transport.spi.TransportException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs over a device. The tests are skipped if there is none, with the reason that the transport gives. */
class VerbsTransportTest {
    private static final int TINY_QUEUE_PACKETS = 1_000_000;
    private static final int PACKETS = Integer.getInteger("tests.verbs.packets", 20_000);

    @BeforeEach
    void assumeDevice() {
        Devices.assume();
    }

    private static void check(Ends pair, int rank, int packets) {
        assertNull(pair.got[rank].wrong);
        assertEquals(LongStream.range(0, packets).boxed().toList(), pair.got[rank].envelopes);
    }

    @Test
    void packetsOfAllSizesArriveWholeAndInOrder() {
        try (Ends pair = new Ends(2)) {
            long[] sizes = {0, 1, 8, 100, 231, 232, 233, 4096, pair.channel(0, 1).maximumPayload()};
            for (int i = 0; i < sizes.length; i++) {
                int packet = i;
                for (int from = 0; from < 2; from++) {
                    int rank = from;
                    pair.await("room for packet " + packet, () -> pair.send(rank, 1 - rank, packet, sizes[packet]));
                    pair.await("packet " + packet, () -> pair.got[1 - rank].envelopes.size() == packet + 1);
                }
            }
            check(pair, 0, sizes.length);
            check(pair, 1, sizes.length);
        }
    }

    @Test
    void aMillionMessagesPassThroughATinyQueue() {
        System.setProperty("mpj.verbs.receives", "4");
        System.setProperty("mpj.verbs.rings", "0");
        Count count = new Count();
        try (Ends pair = new Ends(2)) {
            pair.await("the first packet", () -> pair.send(0, 1, 0, 8));
            pair.await("its arrival", () -> pair.got[1].envelopes.size() == 1);
            Channel channel = pair.channel(0, 1);
            for (int sent = 0; sent < TINY_QUEUE_PACKETS; ) {
                if (channel.reserve(sent % 64) == Channel.FULL) {
                    pair.ends[0].progress(count);
                    pair.ends[1].progress(count);
                } else {
                    channel.commit(sent % 64, sent, ~sent);
                    sent++;
                }
            }
            pair.await("all packets", () -> {
                pair.ends[1].progress(count);
                return count.packets == TINY_QUEUE_PACKETS;
            });
            assertNull(count.wrong);
        } finally {
            System.clearProperty("mpj.verbs.receives");
            System.clearProperty("mpj.verbs.rings");
        }
    }

    /** Several packets may come out of the completion queue at once. */
    @Test
    void aPacketThatCannotBeHandledTakesNoOtherWithIt() {
        System.setProperty("mpj.verbs.rings", "0");
        try (Ends pair = new Ends(2)) {
            pair.await("the first packet", () -> pair.send(0, 1, 0, 8));
            pair.await("its arrival", () -> pair.got[1].envelopes.size() == 1);
            int packets = 20;
            for (int i = 1; i <= packets; i++) {
                assertTrue(pair.send(0, 1, i, 8), "room for packet " + i);
            }
            List<Long> came = new ArrayList<>();
            PacketHandler handler = (_, envelope, _, _, _, _) -> {
                came.add(envelope);
                throw new IllegalStateException("packet " + envelope);
            };
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
            while (came.size() < packets) {
                try {
                    pair.ends[1].progress(handler);
                } catch (IllegalStateException e) {
                    assertTrue(e.getMessage().startsWith("packet "), e.getMessage());
                }
                pair.progress(0);
                assertTrue(System.nanoTime() < deadline, () -> "only these came: " + came);
            }
            assertEquals(LongStream.rangeClosed(1, packets).boxed().toList(), came);
        } finally {
            System.clearProperty("mpj.verbs.rings");
        }
    }

    @Test
    void aPeerThatTakesNothingGetsNoMoreThanItHasRoomFor() {
        try (Ends pair = new Ends(2)) {
            pair.await("the first packet", () -> pair.send(0, 1, 0, 8));
            int sent = 1;
            for (int i = 0; i < 1000; i++) {
                sent += pair.send(0, 1, sent, 8) ? 1 : 0;
                pair.ends[0].progress(pair.got[0]);
            }
            assertTrue(sent < 256, "it was sent " + sent);
            int all = sent;
            pair.await("what was sent", () -> pair.got[1].envelopes.size() == all);
            check(pair, 1, all);
        }
    }

    @Test
    void memoryOfAPeerIsRead() {
        try (Ends pair = new Ends(2)) {
            pair.await("the first packet", () -> pair.send(0, 1, 0, 8));
            pair.await("its arrival", () -> pair.got[1].envelopes.size() == 1);
            int bytes = 300_000;
            MemorySegment from = pair.arena.allocate(bytes);
            MemorySegment to = pair.arena.allocate(bytes);
            for (int i = 0; i < bytes; i++) {
                from.set(ValueLayout.JAVA_BYTE, i, Ends.pattern(7, i));
            }
            try (MemoryRegion source = pair.ends[0].remoteMemory().register(from);
                 MemoryRegion target = pair.ends[1].remoteMemory().register(to); Arena scratch = Arena.ofConfined()) {
                assertNotNull(source);
                MemorySegment key = scratch.allocate(RemoteMemory.MAXIMUM_KEY);
                source.key(key, 0);
                pair.await("the read's start",
                    () -> pair.ends[1].remoteMemory().read(0, key, 0, 0, target, 0, bytes, 42));
                pair.await("the read's end", () -> !pair.got[1].cookies.isEmpty());
            }
            assertEquals(42L, pair.got[1].cookies.getFirst());
            assertNull(pair.got[1].failures.getFirst());
            assertEquals(-1, from.mismatch(to));
        }
    }

    /** Nothing is exchanged between the end of a write and the look at the memory. */
    @Test
    void memoryOfAPeerIsWritten() {
        try (Ends pair = new Ends(2)) {
            pair.await("the first packet", () -> pair.send(0, 1, 0, 8));
            pair.await("its arrival", () -> pair.got[1].envelopes.size() == 1);
            int bytes = 300_000;
            MemorySegment from = pair.arena.allocate(bytes);
            MemorySegment to = pair.arena.allocate(bytes + 16L);
            for (int i = 0; i < bytes; i++) {
                from.set(ValueLayout.JAVA_BYTE, i, Ends.pattern(7, i));
            }
            RemoteMemory writer = pair.ends[0].remoteMemory();
            try (MemoryRegion source = writer.register(from);
                 MemoryRegion target = pair.ends[1].remoteMemory().expose(to.asSlice(8, bytes));
                 Arena scratch = Arena.ofConfined()) {
                MemorySegment key = scratch.allocate(RemoteMemory.MAXIMUM_KEY);
                target.key(key, 0);
                int half = bytes / 2;
                for (int i = 0; i < 2; i++) {
                    int part = i;
                    pair.await("the write's start",
                        () -> writer.write(1, key, 0, (1L - part) * half, source, (1L - part) * half, half, 42 + part));
                    pair.await("the write's end", () -> pair.got[0].cookies.size() == part + 1);
                    assertEquals(42L + part, pair.got[0].cookies.get(part));
                    assertNull(pair.got[0].failures.get(part));
                    assertEquals(-1, from.asSlice((1L - part) * half, half)
                        .mismatch(to.asSlice(8 + (1L - part) * half, half)));
                }
            }
            assertEquals(0, to.get(ValueLayout.JAVA_LONG, 0));
            assertEquals(0, to.get(ValueLayout.JAVA_LONG_UNALIGNED, bytes + 8L));
        }
    }

    /** More writes than the send queue has room for, two requests each. */
    @Test
    void manyWritesAllEnd() {
        try (Ends pair = new Ends(2)) {
            pair.await("the first packet", () -> pair.send(0, 1, 0, 8));
            pair.await("its arrival", () -> pair.got[1].envelopes.size() == 1);
            int count = 3 * QueuePair.DEPTH;
            MemorySegment from = pair.arena.allocate(count);
            MemorySegment to = pair.arena.allocate(count);
            for (int i = 0; i < count; i++) {
                from.set(ValueLayout.JAVA_BYTE, i, Ends.pattern(3, i));
            }
            RemoteMemory writer = pair.ends[0].remoteMemory();
            try (MemoryRegion source = writer.register(from);
                 MemoryRegion target = pair.ends[1].remoteMemory().expose(to); Arena scratch = Arena.ofConfined()) {
                MemorySegment key = scratch.allocate(RemoteMemory.MAXIMUM_KEY);
                target.key(key, 0);
                for (int i = 0; i < count; i++) {
                    int at = i;
                    pair.await("the write's start", () -> writer.write(1, key, 0, at, source, at, 1, at));
                }
                pair.await("the writes' ends", () -> pair.got[0].cookies.size() == count);
            }
            assertEquals(-1, from.mismatch(to));
        }
    }

    @Test
    void writingBesideWhatIsExposedChangesNothing() {
        assertRefused(32);
    }

    @Test
    void writingWhatIsNotExposedAnyMoreChangesNothing() {
        assertRefused(0);
    }

    /** @param offset where the write begins; if 0, the region is closed before */
    private static void assertRefused(long offset) {
        try (Ends pair = new Ends(2)) {
            pair.await("the first packet", () -> pair.send(0, 1, 0, 8));
            pair.await("its arrival", () -> pair.got[1].envelopes.size() == 1);
            MemorySegment to = pair.arena.allocate(128);
            RemoteMemory writer = pair.ends[0].remoteMemory();
            MemoryRegion target = pair.ends[1].remoteMemory().expose(to.asSlice(0, 64));
            try (MemoryRegion source = writer.register(pair.arena.allocate(64).fill((byte) 1));
                 Arena scratch = Arena.ofConfined()) {
                MemorySegment key = scratch.allocate(RemoteMemory.MAXIMUM_KEY);
                target.key(key, 0);
                if (offset == 0) {
                    target.close();
                }
                pair.await("the write's start", () -> writer.write(1, key, 0, offset, source, 0, 64, 42));
                pair.await("the write's end", () -> !pair.got[0].cookies.isEmpty());
                pair.await("the loss", () -> !pair.got[0].losses.isEmpty());
            }
            String message = pair.got[0].losses.getFirst().getMessage();
            assertTrue(message.startsWith("transport verbs: writing the memory of rank 1: remote access error"),
                message);
            assertEquals(-1, to.mismatch(pair.arena.allocate(128)), "the memory was written");
        }
    }

    @Test
    void readingWhatIsNotRegisteredIsAnErrorThatNamesRankAndStatus() {
        try (Ends pair = new Ends(2)) {
            pair.await("the first packet", () -> pair.send(0, 1, 0, 8));
            pair.await("its arrival", () -> pair.got[1].envelopes.size() == 1);
            MemorySegment to = pair.arena.allocate(64);
            try (MemoryRegion target = pair.ends[1].remoteMemory().register(to); Arena scratch = Arena.ofConfined()) {
                MemorySegment key = scratch.allocate(RemoteMemory.MAXIMUM_KEY);
                pair.await("the read's start", () -> pair.ends[1].remoteMemory().read(0, key, 0, 0, target, 0, 64, 42));
                pair.await("the read's end", () -> !pair.got[1].cookies.isEmpty());
                pair.await("the loss", () -> !pair.got[1].losses.isEmpty());
            }
            String message = pair.got[1].losses.getFirst().getMessage();
            assertTrue(message.startsWith("transport verbs: reading the memory of rank 0: remote access error"),
                message);
        }
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // the limit for a sleeper that nobody wakes
    void aSleeperWakesWhenAPacketComes() {
        try (Ends pair = new Ends(2)) {
            pair.await("the first packet", () -> pair.send(0, 1, 0, 8));
            pair.await("its arrival", () -> pair.got[1].envelopes.size() == 1);
            pair.ends[1].prepareToSleep();
            assertTrue(pair.send(0, 1, 1, 8));
            pair.ends[1].sleep(TimeUnit.HOURS.toNanos(1));
            pair.await("the packet", () -> pair.got[1].envelopes.size() == 2);
        }
    }

    @Test
    void congestionIsToldAndTakenBack() {
        try (Ends pair = new Ends(2)) {
            pair.await("the first packet", () -> pair.send(0, 1, 0, 8));
            pair.await("its arrival", () -> pair.got[1].envelopes.size() == 1);
            pair.ends[1].congested(0, true);
            pair.await("congestion", pair.channel(0, 1)::congested);
            pair.ends[1].congested(0, false);
            pair.await("no congestion", () -> !pair.channel(0, 1).congested());
        }
    }

    /** The device says that the peer's end is gone when it cannot read memory there. */
    @Test
    void aPeerThatClosesInOrderIsNotLost() {
        try (Ends pair = new Ends(2)) {
            pair.await("the first packet", () -> pair.send(0, 1, 0, 8));
            pair.await("its arrival", () -> pair.got[1].envelopes.size() == 1);
            pair.ends[0].close();
            pair.ends[0] = null;
            MemorySegment to = pair.arena.allocate(64);
            try (MemoryRegion target = pair.ends[1].remoteMemory().register(to); Arena scratch = Arena.ofConfined()) {
                MemorySegment key = scratch.allocate(RemoteMemory.MAXIMUM_KEY);
                pair.await("the read's start", () -> pair.ends[1].remoteMemory().read(0, key, 0, 0, target, 0, 64, 42));
                pair.await("the read's end", () -> !pair.got[1].cookies.isEmpty());
            }
            assertNotNull(pair.got[1].failures.getFirst());
            pair.progress();
            assertTrue(pair.got[1].losses.isEmpty(), () -> pair.got[1].losses.toString());
            assertEquals(1, pair.got[1].envelopes.size());
        }
    }

    @Test
    void messagesAllocateNothing() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (Ends pair = new Ends(2)) {
            pair.await("the first packet", () -> pair.send(0, 1, 0, 8));
            pair.await("its arrival", () -> pair.got[1].envelopes.size() == 1);
            pingPong(pair, PACKETS);
            long before = threads.getCurrentThreadAllocatedBytes();
            pingPong(pair, PACKETS);
            long each = (threads.getCurrentThreadAllocatedBytes() - before) / PACKETS;
            assertEquals(0, each, "bytes per message and its answer");
        }
    }

    /**
     * Sizes that are written into a ring, sizes that are copied with the request, and sizes for which neither is done.
     */
    private static void pingPong(Ends pair, int rounds) {
        Count count = new Count();
        for (int i = 0; i < rounds; i++) {
            int expected = count.packets;
            for (int from = 0; from < 2; from++) {
                Channel channel = pair.channel(from, 1 - from);
                long bytes = i % 3 * 700L;
                while (channel.reserve(bytes) == Channel.FULL) {
                    pair.ends[from].progress(count);
                }
                channel.commit(bytes, i, ~i);
                for (expected++; count.packets < expected; ) {
                    pair.ends[1 - from].progress(count);
                }
            }
        }
    }

    private static final class Count implements PacketHandler {
        private int packets;
        private String wrong;

        @Override
        public void packet(int source, long envelope, long header, MemorySegment segment, long offset, long bytes) {
            if (header != ~envelope) {
                wrong = "packet " + packets + " has envelope " + envelope + " and header " + header;
            }
            packets++;
        }
    }

    @Test
    void badSettingsAreErrorsThatNameThem() {
        assertRefused("mpj.verbs.device", "mlx9", "-Dmpj.verbs.device=mlx9: this host has no such RDMA device");
        assertRefused("mpj.verbs.gid", "60000", "-Dmpj.verbs.gid=60000: port 1 of device ");
        assertRefused("mpj.verbs.port", "7", "-Dmpj.verbs.port=7: device ");
    }

    private static void assertRefused(String property, String value, String start) {
        System.setProperty(property, value);
        try {
            String message = assertThrows(TransportException.class,
                () -> new VerbsProvider().open(new Job(0, 1, 1, new byte[1]), "")).getMessage();
            assertTrue(message.startsWith(start), message);
        } finally {
            System.clearProperty(property);
        }
    }
}
