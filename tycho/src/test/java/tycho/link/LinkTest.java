package tycho.link;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import javax.net.ssl.SSLEngine;
import mpj.tiers.SecondTier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tycho.mediator.Site;
import tycho.registry.Endpoint;
import tycho.security.Keys;
import tycho.wire.Packet;

/** Two ends of a connection. */
@Timeout(600)
class LinkTest {
    private static final long LIMIT_SECONDS = 300;
    private static final long POLL_NANOS = 1_000_000;
    /** After so many polls in which a receiver took nothing, it is held up. */
    private static final int MOST_REFUSALS = 300;
    private static final int LONGEST = 1 << 24;

    @TempDir
    private static Path folder;
    private static Path keys;
    private static Links links;

    private ServerSocket server;
    private Link left;
    private Link right;

    /** Keeps what it takes, and takes slowly what it is told to. */
    private static final class Taker implements Link.Receiver {
        private final BlockingQueue<Packet> taken = new LinkedBlockingQueue<>();
        private final CompletableFuture<IOException> end = new CompletableFuture<>();
        private final CountDownLatch open;
        private final int slowly;

        /** Packets whose head begins with the given byte wait until the latch is open. */
        Taker(int slowly, CountDownLatch open) {
            this.slowly = slowly;
            this.open = open;
        }

        @Override
        public boolean take(Packet packet) {
            boolean quickly = packet.head()[0] != slowly;
            if (quickly) {
                taken.add(packet);
            }
            return quickly;
        }

        @Override
        public void takeSlowly(Packet packet) throws IOException {
            try {
                if (packet.head()[0] == slowly) {
                    open.await();
                }
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            taken.add(packet);
        }

        @Override
        public void ended(IOException why) {
            end.complete(why);
        }

        Packet next() throws InterruptedException {
            Packet next = taken.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
            assertTrue(next != null, "no packet has come");
            return next;
        }
    }

    @BeforeAll
    static void makeKeys() throws IOException {
        keys = new Site(folder, "here").keys();
        links = new Links(Keys.read(keys, "client").everyone(), 1);
    }

    @BeforeEach
    void connect() throws Exception {
        server = Tls.listen("127.0.0.1", 0);
        CompletableFuture<Link> accepted = accept();
        left = links.connect(endpoint(), (int) TimeUnit.SECONDS.toMillis(LIMIT_SECONDS));
        right = accepted.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        left.longest(LONGEST);
    }

    private Endpoint endpoint() {
        return new Endpoint("127.0.0.1", server.getLocalPort());
    }

