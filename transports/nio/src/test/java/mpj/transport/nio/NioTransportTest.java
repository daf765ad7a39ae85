package mpj.transport.nio;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import mpj.bindings.Linux;
import mpj.bindings.ThisHost;
import mpj.transport.spi.Channel;
import mpj.transport.spi.Job;
import mpj.transport.spi.Transport;
import mpj.transport.spi.TransportException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several whole transports in this process. */
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class NioTransportTest {
    private final List<Rank> opened = new ArrayList<>();

    private Rank open(int rank, int size) {
        return opened(new Rank(rank, size));
    }

    private Rank opened(Rank rank) {
        opened.add(rank);
        return rank;
    }

    private List<Rank> job(int size) {
        return IntStream.range(0, size).mapToObj(rank -> open(rank, size)).toList();
    }

    @AfterEach
    void close() {
        // Each transport waits for the other's goodbye, so one thread must not close them one after the other.
        List<Thread> closing = opened.stream().map(rank -> Thread.ofPlatform().start(rank::close)).toList();
        for (Thread thread : closing) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Test
    void packetsCarryWhatWasSentAndByWhom() {
        List<Rank> ranks = job(4);
        Rank receiver = ranks.getFirst();
        for (Rank sender : ranks.subList(1, 4)) {
            for (int bytes : new int[] {0, 1, 7, 8, 9, 100, 5000}) {
                sender.send(receiver, sender.number, bytes(bytes, sender.number));
            }
        }
        Rank.await(() -> receiver.packets.size() == 21, ranks.toArray(Rank[]::new));
        for (Rank sender : ranks.subList(1, 4)) {
            List<Rank.Packet> packets =
                receiver.packets.stream().filter(packet -> packet.source() == sender.number).toList();
            assertEquals(List.of(0, 1, 7, 8, 9, 100, 5000), packets.stream().map(p -> p.payload().length).toList());
            for (Rank.Packet packet : packets) {
                assertEquals(sender.number, packet.envelope());
                assertEquals(~sender.number, packet.header());
                assertArrayEquals(bytes(packet.payload().length, sender.number), packet.payload());
            }
        }
    }

    /** The handshake, and reads that end in the middle, take bytes out of the sockets of which no selector knows. */
    @Test
    void manyEncryptedRanksHearAllThatCame() {
        int size = 8;
        int each = 400;
        List<Rank> ranks = IntStream.range(0, size)
            .mapToObj(rank -> opened(new Rank(rank, size, Rank.encrypted(), Rank.SECRET, "1.0"))).toList();
        for (int i = 0; i < each; i++) {
            for (Rank from : ranks) {
                for (Rank to : ranks) {
                    if (from != to) {
                        from.send(to, i, bytes(8, i));
                    }
                }
            }
        }
        Rank.await(() -> ranks.stream().allMatch(rank -> rank.packets.size() == each * (size - 1)),
            ranks.toArray(Rank[]::new));
    }

    @Test
    void rankIsHeardWhileOthersSendAllTheTime() {
        List<Rank> ranks = job(7);
        Rank receiver = ranks.getFirst();
        for (Rank sender : ranks.subList(1, 7)) {
            int before = receiver.packets.size();
            sender.send(receiver, 0, bytes(8, 1));
            Rank.await(() -> receiver.packets.size() > before, ranks.toArray(Rank[]::new));
        }
        for (int round = 0; round < 1000 && receiver.packets.stream().allMatch(p -> p.envelope() == 0); round++) {
            for (Rank busy : ranks.subList(1, 5)) {
                busy.send(receiver, 0, bytes(8, 1));
            }
            if (round == 20) {
                ranks.getLast().send(receiver, 1, bytes(8, 1)); // now the receiver hears the busy ones at each poll
            }
            receiver.transport.progress(receiver);
        }
        assertTrue(receiver.packets.stream().anyMatch(p -> p.source() == 6 && p.envelope() == 1));
    }

    @Test
    void floodThatTheReceiverDoesNotTakeIsHeldBackAndArrivesInOrderLater() {
        List<Rank> ranks = job(2);
        Channel channel = ranks.getFirst().connect(ranks.getLast());
        long fragment = channel.fragment(Long.MAX_VALUE);
        Random random = new Random(1);
        List<Integer> sizes = new ArrayList<>();
        boolean full = false;
        while (!full) {
            int bytes = random.nextInt((int) fragment + 1);
            full = channel.reserve(bytes) == Channel.FULL;
            if (!full) {
                channel.buffer().asSlice(channel.reserve(bytes), bytes).fill((byte) sizes.size());
                channel.commit(bytes, sizes.size(), Rank.PIECES);
                sizes.add(bytes);
            } else if (ranks.getFirst().transport.progress(ranks.getFirst())) {
                full = false;
            } else if (sizes.size() < 10) {
                full = false; // the connection is not open yet
            }
        }
        Rank receiver = ranks.getLast();
        Rank.await(() -> receiver.packets.size() == sizes.size()
            && receiver.packets.getLast().payload().length == sizes.getLast(), ranks.toArray(Rank[]::new));
        for (Rank.Packet packet : receiver.packets) {
            for (byte each : packet.payload()) {
                assertEquals((byte) packet.envelope(), each);
            }
        }
        assertEquals(sizes, receiver.packets.stream().map(packet -> packet.payload().length).toList());
        assertEquals(IntStream.range(0, sizes.size()).mapToObj(i -> (long) i).toList(),
            receiver.packets.stream().map(Rank.Packet::envelope).toList());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void ranksThatConnectToEachOtherAtOnceEndWithOneConnection(int round) {
        List<Rank> ranks = job(3);
        for (Rank from : ranks) {
            for (Rank to : ranks) {
                if (from != to) {
                    from.send(to, round, bytes(10, from.number));
                }
            }
        }
        Rank[] all = ranks.toArray(Rank[]::new);
        Rank.await(() -> ranks.stream().allMatch(rank -> rank.packets.size() == 2), all);
        for (Rank from : ranks) {
            for (Rank to : ranks) {
                if (from != to) {
                    from.send(to, 7, bytes(10, from.number));
                }
            }
        }
        Rank.await(() -> ranks.stream().allMatch(rank -> rank.packets.size() == 4), all);
        assertTrue(ranks.stream().allMatch(rank -> rank.losses.isEmpty()));
    }

    /** For example because this process has no descriptor left. The peer takes the connection for established. */
    @Test
    void connectionThatThisEndCannotUseIsALossForBothEnds() throws IOException {
        StreamFactory usual = StreamFactory.of(Rank.settings(null));
        StreamFactory without = new StreamFactory() {
            @Override
            public byte[] certificate() {
                return usual.certificate();
            }

            @Override
            public Stream open(SocketChannel channel, Handshake.Established established) throws IOException {
                throw new IOException("Too many open files");
            }
        };
        Rank sender = open(0, 2);
        try (Rank receiver = new Rank(1, 2, without)) {
            sender.connect(receiver);
            Rank.await(() -> sender.losses.size() == 1 && receiver.losses.size() == 1, sender, receiver);
            assertTrue(receiver.losses.getFirst().contains("Too many open files"), receiver.losses::toString);
        }
    }

    @Test
    void peerThatWasGivenUpFindsItsConnectionBroken() {
        Rank rank = open(0, 2);
        Rank gone = open(1, 2);
        byte[] address = gone.transport.address();
        gone.close();
        rank.transport.connect(1, address);
        Rank.await(() -> rank.losses.size() == 1, rank);
        Rank peer = open(1, 2);
        peer.connect(rank);
        Rank.await(() -> peer.losses.size() == 1, rank, peer);
    }

    @Test
    void manyPeersAreAllHeard() {
        List<Rank> ranks = job(12);
        Rank[] all = ranks.toArray(Rank[]::new);
        Rank hub = ranks.getFirst();
        for (int round = 0; round < 3; round++) {
            for (Rank peer : ranks.subList(1, 12)) {
                peer.send(hub, round, bytes(20, peer.number));
            }
            int expected = 11 * (round + 1);
            Rank.await(() -> hub.packets.size() == expected, all);
        }
    }

    @Test
    void congestionReachesTheSendersChannel() {
        List<Rank> ranks = job(2);
        Rank sender = ranks.getFirst();
        Rank receiver = ranks.getLast();
        Channel channel = sender.connect(receiver);
        sender.send(receiver, 1, new byte[5]);
        Rank.await(() -> receiver.packets.size() == 1, sender, receiver);
        assertFalse(channel.congested());
        receiver.transport.congested(0, true);
        Rank.await(channel::congested, sender, receiver);
        receiver.transport.congested(0, false);
        Rank.await(() -> !channel.congested(), sender, receiver);
    }

    /** Otherwise the rank would never learn that its messages pile up, however fast the receiver takes them. */
    @Test
    void senderThatMakesNoProgressIsHeldUpUntilItDoes() {
        int size = 16 << 10;
        Rank sender = open(0, 2);
        Rank receiver = open(1, 2);
        sender.send(receiver, 0, new byte[size]);
        Rank.await(() -> receiver.packets.size() == 1, sender, receiver);
        Channel channel = sender.connect(receiver);
        int sent = 0;
        for (int i = 0; i < 4096; i++) {
            if (channel.reserve(size) != Channel.FULL) {
                channel.commit(size, 0, 0);
                sent++;
            }
            receiver.transport.progress(receiver);
            receiver.packets.clear();
        }
        assertTrue(sent < 1024, sent + " packets left without a look at what the receiver says");
        Rank.await(() -> channel.reserve(size) != Channel.FULL, sender, receiver);
    }

    @Test
    void packetEndsASleep() throws InterruptedException {
        List<Rank> ranks = job(2);
        Rank sender = ranks.getFirst();
        Rank receiver = ranks.getLast();
        sender.send(receiver, 1, new byte[5]);
        Rank.await(() -> receiver.packets.size() == 1, sender, receiver);
        receiver.transport.prepareToSleep();
        Thread sleeper = Thread.ofPlatform().start(() -> receiver.transport.sleep(Long.MAX_VALUE));
        sender.send(receiver, 1, new byte[5]);
        sender.transport.progress(sender);
        sleeper.join();
    }

    @Test
    void wakeEndsASleepEvenIfItComesFirst() throws InterruptedException {
        Rank rank = open(0, 2);
        rank.transport.prepareToSleep();
        rank.transport.wake();
        Thread sleeper = Thread.ofPlatform().start(() -> rank.transport.sleep(Long.MAX_VALUE));
        sleeper.join();
    }

    @Test
    void peerThatVanishesIsLostAfterItsLastPacket() {
        List<Rank> ranks = job(2);
        Rank left = ranks.getFirst();
        Rank vanishing = ranks.getLast();
        vanishing.send(left, 1, new byte[5]);
        Rank.await(() -> left.packets.size() == 1, left, vanishing);
        vanishing.send(left, 2, new byte[10_000]);
        vanishing.transport.breakOff();
        assertTrue(left.transport.mayBring(1), "it has not read the connection to its end");
        Rank.await(() -> !left.losses.isEmpty(), left);
        assertFalse(left.transport.mayBring(1));
        assertEquals(2, left.packets.size());
        assertTrue(left.losses.getFirst().startsWith("rank 1: host " + ThisHost.name()), left.losses::toString);
        Channel channel = left.connect(vanishing);
        for (int i = 0; i < 1000; i++) {
            assertTrue(channel.reserve(60_000) != Channel.FULL);
            channel.commit(60_000, 1, 1);
        }
        assertFalse(left.transport.progress(left));
        assertEquals(1, left.losses.size());
    }

    @Test
    void peerThatClosesInOrderIsNotLost() throws InterruptedException {
        List<Rank> ranks = job(2);
        ranks.getFirst().send(ranks.getLast(), 1, new byte[5]);
        Rank.await(() -> ranks.getLast().packets.size() == 1, ranks.toArray(Rank[]::new));
        ranks.getLast().send(ranks.getFirst(), 2, new byte[60_000]);
        Thread closing = Thread.ofPlatform().start(ranks.getLast()::close);
        Rank.await(() -> ranks.getFirst().packets.size() == 1, ranks.getFirst());
        ranks.getFirst().close();
        closing.join();
        assertEquals(List.of(), ranks.getFirst().losses);
    }

    @Test
    void closeSendsWhatWasCommittedBeforeTheConnectionIsOpen() throws InterruptedException {
        List<Rank> ranks = job(2);
        ranks.getFirst().send(ranks.getLast(), 1, new byte[50_000]);
        Thread closing = Thread.ofPlatform().start(ranks.getFirst()::close);
        Rank.await(() -> ranks.getLast().packets.size() == 1, ranks.getLast());
        ranks.getLast().close();
        closing.join();
    }

    @Test
    void interruptOfAThreadInProgressClosesNothing() {
        List<Rank> ranks = job(2);
        Thread.currentThread().interrupt();
        ranks.getFirst().send(ranks.getLast(), 1, new byte[5]);
        Rank.await(() -> ranks.getLast().packets.size() == 1, ranks.toArray(Rank[]::new));
        ranks.getFirst().transport.prepareToSleep();
        ranks.getFirst().transport.sleep(1_000_000);
        assertTrue(Thread.interrupted());
        ranks.getLast().send(ranks.getFirst(), 1, new byte[5]);
        Rank.await(() -> ranks.getFirst().packets.size() == 1, ranks.toArray(Rank[]::new));
    }

    @Test
    void ranksWithDifferentVersionsBothSaySo() {
        Rank old = opened(new Rank(0, 2, Rank.settings(null), Rank.SECRET, "1.0"));
        Rank young = opened(new Rank(1, 2, Rank.settings(null), Rank.SECRET, "2.0"));
        young.send(old, 1, new byte[5]);
        Rank.await(() -> !old.losses.isEmpty() && !young.losses.isEmpty(), old, young);
        assertTrue(old.losses.getFirst().contains("version 2.0 of the library runs there, version 1.0 on"),
            old.losses::toString);
        assertTrue(young.losses.getFirst().contains("version 1.0 of the library runs there, version 2.0 on"),
            young.losses::toString);
    }

    @Test
    void rankOfAnotherJobGetsNoAnswer() {
        byte[] other = Rank.SECRET.clone();
        other[3] ^= 1;
        Rank rank = open(0, 2);
        Rank stranger = opened(new Rank(1, 2, Rank.impatient(), other, "1.0"));
        stranger.send(rank, 1, new byte[5]);
        Rank.await(() -> !stranger.losses.isEmpty(), rank, stranger);
        assertTrue(rank.packets.isEmpty());
        assertTrue(rank.losses.isEmpty());
    }

    @Test
    void peerThatRefusesIsLostAtOnceAndNamed() throws IOException {
        Rank rank = open(0, 2);
        try (Socket keepsThePort = new Socket()) { // it does not listen, and nobody else can meanwhile
            keepsThePort.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            InetSocketAddress nobody = (InetSocketAddress) keepsThePort.getLocalSocketAddress();
            Channel channel = rank.transport.connect(1, PeerAddress.ofThisHost(nobody).encode());
            channel.reserve(5);
            channel.commit(5, 1, 1);
            Rank.await(() -> !rank.losses.isEmpty(), rank);
            assertTrue(rank.losses.getFirst().contains(":" + nobody.getPort() + "): Connection refused"),
                rank.losses::toString);
        }
    }

    @Test
    void peerThatAcceptsButNeverAnswersIsLostInTime() throws IOException {
        Rank rank = opened(new Rank(0, 2, Rank.impatient(), Rank.SECRET, "1.0"));
        try (ServerSocket silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            rank.transport.connect(1, PeerAddress.ofThisHost(
                (InetSocketAddress) silent.getLocalSocketAddress()).encode());
            Rank.await(() -> !rank.losses.isEmpty(), rank);
        }
        assertTrue(rank.losses.getFirst().contains("it does not answer within 1 s"), rank.losses::toString);
    }

    @Test
    void loopbackAddressOfAnotherHostIsNotReached() {
        Transport transport = open(0, 2).transport;
        PeerAddress elsewhere = new PeerAddress("elsewhere", "another system", new InetSocketAddress("127.0.0.1", 4));
        assertFalse(transport.reaches(elsewhere.encode()));
        assertTrue(transport.reaches(transport.address()));
        assertTrue(transport.reaches(new PeerAddress("elsewhere", "x", new InetSocketAddress("10.0.0.1", 4)).encode()));
        TransportException e = assertThrows(TransportException.class,
            () -> transport.reaches("garbage\n1".getBytes(StandardCharsets.UTF_8)));
        assertTrue(e.getMessage().contains("garbage 1"), e::getMessage);
    }

    @ParameterizedTest
    @ValueSource(strings = {"lo", "127.0.0.1", "::1"})
    void interfaceMayBeANameOrAnAddress(String name) throws IOException {
        if (name.equals("::1")) {
            try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getByName(name))) {
                assertTrue(probe.isBound());
            } catch (IOException e) {
                org.junit.jupiter.api.Assumptions.abort("this host has no IPv6: " + e.getMessage());
            }
        }
        Rank first = opened(new Rank(0, 2, Rank.settings(name), Rank.SECRET, "1.0"));
        Rank second = opened(new Rank(1, 2, Rank.settings(name), Rank.SECRET, "1.0"));
        first.send(second, 1, new byte[5]);
        Rank.await(() -> second.packets.size() == 1, first, second);
    }

    @Test
    void unknownInterfaceIsNamedWithTheKnownOnes() {
        for (String name : List.of("nosuch0", "192.0.2.77", "no-such-host.invalid")) {
            TransportException e = assertThrows(TransportException.class,
                () -> opened(new Rank(0, 2, Rank.settings(name), Rank.SECRET, "1.0")));
            assertTrue(e.getMessage().startsWith("-Dmpj.nio.interface=" + name + ": host "), e::getMessage);
            assertTrue(e.getMessage().contains("lo ["), e::getMessage);
        }
    }

    @Test
    void rangeOfPortsThatIsInUseIsNamed() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            int port = taken.getLocalPort();
            NioSettings settings = new NioSettings(null, port, port, 0, 0, 2000, false, Linux.hasBindings());
            TransportException e = assertThrows(TransportException.class,
                () -> opened(new Rank(0, 2, settings, Rank.SECRET, "1.0")));
            assertTrue(e.getMessage().startsWith("-Dmpj.nio.ports=" + port + "-" + port + ": every port"),
                e::getMessage);
        }
    }

    @Test
    void argumentIsRefused() {
        TransportException e = assertThrows(TransportException.class,
            () -> new NioProvider().open(new Job(0, 1, 1, Rank.SECRET), "x"));
        assertEquals("-Dmpj.transport=nio:x: nio takes no argument; leave it out", e.getMessage());
    }

    private static byte[] bytes(int number, int seed) {
        byte[] bytes = new byte[number];
        new Random(seed).nextBytes(bytes);
        return Arrays.copyOf(bytes, number);
    }
}
