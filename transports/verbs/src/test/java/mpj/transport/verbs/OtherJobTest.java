package mpj.transport.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import mpj.transport.spi.Channel;
import mpj.transport.spi.Job;
import mpj.transport.spi.MemoryRegion;
import mpj.transport.spi.PacketHandler;
import mpj.transport.spi.Peer;
import mpj.transport.spi.RemoteMemory;
import mpj.transport.spi.Transport;
import mpj.transport.spi.TransportException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Ranks of two jobs that meet over a device. */
class OtherJobTest {
    private static final long LIMIT = 60_000_000_000L;
    private static final int SIZE = 2;
    private static final byte[] COMMON_SECRET = {9, 8, 7};

    private final List<End> opened = new ArrayList<>();

    /** A rank of one of the jobs, and the packets that it got, by the index of their sender. */
    private static final class End implements PacketHandler {
        private final Job job;
        private final Transport transport;
        private final Map<Integer, List<Long>> packets = new HashMap<>();
        private final List<Integer> lost = new ArrayList<>();
        private final List<TransportException> failures = new ArrayList<>();
        private int reads;

        End(int rank, byte[] secret) {
            job = new Job(rank, SIZE, SIZE, secret);
            transport = new VerbsProvider().open(job, "");
        }

        Peer peer() {
            return new Peer(job.id(), job.rank());
        }

        List<Long> from(int index) {
            return packets.getOrDefault(index, List.of());
        }

        @Override
        public void packet(int source, long envelope, long header, MemorySegment segment, long offset, long bytes) {
            packets.computeIfAbsent(source, _ -> new ArrayList<>()).add(envelope);
        }

        @Override
        public void lost(int peer, TransportException cause) {
            lost.add(peer);
            failures.add(cause);
        }

        @Override
        public void completed(long cookie, TransportException failure) {
            reads++;
        }
    }

    @BeforeEach
    void assumeDevice() {
        Devices.assume();
    }

    private End open(int rank, int job) {
        End made = new End(rank, new byte[] {1, (byte) job});
        opened.add(made);
        return made;
    }

    @AfterEach
    void close() {
        opened.forEach(end -> end.transport.close());
    }

