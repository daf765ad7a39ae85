package mpj.transport.nio;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.CRC32;
import mpj.tiers.Turn;
import mpj.transport.spi.Job;
import mpj.transport.spi.Peer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A process that connects to a rank without belonging to the job is disconnected, and the job does not notice. */
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StrangersTest {
    private static final int STRINGS = Turn.count("mpj.transport.nio.StrangersTest", 20_000, 100_000);
    private static final int THREADS = 4;
    private static final int MESSAGE_BYTES = 1000;
    private static final int LIMIT_MILLIS = 60_000;

    private Rank zero;
    private Rank one;
    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicInteger exchanged = new AtomicInteger();
    private final List<Throwable> wrong = Collections.synchronizedList(new ArrayList<>());
    private Thread job;

    /** Two ranks that exchange messages with checksums until the test is over. */
    @BeforeEach
    void runJob() {
        zero = new Rank(0, 3);
        one = new Rank(1, 3);
        job = Thread.ofPlatform().start(() -> {
            try {
                Random random = new Random(7);
                while (!over.get() || exchanged.get() == 0) {
                    exchange(zero, one, random);
                    exchange(one, zero, random);
                    exchanged.incrementAndGet();
                }
            } catch (Throwable e) {
                wrong.add(e);
            }
        });
    }

    private static void exchange(Rank from, Rank to, Random random) {
        byte[] message = new byte[random.nextInt(MESSAGE_BYTES)];
        random.nextBytes(message);
        from.send(to, checksum(message), message);
        Rank.await(() -> {
            to.packets.removeIf(packet -> packet.source() != from.number);
            return !to.packets.isEmpty();
        }, from, to);
        Rank.Packet packet = to.packets.removeFirst();
        assertEquals(packet.envelope(), checksum(packet.payload()));
        assertArrayEquals(message, packet.payload());
    }

    private static long checksum(byte[] message) {
        CRC32 checksum = new CRC32();
        checksum.update(message);
        return checksum.getValue();
    }

    @AfterEach
    void endJob() throws InterruptedException {
        over.set(true);
        job.join();
        Thread closing = Thread.ofPlatform().start(zero::close);
        one.close();
        closing.join();
        assertTrue(zero.losses.isEmpty() && one.losses.isEmpty());
        if (!wrong.isEmpty()) {
            throw new AssertionError(wrong.getFirst());
        }
    }

    private static InetSocketAddress listener(Rank rank) {
        return PeerAddress.decode(rank.transport.address()).socket();
    }

    /**
     * A connection that ends without the state TIME_WAIT. In that state, a hundred thousand connections would use up
     * the ports.
     */
    private static Socket connect(InetSocketAddress listener) throws IOException {
        Socket socket = new Socket();
        socket.setSoLinger(true, 0);
        socket.setSoTimeout(LIMIT_MILLIS);
        socket.connect(listener, LIMIT_MILLIS);
        return socket;
    }

    private static Greeting greeting(int from, int to) {
        Job job = new Job(from, 3, 3, Rank.SECRET);
        return new Greeter(job, Form.of(false), 1, "1.0", "elsewhere",
            new byte[Greeting.CERTIFICATE_BYTES]).greet(new Peer(job.launchedId(), from), to);
    }

    @Test
    void manyRandomAndMutatedStringsAreNotAcceptedAndDisturbNobody() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < THREADS; t++) {
            Random random = new Random(t);
            threads.add(Thread.ofPlatform().start(() -> {
                try {
                    for (int i = 0; i < STRINGS / THREADS; i++) {
                        throwAt(listener(zero), random);
                    }
                } catch (Throwable e) {
                    wrong.add(e);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        int before = exchanged.get();
        while (exchanged.get() < before + 10 && wrong.isEmpty()) {
            Thread.onSpinWait();
        }
    }

    private static void throwAt(InetSocketAddress listener, Random random) throws IOException {
        byte[] string = switch (random.nextInt(3)) {
            case 0 -> randomBytes(random, random.nextInt(600));
            case 1 -> mutated(greeting(2, 0).encode(), random);
            default -> concatenation(greeting(random.nextInt(4) - 1, random.nextInt(3)).encode(),
                randomBytes(random, random.nextInt(64)));
        };
        try (Socket socket = connect(listener)) {
            socket.getOutputStream().write(string);
            if (random.nextInt(16) == 0) {
                socket.shutdownOutput();
                // A greeting may be answered by a greeting. A verdict, which follows it, must not come.
                assertTrue(bytesUntilEnd(socket) <= Greeting.BYTES, "a stranger was accepted");
            }
        } catch (java.net.SocketException e) {
            // The rank closed the connection while this process was still sending.
            return;
        }
    }

    private static int bytesUntilEnd(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        int bytes = 0;
        while (in.read() >= 0) {
            bytes++;
        }
        return bytes;
    }

    private static byte[] randomBytes(Random random, int number) {
        byte[] bytes = new byte[number];
        random.nextBytes(bytes);
        return bytes;
    }

    private static byte[] mutated(byte[] greeting, Random random) {
        for (int i = random.nextInt(4); i >= 0; i--) {
            greeting[random.nextInt(greeting.length)] = (byte) random.nextInt();
        }
        return Arrays.copyOf(greeting, random.nextInt(greeting.length + 1));
    }

    private static byte[] concatenation(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    @Test
    void tenMegabytesOfRandomBytesAreDroppedUnread() throws IOException {
        byte[] much = randomBytes(new Random(3), 10 << 20);
        try (Socket socket = connect(listener(zero))) {
            boolean dropped = false;
            try {
                socket.getOutputStream().write(much);
                dropped = bytesUntilEnd(socket) == 0;
            } catch (java.net.SocketException e) {
                dropped = true;
            }
            assertTrue(dropped);
        }
    }

    @Test
    void strangerThatSaysNothingIsDropped() throws IOException {
        try (Socket socket = connect(listener(zero))) {
            assertEquals(0, bytesUntilEnd(socket));
        }
        try (Socket socket = connect(listener(zero))) {
            socket.getOutputStream().write(greeting(2, 0).encode());
            assertEquals(Greeting.BYTES, bytesUntilEnd(socket));
        }
    }

    @Test
    void strangersThatFillTheRoomKeepNoRankOut() throws Exception {
        List<Socket> crowd = new ArrayList<>();
        try (Rank two = new Rank(2, 3)) {
            for (int i = 0; i < 600; i++) {
                crowd.add(connect(listener(one)));
            }
            two.send(one, 5, new byte[0]);
            // The job's own thread lets rank 1 make progress.
            Rank.await(() -> two.transport.isConnected(1), two);
            two.transport.breakOff();
        } finally {
            for (Socket socket : crowd) {
                socket.close();
            }
        }
        over.set(true);
        job.join();
        // This test does not check that rank 2 has broken off.
        one.losses.clear();
    }

    @Test
    void recordedExchangeProvesNothingASecondTime() throws Exception {
        List<byte[]> said = Collections.synchronizedList(new ArrayList<>());
        try (ServerSocket between = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
             Rank two = new Rank(2, 3)) {
            // A relay in front of rank 0. It records what rank 2 sends, and never forwards the end of the connection.
            Thread relay = Thread.ofPlatform().start(() -> {
                try (Socket out = between.accept(); Socket in = connect(listener(zero))) {
                    forward(out, in, Greeting.BYTES, said);
                    forward(in, out, Greeting.BYTES, new ArrayList<>());
                    byte[] proof = out.getInputStream().readNBytes(JobKey.PROOF_BYTES);
                    said.add(proof);
                } catch (IOException e) {
                    wrong.add(e);
                }
            });
            two.transport.connect(0, PeerAddress.ofThisHost(
                (InetSocketAddress) between.getLocalSocketAddress()).encode());
            relay.join();
        }
        assertEquals(2, said.size());
        try (Socket socket = connect(listener(zero))) {
            socket.getOutputStream().write(said.getFirst());
            assertEquals(Greeting.BYTES, socket.getInputStream().readNBytes(Greeting.BYTES).length);
            socket.getOutputStream().write(said.getLast());
            assertEquals(0, bytesUntilEnd(socket), "a replayed proof was accepted");
        }
    }

    private static void forward(Socket from, Socket to, int bytes, List<byte[]> record) throws IOException {
        byte[] message = from.getInputStream().readNBytes(bytes);
        record.add(message);
        to.getOutputStream().write(message);
    }

    @Test
    void acceptingEndThatDoesNotKnowTheSecretGetsNoAnswer() throws Exception {
        try (ServerSocket impostor = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
             Rank two = new Rank(2, 3)) {
            two.transport.connect(0, PeerAddress.ofThisHost((InetSocketAddress) impostor.getLocalSocketAddress())
                .encode());
            try (Socket socket = impostor.accept()) {
                socket.setSoTimeout(LIMIT_MILLIS);
                socket.getInputStream().readNBytes(Greeting.BYTES);
                socket.getOutputStream().write(greeting(0, 2).encode());
                byte[] proof = socket.getInputStream().readNBytes(JobKey.PROOF_BYTES);
                // Sends the rank its own proof back, with the verdict that it is accepted.
                socket.getOutputStream().write(Verdict.ACCEPTED.ordinal());
                socket.getOutputStream().write(proof);
                assertEquals(0, bytesUntilEnd(socket));
            }
            assertTrue(!two.transport.isConnected(0));
        }
    }
}