    /** Accepts the next connection. */
    private CompletableFuture<Link> accept() {
        CompletableFuture<Link> accepted = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                Link link = links.accept(server.accept());
                link.longest(LONGEST);
                accepted.complete(link);
            } catch (IOException e) {
                accepted.completeExceptionally(e);
            }
        });
        return accepted;
    }

    @AfterEach
    void end() throws IOException {
        left.abort();
        right.abort();
        server.close();
    }

    private static Set<Thread> networkThreads() {
        return Thread.getAllStackTraces().keySet().stream().filter(each -> each.getName().equals("tycho-network"))
            .collect(Collectors.toSet());
    }

    @Test
    void threadEndsWithTheLastLinkOnceItsOwnerIsClosed() throws Exception {
        Set<Thread> others = networkThreads();
        Links own = new Links(Keys.read(keys, "client").everyone(), 1);
        Thread.ofVirtual().start(() -> {
            try {
                links.accept(server.accept());
            } catch (IOException e) {
                // The other end notices.
            }
        });
        Endpoint endpoint = new Endpoint("127.0.0.1", server.getLocalPort());
        Link link = own.connect(endpoint, (int) TimeUnit.SECONDS.toMillis(LIMIT_SECONDS));
        Set<Thread> started = networkThreads();
        started.removeAll(others);
        assertEquals(1, started.size());
        own.close();
        assertTrue(started.iterator().next().isAlive());
        link.abort();
        assertTrue(started.iterator().next().join(Duration.ofSeconds(LIMIT_SECONDS)));
        IOException refusal = assertThrows(IOException.class, () -> own.connect(endpoint, 1000));
        assertTrue(refusal.getMessage().contains("this end is closed"), refusal::getMessage);
    }

    private static Packet packet(int kind, int number, int length) {
        byte[] body = new byte[length];
        new Random(number).nextBytes(body);
        return new Packet(ByteBuffer.allocate(5).put((byte) kind).putInt(number).array(), body);
    }

    private static void assertIs(Packet expected, Packet packet) {
        assertArrayEquals(expected.head(), packet.head());
        assertArrayEquals(expected.body(), packet.body());
    }

    @Test
    void packetsOfAllSizesArriveInOrderFromSeveralThreads() throws Exception {
        int[] lengths = {0, 1, 100, 16_370, 16_384, 40_000, 1 << 20, 3, 200_000};
        Taker taker = new Taker(-1, null);
        right.serve(taker);
        int threads = 3;
        List<Thread> senders = new ArrayList<>();
        for (int kind = 0; kind < threads; kind++) {
            int own = kind;
            senders.add(Thread.ofPlatform().start(() -> {
                for (int i = 0; i < 4 * lengths.length; i++) {
                    left.send(packet(own, i, lengths[i % lengths.length]));
                }
            }));
        }
        int[] next = new int[threads];
        for (int i = 0; i < threads * 4 * lengths.length; i++) {
            Packet packet = taker.next();
            int kind = packet.head()[0];
            assertIs(packet(kind, next[kind], lengths[next[kind] % lengths.length]), packet);
            next[kind]++;
        }
        for (Thread each : senders) {
            each.join();
        }
    }

    @Test
    void whatComesBeforeAReceiverIsThereWaitsForIt() throws Exception {
        for (int i = 0; i < 10; i++) {
            left.send(packet(0, i, 10));
        }
        assertIs(packet(0, 0, 10), right.receive());
        Taker taker = new Taker(-1, null);
        right.serve(taker);
        left.send(packet(0, 10, 10));
        for (int i = 1; i <= 10; i++) {
            assertIs(packet(0, i, 10), taker.next());
        }
    }

    @Test
    void aSlowReceiverHoldsUpTheSenderAndLosesNothing() throws Exception {
        CountDownLatch open = new CountDownLatch(1);
        Taker taker = new Taker(1, open);
        right.serve(taker);
        left.send(packet(0, 0, 10));
        left.send(packet(1, 1, 10));
        assertIs(packet(0, 0, 10), taker.next());
        int sent = 2;
        // Until the buffers of the system and of both ends are full, and stay full.
        for (int refused = 0; refused < MOST_REFUSALS; refused++) {
            if (left.offer(packet(0, sent, 1 << 20), 8 << 20)) {
                sent++;
                refused = 0;
                assertTrue(sent < 200, "the receiver takes " + sent + " MiB, although it waits");
            } else {
                LockSupport.parkNanos(POLL_NANOS);
            }
        }
        assertTrue(taker.taken.isEmpty(), "a packet has overtaken one that is taken slowly");
        open.countDown();
        assertIs(packet(1, 1, 10), taker.next());
        for (int i = 2; i < sent; i++) {
            assertIs(packet(0, i, 1 << 20), taker.next());
        }
    }

    @Test
    void whatWasSentBeforeTheEndArrives() throws Exception {
        Taker taker = new Taker(-1, null);
        right.serve(taker);
        for (int i = 0; i < 20; i++) {
            left.send(packet(0, i, 1 << 20));
        }
        left.close();
        assertFalse(left.offer(packet(0, 0, 1), Long.MAX_VALUE));
        for (int i = 0; i < 20; i++) {
            assertIs(packet(0, i, 1 << 20), taker.next());
        }
        assertTrue(taker.end.get(LIMIT_SECONDS, TimeUnit.SECONDS).getMessage().contains("closed"));
        assertFalse(right.isOpen());
    }

    @Test
    void whatIsRelayedArrivesInOrderAlsoBeforeTheEnd() throws Exception {
        int[] lengths = {0, 10, 1_000, 1_000, 1_000, 20_000, 10, 200_000};
        int count = 50 * lengths.length;
        right.serve(new Link.Receiver() {
            @Override
            public boolean take(Packet packet) {
                assertTrue(right.offerRelayed(packet, Long.MAX_VALUE));
                if (ByteBuffer.wrap(packet.head(), 1, Integer.BYTES).getInt() == count - 1) {
                    right.close();
                }
                return true;
            }

            @Override
            public void takeSlowly(Packet packet) {
                take(packet);
            }

            @Override
            public void ended(IOException why) {
                // The left end learns it.
            }
        });
        Taker taker = new Taker(-1, null);
        left.serve(taker);
        for (int i = 0; i < count; i++) {
            left.send(packet(0, i, lengths[i % lengths.length]));
        }
        for (int i = 0; i < count; i++) {
            assertIs(packet(0, i, lengths[i % lengths.length]), taker.next());
        }
        assertTrue(taker.end.get(LIMIT_SECONDS, TimeUnit.SECONDS).getMessage().contains("closed"));
    }

    /** Sends the header of a record of TLS, of which so many bytes would follow. */
    private static void sendHeader(SocketChannel channel, int length) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(5).put((byte) 0x17).putShort((short) 0x303).putShort((short) length);
        channel.write(header.flip());
    }

    private interface Sending {
        void send(SSLEngine engine, SocketChannel channel) throws IOException;
    }

    /** One thread serves all links of this test. */
    private void assertBreaksItsOwnLinkOnly(Sending sending) throws Exception {
        CompletableFuture<Link> accepted = accept();
        try (SocketChannel channel = Tls.connected(endpoint(), (int) TimeUnit.SECONDS.toMillis(LIMIT_SECONDS))) {
            SSLEngine engine = Tls.client(Keys.read(keys, "client").everyone(), endpoint());
            Tls.handshake(engine, channel.socket(), (int) TimeUnit.SECONDS.toMillis(LIMIT_SECONDS));
            Taker stranger = new Taker(-1, null);
            accepted.get(LIMIT_SECONDS, TimeUnit.SECONDS).serve(stranger);
            sending.send(engine, channel);
            stranger.end.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        }
        Taker taker = new Taker(-1, null);
        right.serve(taker);
        left.send(packet(0, 0, 10));
        assertIs(packet(0, 0, 10), taker.next());
    }

    @Test
    void aRecordThatIsTooLongBreaksItsOwnLinkOnly() throws Exception {
        assertBreaksItsOwnLinkOnly((engine, channel) -> sendHeader(channel, 0x8100));
    }

    /** The bytes of a long payload are decrypted into its own array. */
    @Test
    void aRecordThatIsTooLongForThePayloadBreaksItsOwnLinkOnly() throws Exception {
        int length = (1 << 14) + 256;
        assertBreaksItsOwnLinkOnly((engine, channel) -> {
            ByteBuffer record = ByteBuffer.allocate(1 << 16);
            engine.wrap(ByteBuffer.allocate(13).putInt(5).putInt(length).rewind(), record);
            channel.write(record.flip());
            sendHeader(channel, 0x4140);
        });
    }

    /** Each byte comes long before a read would take too long. */
    @Test
    void aHandshakeThatGoesOnAndOnIsEnded() throws Exception {
        CompletableFuture<Link> accepted = accept();
        try (Socket stranger = new Socket("127.0.0.1", server.getLocalPort())) {
            // A record of 16 KiB.
            stranger.getOutputStream().write(new byte[] {22, 3, 1, 64, 0});
            for (int sent = 0; sent < 60; sent++) {
                stranger.getOutputStream().write(0);
                try {
                    accepted.get(1, TimeUnit.SECONDS);
                } catch (TimeoutException e) {
                    // The next byte follows.
                }
            }
            fail("the handshake goes on and on");
        } catch (IOException | ExecutionException e) {
            // The other end has ended it.
        }
    }

    /** So many handshakes may be under way. */
    private static Turns turns(int most) {
        return new Turns(most, 100, System::nanoTime);
    }

    /** Accepts connections until the server is closed. */
    private BlockingQueue<Link> acceptAll(Links own) {
        BlockingQueue<Link> accepted = new LinkedBlockingQueue<>();
        Thread.ofVirtual().start(() -> Acceptor.run(server, "accepted", socket -> {
            try {
                accepted.add(own.accept(socket));
            } catch (IOException e) {
                // Strangers are refused.
            }
        }, why -> { }));
        return accepted;
    }

    /**
     * More strangers than there are turns send a first byte each, and come again when they are cut off. They come from
     * another address.
     */
    @Test
    void strangersCannotKeepAllTurns() throws Exception {
        Links few = new Links(Keys.read(keys, "client").everyone(), 1, turns(2), Long.MAX_VALUE);
        BlockingQueue<Link> accepted = acceptAll(few);
        CountDownLatch begun = new CountDownLatch(6);
        for (int i = 0; i < 6; i++) {
            Thread.ofVirtual().start(() -> {
                while (!server.isClosed()) {
                    try (Socket stranger = new Socket(server.getInetAddress(), server.getLocalPort(),
                            InetAddress.getByName("127.0.0.2"), 0)) {
                        stranger.getOutputStream().write(22);
                        begun.countDown();
                        stranger.getInputStream().readAllBytes();
                    } catch (IOException e) {
                        // It comes again.
                    }
                }
            });
        }
        assertTrue(begun.await(LIMIT_SECONDS, TimeUnit.SECONDS));
        try (Link link = links.connect(endpoint(), (int) TimeUnit.SECONDS.toMillis(LIMIT_SECONDS))) {
            assertTrue(link.isOpen());
            accepted.poll(LIMIT_SECONDS, TimeUnit.SECONDS).abort();
        } finally {
            server.close();
            few.close();
        }
    }

    /** A mediator that has much to do would otherwise compute for those only that have given up. */
    @Test
    void whoeverHasGoneBeforeItsTurnGetsNoHandshake() throws Exception {
        Turns turns = turns(1);
        Links one = new Links(Keys.read(keys, "client").everyone(), 1, turns, Long.MAX_VALUE);
        CompletableFuture<Exception> refused = new CompletableFuture<>();
        try (Turns.Turn other = turns.arrived(new Socket())) {
            other.await((int) TimeUnit.SECONDS.toMillis(LIMIT_SECONDS));
            Socket gone = new Socket(server.getInetAddress(), server.getLocalPort());
            Socket accepted = server.accept();
            Thread.ofVirtual().start(() -> {
                try {
                    one.accept(accepted);
                } catch (IOException e) {
                    refused.complete(e);
                }
            });
            gone.getOutputStream().write(new byte[] {22, 3, 1});
            gone.close();
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
            while (turns.asking() == 0) {
                assertTrue(System.nanoTime() - end < 0, "it does not ask for a turn");
                LockSupport.parkNanos(POLL_NANOS);
            }
        } finally {
            one.close();
        }
        String why = refused.get(LIMIT_SECONDS, TimeUnit.SECONDS).getMessage();
        assertTrue(why.contains("before its turn"), why);
    }

    @Test
    void whoeverOnlyConnectsHoldsUpNoHandshake() throws Exception {
        Links one = new Links(Keys.read(keys, "client").everyone(), 1, turns(1), Long.MAX_VALUE);
        BlockingQueue<Link> accepted = acceptAll(one);
        try (Socket first = new Socket("127.0.0.1", server.getLocalPort());
                Socket second = new Socket("127.0.0.1", server.getLocalPort());
                Link link = links.connect(endpoint(), (int) TimeUnit.SECONDS.toMillis(LIMIT_SECONDS))) {
            assertTrue(first.isConnected() && second.isConnected() && link.isOpen());
            accepted.poll(LIMIT_SECONDS, TimeUnit.SECONDS).abort();
            // Now one that begins holds up the others until it has gone.
            second.getOutputStream().write(22);
            CompletableFuture<Link> next = CompletableFuture.supplyAsync(() -> {
                try {
                    return links.connect(endpoint(), (int) TimeUnit.SECONDS.toMillis(LIMIT_SECONDS));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            second.shutdownOutput();
            next.get(LIMIT_SECONDS, TimeUnit.SECONDS).abort();
        } finally {
            one.close();
        }
    }

    /** The queue of a link that is busy need never be empty. What was written long ago does not wait any more. */
    @Test
    void onlyWhatIsNotWrittenCountsAsWaiting() throws Exception {
        int waiting = 24;
        int more = 40;
        Semaphore permits = new Semaphore(0);
        BlockingQueue<Packet> taken = new LinkedBlockingQueue<>();
        right.serve(new Link.Receiver() {
            @Override
            public boolean take(Packet frame) {
                return false;
            }

            @Override
            public void takeSlowly(Packet frame) {
                permits.acquireUninterruptibly();
                taken.add(frame);
            }

            @Override
            public void ended(IOException why) {
                // At the end of the test.
            }
        });
        for (int i = 0; i < waiting; i++) {
            left.send(packet(0, i, 1 << 20));
        }
        for (int i = 0; i < more; i++) {
            permits.release();
            assertTrue(taken.poll(LIMIT_SECONDS, TimeUnit.SECONDS) != null, "no packet has come");
            left.send(packet(0, waiting + i, 1 << 20));
        }
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        while (!left.hasRoom((waiting + 1) << 20)) {
            assertTrue(System.nanoTime() - end < 0, "more seems to wait than was sent and not received");
            LockSupport.parkNanos(POLL_NANOS);
        }
        permits.release(waiting);
    }

    /** A client that is refused may have sent much, which nobody takes. */
    @Test
    @SecondTier
    void aClosedLinkEndsAlsoIfNobodyTakesWhatHasCome() throws Exception {
        Set<Thread> others = networkThreads();
        Links own = new Links(Keys.read(keys, "client").everyone(), 1);
        CompletableFuture<Link> accepted = accept();
        Link refused = own.connect(endpoint(), (int) TimeUnit.SECONDS.toMillis(LIMIT_SECONDS));
        refused.longest(LONGEST);
        Set<Thread> started = networkThreads();
        started.removeAll(others);
        Link client = accepted.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        for (int i = 0; i < 3; i++) {
            client.send(packet(0, i, 600_000));
        }
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        while (!client.idle()) {
            assertTrue(System.nanoTime() - end < 0, "it is not sent");
            LockSupport.parkNanos(POLL_NANOS);
        }
        refused.close();
        own.close();
        assertTrue(started.iterator().next().join(Duration.ofSeconds(LIMIT_SECONDS)));
    }

    /** A renewal of a lease, for example, must not wait until all messages of all streams are sent. */
    @Test
    void whatIsSentFirstOvertakesWhatWaits() throws Exception {
        CountDownLatch open = new CountDownLatch(1);
        Taker taker = new Taker(1, open);
        right.serve(taker);
        left.send(packet(1, 0, 10));
        int count = 512;
        // More than the buffers of the system take.
        for (int i = 0; i < count; i++) {
            left.send(packet(0, i, 1 << 16));
        }
        left.sendFirst(packet(2, 0, 10));
        left.sendFirst(packet(2, 1, 10));
        open.countDown();
        assertIs(packet(1, 0, 10), taker.next());
        int[] taken = new int[3];
        for (int i = 0; i < count + 2; i++) {
            ByteBuffer head = ByteBuffer.wrap(taker.next().head());
            int kind = head.get();
            assertEquals(taken[kind]++, head.getInt());
            assertTrue(kind != 2 || taken[0] < count - 50, () -> "it has overtaken nothing: " + taken[0]);
        }
    }

    /** One client that does not read could take the memory of all others otherwise. */
    @Test
    void whatIsRelayedIsLimitedOnAllLinksTogether() throws Exception {
        Links few = new Links(Keys.read(keys, "client").everyone(), 1, new Turns(), 4 << 20);
        CompletableFuture<Link> accepted = accept();
        CountDownLatch open = new CountDownLatch(1);
        try (Link full = few.connect(endpoint(), (int) TimeUnit.SECONDS.toMillis(LIMIT_SECONDS))) {
            Taker slow = new Taker(1, open);
            accepted.get(LIMIT_SECONDS, TimeUnit.SECONDS).serve(slow);
            full.send(packet(1, 0, 10));
            int sent = 1;
            for (int refused = 0; refused < MOST_REFUSALS; refused++) {
                if (full.offerRelayed(packet(0, sent, 1 << 20), Long.MAX_VALUE)) {
                    sent++;
                    refused = 0;
                    assertTrue(sent < 100, "more than the limit waits");
                } else {
                    LockSupport.parkNanos(POLL_NANOS);
                }
            }
            CompletableFuture<Link> more = accept();
            try (Link empty = few.connect(endpoint(), (int) TimeUnit.SECONDS.toMillis(LIMIT_SECONDS))) {
                Taker quick = new Taker(-1, null);
                more.get(LIMIT_SECONDS, TimeUnit.SECONDS).serve(quick);
                assertTrue(empty.offerRelayed(packet(0, 7, 1 << 20), Long.MAX_VALUE));
                assertIs(packet(0, 7, 1 << 20), quick.next());
            }
            open.countDown();
            for (int i = 0; i < sent; i++) {
                assertEquals(i, ByteBuffer.wrap(slow.next().head(), 1, Integer.BYTES).getInt());
            }
            int next = sent;
            while (!full.offerRelayed(packet(0, next, 10), Long.MAX_VALUE)) {
                LockSupport.parkNanos(POLL_NANOS);
            }
            assertIs(packet(0, next, 10), slow.next());
        } finally {
            open.countDown();
            few.close();
        }
    }

    /** Relays to a link that nobody reads, until it takes no more. */
    private static void fill(Link full) {
        for (int refused = 0; refused < MOST_REFUSALS; refused++) {
            if (full.offerRelayed(packet(0, 0, 1 << 15), Long.MAX_VALUE)) {
                refused = 0;
            } else {
                LockSupport.parkNanos(POLL_NANOS);
            }
        }
    }

    @Test
    void slowLinksLeaveRoomForOthers() throws Exception {
        long room = 4 << 20;
        Links few = new Links(Keys.read(keys, "client").everyone(), 1, new Turns(), room);
        List<Link> all = new ArrayList<>();
        try {
            for (int i = 0; i < 4; i++) {
                CompletableFuture<Link> accepted = accept();
                all.add(few.connect(endpoint(), (int) TimeUnit.SECONDS.toMillis(LIMIT_SECONDS)));
                all.add(accepted.get(LIMIT_SECONDS, TimeUnit.SECONDS));
                Link slow = all.get(2 * i);
                fill(slow);
                // Each takes half of the rest.
                long share = room >> i + 1;
                assertFalse(slow.hasRoom(share / 2), () -> "less than " + share / 2 + " bytes wait");
                assertTrue(slow.hasRoom(share + share / 2), () -> "more than " + share + " bytes wait");
            }
        } finally {
            all.forEach(Link::abort);
            few.close();
        }
    }

    /** Whoever takes a frame may fail with an error. Its thread serves the other links as well. */
    @Test
    void anErrorBreaksItsOwnLinkOnly() throws Exception {
        CompletableFuture<Link> accepted = accept();
        try (Link failing = links.connect(endpoint(), (int) TimeUnit.SECONDS.toMillis(LIMIT_SECONDS))) {
            CompletableFuture<IOException> end = new CompletableFuture<>();
            failing.serve(new Link.Receiver() {
                @Override
                public boolean take(Packet frame) {
                    throw new OutOfMemoryError("as a test wants it");
                }

                @Override
                public void takeSlowly(Packet frame) {
                    take(frame);
                }

                @Override
                public void ended(IOException why) {
                    end.complete(why);
                }
            });
            accepted.get(LIMIT_SECONDS, TimeUnit.SECONDS).send(packet(0, 0, 10));
            String why = end.get(LIMIT_SECONDS, TimeUnit.SECONDS).getMessage();
            assertTrue(why.contains("as a test wants it"), why);
        }
        Taker taker = new Taker(-1, null);
        right.serve(taker);
        left.send(packet(0, 0, 10));
        assertIs(packet(0, 0, 10), taker.next());
    }

    @Test
    void aPacketBeyondTheLimitBreaksTheLink() throws Exception {
        right.longest(1_000);
        left.send(packet(0, 0, 2_000));
        String why = assertThrows(IOException.class, right::receive).getMessage();
        assertTrue(why.contains("5 and 2000 bytes; a frame may have at most 1000"), why);
        Taker taker = new Taker(-1, null);
        left.serve(taker);
        taker.end.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        assertEquals(0, taker.taken.size());
    }
}