    private void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + LIMIT;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("nothing happened for " + LIMIT / 1_000_000_000 + " s: " + what + "; losses "
                    + opened.stream().map(end -> end.failures).toList());
            }
            opened.forEach(end -> end.transport.progress(end));
        }
    }

    private static void introduce(End here, int index, End there, byte[] secret) {
        assertTrue(here.transport.introduce(index, there.peer(), secret));
    }

    private void send(End from, int index, End to, long envelope) {
        Channel channel = from.transport.connect(index, to.transport.address());
        await("room for packet " + envelope, () -> channel.reserve(8) != Channel.FULL);
        channel.commit(8, envelope, ~envelope);
    }

    @Test
    void introducedRanksExchangePacketsBothWaysBesideThoseOfTheirOwnJobs() {
        End here = open(1, 1);
        End neighbour = open(0, 1);
        End there = open(1, 2);
        introduce(here, 5, there, COMMON_SECRET);
        introduce(there, 1000, here, COMMON_SECRET);
        List<Long> sent = new ArrayList<>();
        for (long envelope = 0; envelope < 200; envelope++) { // some go into rings
            send(here, 5, there, envelope);
            send(there, 1000, here, envelope);
            send(neighbour, 1, here, envelope);
            sent.add(envelope);
        }
        await("the packets", () -> there.from(1000).size() == sent.size() && here.from(5).size() == sent.size()
            && here.from(0).size() == sent.size());
        assertEquals(Map.of(5, sent, 0, sent), here.packets);
        assertEquals(Map.of(1000, sent), there.packets);
    }

    @Test
    void memoryOfARankOfAnotherJobIsRead() {
        End here = open(0, 1);
        End there = open(0, 2);
        introduce(here, 2, there, COMMON_SECRET);
        introduce(there, 3, here, COMMON_SECRET);
        send(here, 2, there, 1);
        await("the packet", () -> there.from(3).size() == 1);
        try (Arena arena = Arena.ofShared()) {
            MemorySegment from = arena.allocate(100_000);
            from.fill((byte) 5);
            MemorySegment to = arena.allocate(100_000);
            MemorySegment key = arena.allocate(RemoteMemory.MAXIMUM_KEY);
            try (MemoryRegion source = here.transport.remoteMemory().register(from);
                 MemoryRegion target = there.transport.remoteMemory().register(to)) {
                source.key(key, 0);
                await("the read's start",
                    () -> there.transport.remoteMemory().read(3, key, 0, 0, target, 0, to.byteSize(), 42));
                await("the read's end", () -> there.reads == 1);
            }
            assertEquals(-1, from.mismatch(to));
            assertEquals((byte) 5, to.get(ValueLayout.JAVA_BYTE, 99_999));
        }
        assertEquals(List.of(), there.failures);
    }

    @Test
    void rankThatIsIntroducedLaterAtTheOtherEndIsHeardThen() {
        End here = open(0, 1);
        End there = open(0, 2);
        introduce(here, 2, there, COMMON_SECRET);
        Channel channel = here.transport.connect(2, there.transport.address());
        for (int i = 0; i < 1000; i++) {
            opened.forEach(end -> end.transport.progress(end));
        }
        assertEquals(Channel.FULL, channel.reserve(8), "the channel to a rank that does not know this one is closed");
        introduce(there, 2, here, COMMON_SECRET);
        send(here, 2, there, 7);
        await("the packet", () -> !there.packets.isEmpty());
        assertEquals(Map.of(2, List.of(7L)), there.packets);
    }

    /** The rank goes on without MPI. Ranks of the own job that leave are not lost, because all leave together. */
    @Test
    void introducedRankThatLeavesIsLost() throws InterruptedException {
        End here = open(0, 1);
        End there = open(0, 2);
        introduce(here, 2, there, COMMON_SECRET);
        introduce(there, 2, here, COMMON_SECRET);
        send(there, 2, here, 7);
        send(here, 2, there, 8);
        await("the packets", () -> !here.packets.isEmpty() && !there.packets.isEmpty());
        opened.remove(there);
        Thread leaves = Thread.ofPlatform().start(there.transport::close);
        await("the loss", () -> !here.lost.isEmpty());
        leaves.join();
        assertEquals(List.of(2), here.lost);
        assertTrue(here.failures.getFirst().getMessage().contains("MPI.Finalize"), here.failures::toString);
    }

    @Test
    void introducedRankThatDoesNotKnowTheCommonSecretGetsNowhere() {
        End here = open(0, 1);
        End there = open(0, 2);
        End knowing = open(1, 2);
        introduce(here, 2, there, COMMON_SECRET);
        introduce(there, 2, here, new byte[] {6});
        introduce(here, 3, knowing, COMMON_SECRET);
        introduce(knowing, 3, here, COMMON_SECRET);
        Channel refused = here.transport.connect(2, there.transport.address());
        send(here, 3, knowing, 7); // the requests to both take the same way
        await("the packet", () -> !knowing.packets.isEmpty());
        assertEquals(Channel.FULL, refused.reserve(8));
        assertEquals(Map.of(), there.packets);
    }

    @Test
    void jobsWithPacketsOfDifferentSizesAreToldSo() {
        End here = open(0, 1);
        System.setProperty("mpj.verbs.packet", "4096");
        End there;
        try {
            there = open(0, 2);
        } finally {
            System.clearProperty("mpj.verbs.packet");
        }
        introduce(here, 2, there, COMMON_SECRET);
        introduce(there, 2, here, COMMON_SECRET);
        here.transport.connect(2, there.transport.address());
        await("the losses", () -> !here.lost.isEmpty() && !there.lost.isEmpty());
        String message = here.failures.getFirst().getMessage();
        assertTrue(message.contains(there.peer() + " takes packets of 4096 bytes")
            && message.contains("-Dmpj.verbs.packet"), message);
    }

    @Test
    void manyRanksOfOtherJobsAreMet() {
        End here = open(0, 1);
        List<End> others = new ArrayList<>();
        for (int job = 2; job < 22; job++) { // more than the completion queue has room for at first
            End there = open(0, job);
            others.add(there);
            introduce(here, SIZE + job, there, COMMON_SECRET);
            introduce(there, SIZE, here, COMMON_SECRET);
            send(there, SIZE, here, job);
        }
        await("the packets", () -> here.packets.size() == others.size());
        here.packets.forEach((index, packets) -> assertEquals(List.of((long) index - SIZE), packets));
    }
}
