package mpj.runtime.host;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import mpj.runtime.wire.Frames;
import mpj.runtime.wire.JobEnvironment;
import mpj.runtime.wire.LauncherConnection;
import mpj.runtime.wire.Message;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class BootstrapServerTest {
    private static final int SIZE = 3;
    private static final byte[] SECRET = new byte[JobEnvironment.SECRET_BYTES];

    private final LinkedBlockingQueue<JobEvent> events = new LinkedBlockingQueue<>();
    private final List<AutoCloseable> opened = new ArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private KeyValueExchange exchange;
    private HostJob job;
    private BootstrapServer server;

    @BeforeEach
    void start() throws IOException {
        new Random(1).nextBytes(SECRET);
        exchange = KeyValueExchange.ofOneHost(SIZE);
        job = new HostJob("here", "", SIZE, List.of(0, 1, 2), SECRET);
        server = BootstrapServer.start(job, exchange, viewer -> viewer.send(new Message.Done()), JobClock.OWN,
            LauncherRequests.NONE, events::add);
    }

    @AfterEach
    void stop() throws Exception {
        threads.shutdownNow();
        for (AutoCloseable each : opened) {
            each.close();
        }
        server.close();
    }

    private LauncherConnection connect(int rank) throws IOException {
        LauncherConnection connection = LauncherConnection.open(job.environment(server.port(), rank));
        opened.add(connection);
        return connection;
    }

    private Socket stranger() throws IOException {
        Socket socket = new Socket("127.0.0.1", server.port());
        socket.setSoTimeout(30_000);
        opened.add(socket);
        return socket;
    }

    private static Message ask(LauncherConnection connection, Message request) throws IOException {
        connection.send(request);
        return connection.receive();
    }

    private void assertAnswers() throws IOException {
        assertInstanceOf(Message.Done.class, ask(connect(0), new Message.Put("alive", new byte[0])));
    }

    private static void assertDropped(Socket socket) throws IOException {
        try {
            assertEquals(-1, socket.getInputStream().read(), "a stranger got an answer");
        } catch (java.net.SocketException reset) {
            assertTrue(socket.isConnected());
        }
    }

    /** Asks for something, because a server that accepts a stranger says nothing until then. */
    private static void assertDropped(LauncherConnection connection) throws IOException {
        connection.timeout(30_000);
        IOException end = assertThrows(IOException.class,
            () -> ask(connection, new Message.Put("key", new byte[0])), "a stranger got an answer");
        assertFalse(end instanceof SocketTimeoutException, "the connection of a stranger was not closed");
    }

    @Test
    void valueIsSeenByAllAfterTheFence() throws Exception {
        byte[] value = new byte[Message.MAX_VALUE];
        new Random(2).nextBytes(value);
        List<LauncherConnection> ranks = List.of(connect(0), connect(1), connect(2));
        assertInstanceOf(Message.Done.class, ask(ranks.get(1), new Message.Put("key", value)));
        assertInstanceOf(Message.Refused.class, ask(ranks.get(2), new Message.Get(1, "key")));
        fenceAll(ranks);
        for (LauncherConnection rank : ranks) {
            assertArrayEquals(value,
                assertInstanceOf(Message.Value.class, ask(rank, new Message.Get(1, "key"))).bytes());
        }
    }

    @Test
    void laterValueReplacesAnEarlierOneAtTheNextFence() throws Exception {
        List<LauncherConnection> ranks = List.of(connect(0), connect(1), connect(2));
        for (byte round = 0; round < 50; round++) {
            ask(ranks.getFirst(), new Message.Put("round", new byte[] {round}));
            fenceAll(ranks);
            Message answer = ask(ranks.getLast(), new Message.Get(0, "round"));
            assertEquals(round, assertInstanceOf(Message.Value.class, answer).bytes()[0]);
        }
    }

    private void fenceAll(List<LauncherConnection> ranks) throws Exception {
        List<Callable<Message>> fences = new ArrayList<>();
        for (LauncherConnection rank : ranks) {
            fences.add(() -> ask(rank, new Message.Fence()));
        }
        for (Future<Message> fence : threads.invokeAll(fences, 30, TimeUnit.SECONDS)) {
            assertInstanceOf(Message.Done.class, fence.get());
        }
    }

    @Test
    void fenceFailsWhenARankHasEnded() throws Exception {
        LauncherConnection rank = connect(0);
        Future<Message> fence = threads.submit(() -> ask(rank, new Message.Fence()));
        exchange.ended(2, 0, "host nowhere: ended");
        Message.Refused refused = assertInstanceOf(Message.Refused.class, fence.get(30, TimeUnit.SECONDS));
        assertTrue(refused.reason().contains("rank 2 is lost: host nowhere: ended"), refused.reason());
    }

    @Test
    void abortAndFailureBecomeEvents() throws Exception {
        ask(connect(1), new Message.Abort(7, "why"));
        assertEquals(new JobEvent.Aborted(1, 7, "why"), events.poll(30, TimeUnit.SECONDS));
        ask(connect(2), new Message.Failed("no class"));
        assertEquals(new JobEvent.FailedToStart(2, "no class"), events.poll(30, TimeUnit.SECONDS));
    }

    @Test
    void exitingIsRemembered() throws Exception {
        ask(connect(1), new Message.Exiting());
        assertTrue(server.connections(1).saidExiting(30_000));
        assertEquals(false, server.connections(0).saidExiting(30_000));
    }

    @Test
    void wrongSecretIsDroppedWithoutAnAnswer() throws IOException {
        JobEnvironment right = job.environment(server.port(), 0);
        byte[] wrong = SECRET.clone();
        wrong[31] ^= 1;
        LauncherConnection connection = LauncherConnection.open(
            new JobEnvironment(right.host(), right.port(), 0, SIZE, SIZE, "", wrong));
        opened.add(connection);
        assertDropped(connection);
        assertAnswers();
    }

    @Test
    void rankOutsideTheJobIsDropped() throws IOException {
        JobEnvironment right = job.environment(server.port(), 0);
        LauncherConnection connection = LauncherConnection.open(
            new JobEnvironment(right.host(), right.port(), SIZE, SIZE + 1, SIZE + 1, "", SECRET));
        opened.add(connection);
        assertDropped(connection);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void garbageIsDroppedWithoutAnAnswer(long seed) throws IOException {
        Random random = new Random(seed);
        byte[] garbage = new byte[64 + random.nextInt(1_000)];
        random.nextBytes(garbage);
        Socket socket = stranger();
        socket.getOutputStream().write(garbage);
        assertDropped(socket);
        assertAnswers();
    }

    @Test
    void silentStrangersDoNotKeepRanksOut() throws IOException {
        for (int i = 0; i < 400; i++) {
            stranger();
        }
        assertAnswers();
    }

    @Test
    void messageBeyondTheLimitEndsItsConnectionOnly() throws IOException {
        Socket greedy = stranger();
        new Frames<>(Message.KINDS, greedy.getOutputStream(), Message.KINDS, greedy.getInputStream())
            .send(new Message.Hello(1, SECRET));
        greedy.getOutputStream().write(ByteBuffer.allocate(Integer.BYTES).putInt(Message.MAX_BYTES + 1).array());
        assertDropped(greedy);
        assertAnswers();
    }

    @Test
    void keysOfARankAreLimited() throws IOException {
        LauncherConnection rank = connect(0);
        Message answer = new Message.Done();
        for (int i = 0; i < 2_000 && answer instanceof Message.Done; i++) {
            answer = ask(rank, new Message.Put("key" + i, new byte[0]));
        }
        assertInstanceOf(Message.Refused.class, answer);
    }
}
