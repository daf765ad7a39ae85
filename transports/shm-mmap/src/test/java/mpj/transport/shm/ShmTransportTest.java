package mpj.transport.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import mpj.transport.packets.Packet;
import mpj.transport.ring.ChannelLayout;
import mpj.transport.spi.Channel;
import mpj.transport.spi.Doorbell;
import mpj.transport.spi.Job;
import mpj.transport.spi.PacketHandler;
import mpj.transport.spi.Peer;
import mpj.transport.spi.Transport;
import mpj.transport.spi.TransportException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Several whole transports in this process. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ShmTransportTest {
    private static final long LONG_SLEEP = 1_000_000_000L;
    private static final PacketHandler NOBODY = (_, _, _, _, _, _) -> {
        throw new AssertionError("a packet came");
    };

    private final List<Transport> opened = new ArrayList<>();

    private Transport open(int rank, int size) {
        Transport transport = new ShmProvider().open(new Job(rank, size, size, new byte[32]), "");
        opened.add(transport);
        return transport;
    }

    @AfterEach
    void close() {
        opened.forEach(Transport::close);
    }

    private static String addressOf(Transport transport) {
        return new String(transport.address(), StandardCharsets.UTF_8);
    }

    @Test
    void packetsOfSeveralSendersCarryTheirRanks() {
        List<Transport> ranks = List.of(open(0, 4), open(1, 4), open(2, 4), open(3, 4));
        assertFalse(ranks.getFirst().progress(NOBODY));
        for (int sender : new int[] {2, 0, 3, 1}) {
            Channel channel = ranks.get(sender).connect(0, ranks.getFirst().address());
            assertTrue(new Packet(sender, 100 * sender).send(channel));
        }
        List<Integer> sources = new ArrayList<>();
        PacketHandler handler = (source, _, _, _, _, bytes) -> {
            assertEquals(100L * source, bytes);
            sources.add(source);
        };
        while (sources.size() < 4) {
            ranks.getFirst().progress(handler);
        }
        assertEquals(List.of(0, 1, 2, 3), sources.stream().sorted().toList());
        assertFalse(ranks.getFirst().progress(NOBODY));
    }

    private static byte[] secret(int job) {
        byte[] secret = new byte[32];
        secret[0] = (byte) job;
        return secret;
    }

    private Transport openOther(int job) {
        Transport transport = new ShmProvider().open(new Job(0, 1, 1, secret(job)), "");
        opened.add(transport);
        return transport;
    }

    private static Peer peer(int job) {
        return new Peer(new Job(0, 1, 1, secret(job)).id(), 0);
    }

    /** The inbox of a job of two ranks has room for any number of peers. */
    @Test
    void inboxGrowsWithThePeersThatComeFromOtherJobs() {
        int others = 40;
        Transport receiver = open(0, 2);
        Transport neighbour = open(1, 2);
        List<Channel> channels = new ArrayList<>();
        for (int job = 1; job <= others; job++) {
            Transport sender = openOther(job);
            assertTrue(sender.introduce(1, peer(0), secret(99)));
            assertTrue(receiver.introduce(1 + job, peer(job), secret(99)));
            channels.add(sender.connect(1, receiver.address()));
            if (job == others / 2) {
                channels.add(neighbour.connect(0, receiver.address()));
            }
        }
        Map<Integer, Integer> sources = new HashMap<>();
        for (int round = 1; round <= 2; round++) {
            channels.forEach(channel -> assertTrue(new Packet(3, 1000).send(channel)));
            int expected = round * (others + 1);
            while (sources.values().stream().mapToInt(Integer::intValue).sum() < expected) {
                receiver.progress((source, _, _, _, _, bytes) -> {
                    assertEquals(1000, bytes);
                    sources.merge(source, 1, Integer::sum);
                });
            }
        }
        assertEquals(others + 1, sources.size());
        assertTrue(sources.values().stream().allMatch(packets -> packets == 2), sources::toString);
        assertFalse(receiver.progress(NOBODY));
    }

    /** Two rounds use the memory of two channels again. The neighbour's channel, which came between them, stays. */
    @Test
    void memoryOfAnEndedProcessOfAnotherJobIsUsedAgain() {
        Transport receiver = open(0, 2);
        Channel neighbour = null;
        List<Integer> sources = new ArrayList<>();
        for (int round = 0; round < 3; round++) {
            List<Transport> senders = List.of(openOther(2 * round + 1), openOther(2 * round + 2));
            Map<Integer, String> lost = new HashMap<>();
            for (int i = 0; i < 2; i++) {
                Transport sender = senders.get(i);
                int job = 2 * round + 1 + i;
                sender.introduce(1, peer(0), secret(99));
                receiver.introduce(1 + job, peer(job), secret(99));
                Channel channel = sender.connect(1, receiver.address());
                receiver.connect(1 + job, sender.address());
                for (int packet = 0; packet < 100; packet++) {
                    assertTrue(new Packet(3, 8 * packet).send(channel));
                    receive(receiver, sources, 1 + job);
                    sender.progress(NOBODY); // takes the blocks that the receiver gives back
                }
                if (neighbour == null) {
                    neighbour = open(1, 2).connect(0, receiver.address());
                }
            }
            senders.forEach(sender -> {
                opened.remove(sender);
                sender.close();
            });
            while (lost.size() < 2) {
                receiver.progress(collecting(lost));
                receiver.sleep(LONG_SLEEP);
            }
            assertTrue(new Packet(3, 8).send(neighbour));
            receive(receiver, sources, 1);
        }
        Path inbox = Path.of(addressOf(receiver).lines().skip(1).findFirst().orElseThrow());
        try (MemoryFile file = MemoryFile.open(inbox)) {
            assertEquals(InboxLayout.channelAt(3), file.bytes());
        }
    }

    /** More peers than one word has bits for. */
    @Test
    void memoryOfManyEndedProcessesOfOtherJobsIsUsedAgain() {
        int many = 70;
        Transport receiver = open(0, 1);
        List<Integer> sources = new ArrayList<>();
        for (int round = 0; round < 2; round++) {
            List<Transport> senders = new ArrayList<>();
            for (int i = 1; i <= many; i++) {
                int job = round * many + i;
                Transport sender = openOther(job);
                senders.add(sender);
                sender.introduce(1, peer(0), secret(99));
                receiver.introduce(job, peer(job), secret(99));
                assertTrue(new Packet(3, 8).send(sender.connect(1, receiver.address())));
                receive(receiver, sources, job);
                receiver.connect(job, sender.address());
            }
            Map<Integer, String> lost = new HashMap<>();
            opened.removeAll(senders);
            senders.forEach(Transport::close);
            while (lost.size() < many) {
                receiver.progress(collecting(lost));
                receiver.sleep(LONG_SLEEP);
            }
        }
        Path inbox = Path.of(addressOf(receiver).lines().skip(1).findFirst().orElseThrow());
        try (MemoryFile file = MemoryFile.open(inbox)) {
            assertEquals(InboxLayout.channelAt(many), file.bytes());
        }
    }

    /** This rank has no channel to the processes, so it knows them only by what they have written into its inbox. */
    @Test
    void memoryOfAnEndedProcessThatHasOnlySentIsUsedAgain() throws Exception {
        Transport receiver = open(0, 2);
        Path inbox = Path.of(addressOf(receiver).lines().skip(1).findFirst().orElseThrow());
        List<Integer> sources = new ArrayList<>();
        for (int job = 1; job <= 3; job++) {
            Transport sender = openOther(job);
            sender.introduce(1, peer(0), secret(99));
            Channel channel = sender.connect(1, receiver.address());
            Process process = new ProcessBuilder("sleep", "300").start();
            try (MemoryFile file = MemoryFile.open(inbox); Arena arena = Arena.ofConfined()) {
                file.map(InboxLayout.channelAt(0), ChannelLayout.PAGE, arena).set(ValueLayout.JAVA_INT,
                    InboxLayout.SENDER_PROCESS_AT, (int) process.pid());
            }
            receiver.introduce(1 + job, peer(job), secret(99));
            assertTrue(new Packet(3, 8).send(channel));
            receive(receiver, sources, 1 + job);
            process.destroyForcibly().waitFor();
            Map<Integer, String> lost = new HashMap<>();
            while (lost.isEmpty()) {
                receiver.progress(collecting(lost));
                receiver.sleep(LONG_SLEEP);
            }
            assertEquals(Set.of(1 + job), lost.keySet());
            assertTrue(lost.get(1 + job).contains("process " + process.pid() + " of this host has ended"),
                lost::toString);
        }
        try (MemoryFile file = MemoryFile.open(inbox)) {
            assertEquals(InboxLayout.channelAt(1), file.bytes());
        }
    }

    private static void receive(Transport receiver, List<Integer> sources, int sender) {
        sources.clear();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (sources.isEmpty()) {
            assertTrue(System.nanoTime() - end < 0, "no packet comes from rank " + sender);
            receiver.progress((source, _, _, _, _, _) -> sources.add(source));
        }
        assertEquals(List.of(sender), sources);
    }

    @Test
    void senderThatNobodyHasIntroducedIsNotHeardBeforeSomebodyDoes() {
        Transport receiver = open(0, 1);
        Transport stranger = openOther(1);
        stranger.introduce(1, peer(0), secret(99));
        assertTrue(new Packet(3, 8).send(stranger.connect(1, receiver.address())));
        for (int i = 0; i < 100; i++) {
            receiver.progress(NOBODY);
        }
        receiver.introduce(7, peer(1), secret(99));
        int[] from = {-1};
        while (from[0] < 0) {
            receiver.progress((source, _, _, _, _, _) -> from[0] = source);
        }
        assertEquals(7, from[0]);
    }

    /** An open that fails in the same way before. Java needs descriptors to load the classes that this needs. */
    private static void loadClassesOfErrors() {
        assertThrows(TransportException.class, () -> MemoryFile.open(Path.of("/proc/self/fd/1000000")));
    }

    /** After so many polls without a sender, the header is mapped. */
    private static void mapHeader(Transport receiver) {
        for (int i = 0; i < 1 << 16; i++) {
            receiver.progress(NOBODY);
        }
    }

    @Test
    void senderWhoseChannelCannotBeMappedNowIsHeardLater() throws Exception {
        Transport receiver = open(0, 2);
        mapHeader(receiver);
        assertTrue(new Packet(3, 8).send(open(1, 2).connect(0, receiver.address())));
        loadClassesOfErrors();
        try (ResourceLimit _ = ResourceLimit.noDescriptors()) {
            assertFalse(receiver.progress(NOBODY));
            assertFalse(receiver.progress(NOBODY));
        }
        receive(receiver, new ArrayList<>(), 1);
    }

    @Test
    void aSenderWhoseChannelCannotBeMappedKeepsNoOtherFromBeingHeard() throws Exception {
        Transport receiver = open(0, 3);
        Channel known = open(1, 3).connect(0, receiver.address());
        assertTrue(new Packet(3, 8).send(known));
        receive(receiver, new ArrayList<>(), 1);
        assertTrue(new Packet(3, 8).send(open(2, 3).connect(0, receiver.address())));
        loadClassesOfErrors();
        try (ResourceLimit _ = ResourceLimit.noDescriptors()) {
            for (int i = 0; i < 3; i++) {
                assertTrue(new Packet(3, 8).send(known));
                receive(receiver, new ArrayList<>(), 1);
                receiver.progress(NOBODY);
            }
        }
        receive(receiver, new ArrayList<>(), 2);
    }

    @Test
    void anInboxThatCannotBeMappedNowIsMappedLater() throws Exception {
        Transport receiver = open(0, 2);
        assertTrue(new Packet(3, 8).send(open(1, 2).connect(0, receiver.address())));
        loadClassesOfErrors();
        try (ResourceLimit _ = ResourceLimit.noDescriptors()) {
            assertFalse(receiver.progress(NOBODY));
            assertFalse(receiver.progress(NOBODY));
        }
        receive(receiver, new ArrayList<>(), 1);
    }

    /** No call may throw: a thread that cannot be woken would sleep on, and the thread of a sentry would end. */
    @Test
    void rankWhoseInboxCannotBeMappedNowSleepsAndWakesOthers() throws Exception {
        Futex.link();
        Transport receiver = open(0, 2);
        Channel channel = open(1, 2).connect(0, receiver.address());
        for (int i = 0; i < 2000; i++) { // from now on a sleep may use futex
            receiver.sleep(1);
        }
        assertTrue(new Packet(3, 8).send(channel));
        loadClassesOfErrors();
        try (ResourceLimit _ = ResourceLimit.noDescriptors()) {
            for (int i = 0; i < 1000; i++) {
                assertFalse(receiver.progress(NOBODY));
                receiver.prepareToSleep();
                receiver.wake();
                receiver.sleep(100_000);
            }
        }
        receive(receiver, new ArrayList<>(), 1);
    }

    @Test
    void connectThatFailsForLackOfDescriptorsMayPass() throws Exception {
        Transport receiver = open(0, 2);
        Transport sender = open(1, 2);
        loadClassesOfErrors();
        TransportException[] failure = new TransportException[1];
        try (ResourceLimit _ = ResourceLimit.noDescriptors()) {
            try {
                sender.connect(0, receiver.address());
            } catch (TransportException e) {
                failure[0] = e;
            }
        }
        assertTrue(failure[0].mayPass(), failure[0]::getMessage);
        assertTrue(new Packet(3, 8).send(sender.connect(0, receiver.address())));
        receive(receiver, new ArrayList<>(), 1);
    }

    @Test
    void senderThatIsIntroducedWhenItsChannelCannotBeMappedIsHeardLater() throws Exception {
        Transport receiver = open(0, 1);
        Transport stranger = openOther(1);
        stranger.introduce(1, peer(0), secret(99));
        assertTrue(new Packet(3, 8).send(stranger.connect(1, receiver.address())));
        receiver.progress(NOBODY);
        loadClassesOfErrors();
        try (ResourceLimit _ = ResourceLimit.noDescriptors()) {
            receiver.introduce(7, peer(1), secret(99));
            assertFalse(receiver.progress(NOBODY));
        }
        receive(receiver, new ArrayList<>(), 7);
    }

    /** Rank 0, which gives up at once what it cannot map. */
    private Transport openImpatient(int size) {
        Transport transport = new ShmTransport(new Job(0, size, size, new byte[32]), 64 << 10, 0, 0);
        opened.add(transport);
        return transport;
    }

    /** One failure tells that no other channel can be mapped either, and may take long. So it ends the poll. */
    @Test
    void sendersWhoseChannelsCanNeverBeMappedAreLostOneAfterTheOther() throws Exception {
        Transport receiver = openImpatient(4);
        Channel known = open(3, 4).connect(0, receiver.address());
        assertTrue(new Packet(3, 8).send(known));
        receive(receiver, new ArrayList<>(), 3);
        for (int sender = 1; sender < 3; sender++) {
            assertTrue(new Packet(3, 8).send(open(sender, 4).connect(0, receiver.address())));
        }
        Map<Integer, String> lost = new HashMap<>();
        PacketHandler handler = collecting(lost);
        lossOf(ProcessHandle.current().pid(), 1_000_000); // loads the classes that report a loss
        loadClassesOfErrors();
        try (ResourceLimit _ = ResourceLimit.noDescriptors()) {
            awaitLosses(receiver, handler, lost, 1);
            assertEquals(Set.of(1), lost.keySet());
            awaitLosses(receiver, handler, lost, 2);
        }
        assertEquals(Set.of(1, 2), lost.keySet());
        assertTrue(lost.get(1).contains("could not map the channel from rank 1: ")
            && lost.get(1).contains("Too many open files; ulimit -n and vm.max_map_count"), lost::toString);
        assertTrue(new Packet(3, 8).send(known));
        receive(receiver, new ArrayList<>(), 3);
    }

    private static void awaitLosses(Transport transport, PacketHandler handler, Map<Integer, String> lost,
                                    int number) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (lost.size() < number) {
            assertTrue(System.nanoTime() - end < 0, () -> "only these are lost: " + lost);
            transport.progress(handler);
        }
    }

    @Test
    void rankWhoseInboxCanNeverBeMappedIsToldWhy() throws Exception {
        Transport receiver = openImpatient(2);
        loadClassesOfErrors();
        try (ResourceLimit _ = ResourceLimit.noDescriptors()) {
            mapHeader(receiver); // tries in vain. Nobody has sent, so nothing is missing
        }
        assertTrue(new Packet(3, 8).send(open(1, 2).connect(0, receiver.address())));
        try (ResourceLimit _ = ResourceLimit.noDescriptors()) {
            String message = assertThrows(TransportException.class, () -> receiver.progress(NOBODY)).getMessage();
            assertTrue(message.contains("could not map its inbox: ") && message.contains("ulimit -n"), message);
        }
        receive(receiver, new ArrayList<>(), 1);
    }

    private static long mappingsOf(Transport owner) throws IOException {
        String file = addressOf(owner).lines().toList().get(2);
        try (Stream<String> mappings = Files.lines(Path.of("/proc/self/maps"))) {
            return mappings.filter(each -> each.endsWith(file)).count();
        }
    }

    /** The engine may try again a hundred times a second. The inbox has no room for a channel at first. */
    @Test
    void failedTriesToConnectTakeOneSlotAndOneMapping() throws Exception {
        Transport sender = open(0, 2);
        Transport receiver = open(1, 2);
        try (ResourceLimit _ = ResourceLimit.fileSize(InboxLayout.HEADER_BYTES)) {
            for (int i = 0; i < 5; i++) {
                String message = assertThrows(TransportException.class, () -> sender.connect(1, receiver.address()))
                    .getMessage();
                assertTrue(message.contains("cannot reserve"), message);
            }
        }
        assertEquals(1, mappingsOf(receiver));
        assertTrue(new Packet(3, 8).send(sender.connect(1, receiver.address())));
        receive(receiver, new ArrayList<>(), 0);
        Path inbox = Path.of(addressOf(receiver).lines().toList().get(1));
        try (MemoryFile file = MemoryFile.open(inbox)) {
            assertEquals(InboxLayout.channelAt(1), file.bytes());
        }
    }

    /** The sender has ended after it took a slot and before it wrote its number. */
    @Test
    void senderThatEndsBeforeItHasNamedItselfBlocksNoOther() {
        Transport receiver = open(0, 2);
        Transport sender = open(1, 2);
        Path inbox = Path.of(addressOf(receiver).lines().skip(1).findFirst().orElseThrow());
        try (Arena arena = Arena.ofConfined(); MemoryFile file = MemoryFile.open(inbox)) {
            MemorySegment header = file.map(0, InboxLayout.HEADER_BYTES, arena);
            header.set(ValueLayout.JAVA_INT, InboxLayout.SLOTS_TAKEN_AT, 2);
        }
        assertTrue(new Packet(3, 8).send(sender.connect(0, receiver.address())));
        int[] from = {-1};
        while (from[0] < 0) {
            receiver.progress((source, _, _, _, _, _) -> from[0] = source);
        }
        assertEquals(1, from[0]);
    }

    /** The first sender has ended after it wrote its name and before it counted itself. */
    @Test
    void senderThatEndsBeforeItHasCountedItselfHidesNoLaterOne() {
        Transport receiver = open(0, 4);
        for (int sender = 1; sender < 3; sender++) {
            assertTrue(new Packet(3, 8).send(open(sender, 4).connect(0, receiver.address())));
        }
        Path inbox = Path.of(addressOf(receiver).lines().skip(1).findFirst().orElseThrow());
        try (Arena arena = Arena.ofConfined(); MemoryFile file = MemoryFile.open(inbox)) {
            MemorySegment header = file.map(0, InboxLayout.HEADER_BYTES, arena);
            header.set(ValueLayout.JAVA_INT, InboxLayout.SENDERS_AT, 1);
        }
        List<Integer> sources = new ArrayList<>();
        PacketHandler handler = (source, _, _, _, _, _) -> sources.add(source);
        while (sources.size() < 2) {
            receiver.progress(handler);
        }
        assertTrue(new Packet(3, 8).send(open(3, 4).connect(0, receiver.address())));
        receive(receiver, sources, 3);
    }

    /** The transport does not trust a number of slots beyond the file, or a channel beyond its layout. */
    @Test
    void damagedInboxCostsTheSenderAndNobodyElse() {
        Transport receiver = open(0, 3);
        Transport other = open(2, 3);
        Channel channel = open(1, 3).connect(0, receiver.address());
        Channel intact = other.connect(0, receiver.address());
        List<Integer> sources = new ArrayList<>();
        List<String> losses = new ArrayList<>();
        PacketHandler handler = new PacketHandler() {
            @Override
            public void packet(int source, long envelope, long header, MemorySegment segment, long offset,
                               long bytes) {
                sources.add(source);
            }

            @Override
            public void lost(int rank, TransportException cause) {
                losses.add(rank + " " + cause.getMessage());
            }
        };
        assertTrue(new Packet(0, 10).send(channel));
        Path path = Path.of(addressOf(receiver).lines().skip(1).findFirst().orElseThrow());
        try (MemoryFile file = MemoryFile.open(path); Arena arena = Arena.ofConfined()) {
            file.map(0, InboxLayout.HEADER_BYTES, arena).set(ValueLayout.JAVA_INT, InboxLayout.SLOTS_TAKEN_AT,
                Integer.MAX_VALUE);
            receiver.progress(handler);
            receiver.progress(handler);
            assertEquals(List.of(1), sources);
            MemorySegment cells = file.map(InboxLayout.channelAt(0), ChannelLayout.CHANNEL_BYTES, arena);
            long second = 4 * ChannelLayout.LINE + 2 * ChannelLayout.LINE;
            cells.set(ValueLayout.JAVA_LONG, second + 24, 1L << 40 | 5000);
            cells.set(ValueLayout.JAVA_LONG, second, 200L << 32 | 2);
        }
        assertTrue(new Packet(0, 10).send(intact));
        for (int i = 0; i < 3; i++) {
            receiver.progress(handler);
        }
        assertEquals(List.of(1, 2), sources);
        assertEquals(1, losses.size());
        assertTrue(losses.getFirst().startsWith("1 ") && losses.getFirst().contains("damaged"), losses::toString);
    }

    @Test
    void congestionReachesTheSendersChannel() {
        Transport sender = open(0, 2);
        Transport receiver = open(1, 2);
        Channel channel = sender.connect(1, receiver.address());
        assertTrue(new Packet(0, 5).send(channel));
        AtomicInteger received = new AtomicInteger();
        while (received.get() == 0) {
            receiver.progress((_, _, _, _, _, _) -> received.incrementAndGet());
        }
        receiver.congested(0, true);
        assertTrue(channel.congested());
        receiver.congested(0, false);
        assertFalse(channel.congested());
    }

    @Test
    void packetThatComesDuringASleepEndsIt() throws InterruptedException {
        Transport sender = open(0, 2);
        Transport receiver = open(1, 2);
        int packets = 2000;
        int[] received = new int[1];
        Thread sleeper = Thread.ofPlatform().start(() -> {
            PacketHandler handler = (int _, long _, long _, MemorySegment _, long _, long _) -> received[0]++;
            while (received[0] < packets) {
                if (!receiver.progress(handler)) {
                    receiver.prepareToSleep();
                    receiver.sleep(LONG_SLEEP);
                }
            }
        });
        Channel channel = sender.connect(1, receiver.address());
        for (int i = 0; i < packets; i++) {
            while (!new Packet(i, i % 50).send(channel)) {
                Thread.onSpinWait();
            }
            if (i % 10 == 0) {
                Thread.yield();
            }
        }
        sleeper.join();
        assertEquals(packets, received[0]);
    }

    @Test
    void doorbellEndsASleepWithoutAChannel() throws Exception {
        Futex.link();
        Transport receiver = open(0, 2);
        byte[] address = receiver.address();
        Transport other = open(1, 2);
        Doorbell doorbell = other.doorbell(0, address);
        for (int i = 0; i < 2000; i++) { // from now on a sleep may use futex
            receiver.sleep(1);
        }
        for (int i = 0; i < 100; i++) {
            receiver.prepareToSleep();
            Thread sleeper = Thread.ofPlatform().start(() -> receiver.sleep(Long.MAX_VALUE));
            doorbell.ring();
            assertTrue(sleeper.join(Duration.ofSeconds(30)));
        }
        Path inbox = Path.of(addressOf(receiver).lines().skip(1).findFirst().orElseThrow());
        try (MemoryFile file = MemoryFile.open(inbox)) {
            assertEquals(InboxLayout.channelAt(0), file.bytes());
        }
        // A channel can still be opened.
        assertTrue(new Packet(3, 8).send(other.connect(0, address)));
        receive(receiver, new ArrayList<>(), 1);
        opened.remove(receiver);
        receiver.close();
        other.doorbell(0, address).ring();
    }

    @Test
    void wakeEndsEverySleep() throws InterruptedException {
        Transport transport = open(0, 1);
        AtomicInteger awake = new AtomicInteger();
        List<Thread> sleepers = Stream.generate(() -> Thread.ofPlatform().start(() -> {
            // One thread at a time prepares a sleep, as in the engine.
            for (int i = 0; i < 1000; i++) {
                synchronized (transport) {
                    transport.prepareToSleep();
                }
                transport.sleep(LONG_SLEEP);
            }
            awake.incrementAndGet();
        })).limit(3).toList();
        while (awake.get() < 3) {
            transport.wake();
            Thread.yield();
        }
        for (Thread sleeper : sleepers) {
            sleeper.join();
        }
    }

    @Test
    void inboxIsForItsOwnerOnlyAndHasNoName() throws Exception {
        Transport transport = open(0, 2);
        Path path = Path.of(addressOf(transport).lines().toList().get(1));
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(path)));
        assertTrue(Files.readSymbolicLink(path).toString().endsWith(" (deleted)"));
        assertFalse(Files.exists(Files.readSymbolicLink(path)));
    }

    @Test
    void rankOfAnotherHostIsNotReached() {
        Transport transport = open(0, 2);
        assertTrue(transport.reaches(transport.address()));
        String address = addressOf(transport);
        String elsewhere = (address.charAt(0) == '0' ? '1' : '0') + address.substring(1);
        assertFalse(transport.reaches(elsewhere.getBytes(StandardCharsets.UTF_8)));
        assertFalse(transport.reaches(new byte[0]));
    }

    private static PacketHandler collecting(Map<Integer, String> lost) {
        return new PacketHandler() {
            @Override
            public void packet(int source, long envelope, long header, MemorySegment segment, long offset,
                               long bytes) {
                throw new AssertionError("a packet of rank " + source);
            }

            @Override
            public void lost(int rank, TransportException cause) {
                assertNull(lost.put(rank, cause.getMessage()), "told twice");
            }
        };
    }

    /** The address of a peer whose inbox another process has open under descriptor 9. */
    private static byte[] addressIn(long process, Transport peer) {
        List<String> lines = addressOf(peer).lines().toList();
        return (lines.get(0) + "\n/proc/" + process + "/fd/9\n" + lines.get(2)).getBytes(StandardCharsets.UTF_8);
    }

    /** The system has given the id of the process that has ended to another one. That one does not have the inbox. */
    @Test
    void peerWhoseProcessEndsIsLostAlsoIfItsIdIsUsedAgain() throws Exception {
        Transport transport = open(0, 2);
        Transport peer = open(1, 2);
        String path = addressOf(peer).lines().toList().get(1);
        Process process = new ProcessBuilder("sh", "-c", "exec 9<>" + path
            + "; echo open; read line; exec 9<&-; echo closed; read line").start();
        try {
            assertEquals("open", process.inputReader().readLine());
            transport.connect(1, addressIn(process.pid(), peer));
            process.outputWriter().write("\n");
            process.outputWriter().flush();
            assertEquals("closed", process.inputReader().readLine());
            Map<Integer, String> lost = new HashMap<>();
            while (lost.isEmpty()) {
                transport.progress(collecting(lost));
                transport.sleep(LONG_SLEEP);
            }
            assertTrue(lost.get(1).contains("process " + process.pid() + " of this host has ended"), lost::toString);
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    /** Another process of the same user has the id, and has an inbox of its own under the descriptor. */
    @Test
    void inboxOfAnotherProcessIsNotTakenForThatOfAPeerThatHasEnded() {
        Transport transport = open(0, 2);
        List<String> ended = addressOf(open(1, 2)).lines().toList();
        List<String> other = addressOf(openOther(1)).lines().toList();
        String address = ended.get(0) + "\n" + other.get(1) + "\n" + ended.get(2);
        Channel channel = transport.connect(1, address.getBytes(StandardCharsets.UTF_8));
        assertEquals(Channel.FULL, channel.reserve(0));
        Map<Integer, String> lost = new HashMap<>();
        assertTrue(transport.progress(collecting(lost)));
        assertTrue(lost.get(1).contains("is closed"), lost::toString);
    }

    /**
     * Two peers whose inboxes another process has open. That process is killed, after one of the peers has left in
     * order.
     */
    @Test
    void peerWhoseProcessEndsIsReportedAsLostUnlessItHasLeft() throws Exception {
        Transport transport = open(0, 3);
        List<Process> processes = new ArrayList<>();
        for (int rank = 1; rank < 3; rank++) {
            Transport peer = open(rank, 3);
            String path = addressOf(peer).lines().skip(1).findFirst().orElseThrow()
                .replace("/proc/self/", "/proc/" + ProcessHandle.current().pid() + "/");
            Process process = new ProcessBuilder("sh", "-c", "exec 9<>" + path + "; echo open; read nothing").start();
            processes.add(process);
            assertEquals('o', process.getInputStream().read());
            transport.connect(rank, addressIn(process.pid(), peer));
        }
        opened.remove(1).close();
        for (Process process : processes) {
            process.destroyForcibly().waitFor();
        }
        Map<Integer, String> lost = new HashMap<>();
        while (lost.isEmpty()) {
            transport.progress(collecting(lost));
            transport.sleep(LONG_SLEEP);
        }
        assertEquals(Set.of(2), lost.keySet());
        assertTrue(lost.get(2).contains("process " + processes.get(1).pid() + " of this host has ended"),
            lost::toString);
    }

    @Test
    void peerThatHasEndedIsReportedAsLost() {
        Transport transport = open(0, 2);
        Transport peer = new ShmProvider().open(new Job(1, 2, 2, new byte[32]), "");
        byte[] address = peer.address();
        peer.close();
        Channel channel = transport.connect(1, address);
        assertEquals(Channel.FULL, channel.reserve(0));
        Map<Integer, String> lost = new HashMap<>();
        PacketHandler handler = collecting(lost);
        assertTrue(transport.progress(handler));
        assertFalse(transport.progress(handler));
        assertEquals(Set.of(1), lost.keySet());
        assertTrue(lost.get(1).contains("rank 1: its inbox, /proc/")
            && lost.get(1).endsWith(" is closed: it has called MPI.Finalize"), lost::toString);
    }

    /** Connects to a peer whose inbox had this descriptor in a process. Returns why the peer is reported as lost. */
    private String lossOf(long process, int descriptor) {
        Transport transport = open(0, 2);
        String address = addressOf(transport).lines().findFirst().orElseThrow() + "\n/proc/" + process + "/fd/"
            + descriptor + "\n/dev/shm/mpj-1-1 (deleted)";
        Channel channel = transport.connect(1, address.getBytes(StandardCharsets.UTF_8));
        assertEquals(Channel.FULL, channel.reserve(0));
        Map<Integer, String> lost = new HashMap<>();
        assertTrue(transport.progress(collecting(lost)));
        return lost.get(1);
    }

    /** The peer has closed its inbox, and then opened another file. */
    @Test
    void descriptorThatLeadsToAnotherFileIsOfAPeerThatHasLeft(@TempDir Path folder) throws Exception {
        Path other = Files.writeString(folder.resolve("other"), "not an inbox");
        Process process = new ProcessBuilder("sh", "-c", "exec 9<>" + other + "; echo open; read nothing").start();
        try {
            assertEquals('o', process.getInputStream().read());
            String how = lossOf(process.pid(), 9);
            assertTrue(how.endsWith("it has called MPI.Finalize"), how);
            assertEquals("not an inbox", Files.readString(other));
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    /** Only root may look at the descriptors of a process that has ended and is still known to the system. */
    @Test
    void peerThatIsAZombieIsReportedAsLost() throws Exception {
        Process parent = new ProcessBuilder("sh", "-c", "sleep 60 & echo $!; exec sleep 60").start();
        try {
            long zombie = Long.parseLong(parent.inputReader().readLine());
            awaitText("/proc/" + parent.pid() + "/comm", "sleep"); // the shell might wait for its child, sleep does not
            ProcessHandle.of(zombie).orElseThrow().destroyForcibly();
            awaitText("/proc/" + zombie + "/stat", ") Z ");
            String how = lossOf(zombie, 9);
            assertTrue(how.endsWith("process " + zombie + " of this host has ended"), how);
        } finally {
            parent.destroyForcibly().waitFor();
        }
    }

    private static void awaitText(String file, String text) throws IOException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        for (String now = ""; !now.contains(text); now = Files.readString(Path.of(file))) {
            assertTrue(System.nanoTime() - end < 0, "no \"" + text + "\" in " + file + ": " + now);
            LockSupport.parkNanos(1_000_000);
        }
    }

    @Test
    void inboxOfAnotherLayoutIsRefused() {
        Transport transport = open(0, 2);
        Transport older = open(1, 2);
        Path inbox = Path.of(addressOf(older).lines().skip(1).findFirst().orElseThrow());
        try (Arena arena = Arena.ofConfined(); MemoryFile file = MemoryFile.open(inbox)) {
            file.map(0, InboxLayout.HEADER_BYTES, arena).set(ValueLayout.JAVA_INT, InboxLayout.VERSION_AT,
                InboxLayout.VERSION - 1);
        }
        String message = assertThrows(TransportException.class,
            () -> transport.connect(1, older.address())).getMessage();
        assertTrue(message.contains("inbox of rank 1") && message.contains("same version"), message);
    }
}
