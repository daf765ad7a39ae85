package mpj.runtime.daemon;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import jdk.net.ExtendedSocketOptions;
import mpj.runtime.keys.OwnKey;
import mpj.tiers.SecondTier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/** A daemon whose agent leaves a trace of its start, and sends back everything that it receives. */
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock("the processor time that a flood takes")
@Timeout(300)
class DaemonTest {
    private static final String LIBRARY = "this version";
    /** The time that a stranger has. On a busy machine even a client with a known key may need seconds of it. */
    private static final int STRANGER_MILLIS = 60_000;
    /** The same where the test waits until it is over. */
    private static final int SHORT_STRANGER_MILLIS = 1_500;
    private static final int RANKS = 4;
    private static final long PATIENCE_MILLIS = 60_000;
    private static final long POLL_NANOS = 1_000_000L;

    @TempDir
    private Path folder;
    private OwnKey daemon;
    private OwnKey alice;
    private AuthorizedKeys keys;
    private DaemonServer server;

    @BeforeEach
    void start() throws IOException {
        daemon = OwnKey.of(folder.resolve("daemon/key"));
        alice = OwnKey.of(folder.resolve("alice/key"));
        keys = new AuthorizedKeys(folder.resolve("daemon/users"));
        keys.add("alice", RANKS, alice.publicKey(), "");
        List<String> agent = List.of("sh", "-c", "echo started >>" + folder.resolve("trace") + "; exec cat");
        server = start(agent, false, STRANGER_MILLIS);
    }

    private DaemonServer start(List<String> agent, boolean asOthers, int strangerMillis) throws IOException {
        return DaemonServer.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), daemon, keys,
            new AgentCommand(agent, LIBRARY), asOthers, strangerMillis);
    }

    /** A daemon that soon hangs up on strangers takes the place of the other one. */
    private void startImpatiently() throws IOException {
        server.close();
        server = start(List.of("touch", folder.resolve("trace").toString()), false, SHORT_STRANGER_MILLIS);
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
        // Each start leaves a file in the folder, which is then deleted.
        await("the agents end with the daemon", () -> server.agents() == 0);
    }

    private InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port());
    }

    private DaemonConnection ask(OwnKey self, DaemonRequest request) throws IOException {
        return DaemonConnection.open(address(), self, daemon.pair().getPublic(), request, PATIENCE_MILLIS);
    }

    private DaemonConnection startAgent(int ranks) throws IOException {
        return ask(alice, new DaemonRequest.Start(LIBRARY, ranks));
    }

    private static void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < deadline, what);
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    private void assertNothingStarted() {
        assertEquals(0, server.agents());
        assertFalse(Files.exists(folder.resolve("trace")));
    }

    private static String refusal(Refused call) {
        return assertThrows(IOException.class, call::run).getMessage();
    }

    private interface Refused {
        void run() throws IOException;
    }

    @Test
    void knownKeyTalksToItsAgentWhichEndsWithTheConnection() throws IOException {
        byte[] message = new byte[100_000];
        new Random(1).nextBytes(message);
        try (DaemonConnection connection = startAgent(2)) {
            assertTrue(connection.socket().getOption(StandardSocketOptions.SO_KEEPALIVE));
            assertEquals(30, connection.socket().getOption(ExtendedSocketOptions.TCP_KEEPIDLE));
            CompletableFuture.runAsync(() -> send(connection, message));
            assertArrayEquals(message, connection.socket().getInputStream().readNBytes(message.length));
            assertEquals(1, server.agents());
        }
        await("the agent outlives its connection", () -> server.agents() == 0);
    }

    private static void send(DaemonConnection connection, byte[] message) {
        try {
            connection.socket().getOutputStream().write(message);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void unknownKeyStartsNothing() throws IOException {
        OwnKey mallory = OwnKey.of(folder.resolve("mallory/key"));
        String message = refusal(() -> ask(mallory, new DaemonRequest.Start(LIBRARY, 1)));
        assertTrue(message.contains("mpjd add-key NAME " + mallory.publicKey()), message);
        assertNothingStarted();
    }

    @Test
    void removedKeyStartsNothing() throws IOException {
        startAgent(1).close();
        await("the first agent ends", () -> server.agents() == 0);
        Files.delete(folder.resolve("trace"));
        Files.writeString(folder.resolve("daemon/users"), "");
        refusal(() -> startAgent(1));
        assertNothingStarted();
    }

    @Test
    void daemonWithAnotherKeyIsGivenNothing() throws IOException {
        OwnKey expected = OwnKey.of(folder.resolve("other/key"));
        String message = refusal(() -> DaemonConnection.open(address(), alice, expected.pair().getPublic(),
            new DaemonRequest.Start(LIBRARY, 1), PATIENCE_MILLIS));
        assertTrue(message.contains(daemon.publicKey()), message);
        assertNothingStarted();
    }

    @Test
    void replayedConnectionStartsNothing() throws Exception {
        ByteArrayOutputStream recorded = new ByteArrayOutputStream();
        try (ServerSocket between = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<Void> relay = CompletableFuture.runAsync(() -> relay(between, recorded));
            InetSocketAddress detour = new InetSocketAddress(between.getInetAddress(), between.getLocalPort());
            DaemonConnection.open(detour, alice, daemon.pair().getPublic(), new DaemonRequest.Start(LIBRARY, 1),
                PATIENCE_MILLIS).close();
            relay.get(60, TimeUnit.SECONDS);
        }
        await("the recorded agent ends", () -> server.agents() == 0);
        Files.delete(folder.resolve("trace"));
        assertTrue(recorded.size() > 500, "nothing was recorded");
        try (Socket socket = new Socket(address().getAddress(), server.port())) {
            socket.getOutputStream().write(recorded.toByteArray());
            readToEnd(socket);
        }
        assertNothingStarted();
    }

    private void relay(ServerSocket between, ByteArrayOutputStream recorded) {
        try (Socket client = between.accept(); Socket onward = new Socket(address().getAddress(), server.port())) {
            Thread back = Thread.ofPlatform().daemon().start(() -> copy(onward, client, null));
            copy(client, onward, recorded);
            onward.shutdownOutput();
            back.join();
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void copy(Socket from, Socket to, ByteArrayOutputStream record) {
        try {
            byte[] buffer = new byte[4096];
            for (int got = from.getInputStream().read(buffer); got >= 0; got = from.getInputStream().read(buffer)) {
                if (record != null) {
                    record.write(buffer, 0, got);
                }
                to.getOutputStream().write(buffer, 0, got);
            }
        } catch (IOException e) {
            return; // either side has closed the connection
        }
    }

    /** The bytes that the daemon sends to a stranger before it hangs up in any way. */
    private static byte[] readToEnd(Socket socket) throws IOException {
        ByteArrayOutputStream heard = new ByteArrayOutputStream();
        socket.setSoTimeout(2 * STRANGER_MILLIS);
        try (InputStream in = socket.getInputStream()) {
            in.transferTo(heard);
        } catch (SocketTimeoutException e) {
            throw new AssertionError("the daemon did not hang up", e);
        } catch (IOException e) {
            return heard.toByteArray(); // the connection was reset
        }
        return heard.toByteArray();
    }

    @Test
    void garbageIsDisconnectedAndLearnsNothing() throws IOException {
        startImpatiently();
        Random random = new Random(2);
        for (int size : new int[] {1, 10, 1_000, 60_000}) {
            byte[] garbage = new byte[size];
            random.nextBytes(garbage);
            try (Socket socket = new Socket(address().getAddress(), server.port())) {
                try {
                    socket.getOutputStream().write(garbage);
                } catch (IOException e) {
                    continue; // the daemon has hung up already
                }
                String heard = new String(readToEnd(socket), StandardCharsets.ISO_8859_1);
                assertFalse(heard.contains("mpj") || heard.length() > 64, heard);
            }
        }
        assertNothingStarted();
    }

    @Test
    void senderThatDribblesIsDisconnected() throws Exception {
        startImpatiently();
        byte[] hello = {22, 3, 1, 2, 0, 1, 0, 1, (byte) 252, 3, 3};
        try (Socket socket = new Socket(address().getAddress(), server.port())) {
            int sent = 0;
            try {
                for (; sent < 10_000; sent++) {
                    socket.getOutputStream().write(sent < hello.length ? hello[sent] : 0);
                    TimeUnit.MILLISECONDS.sleep(50); // the attack itself
                }
            } catch (IOException e) {
                assertTrue(sent > 1, "hung up at once");
            }
            assertTrue(sent < 10_000, "the daemon listened for ever");
        }
        await("the dribbler is forgotten", () -> server.strangers() == 0);
        assertNothingStarted();
    }

    @Test
    @SecondTier
    void thousandConnectionsCostNoMoreThanAFewAndBlockNoUser() throws IOException {
        List<Socket> flood = new ArrayList<>();
        try {
            for (int i = 0; i < 1_000; i++) {
                flood.add(new Socket(address().getAddress(), server.port()));
                assertTrue(server.strangers() <= 129, () -> server.strangers() + " strangers are kept");
            }
            await("threads of connections that were turned away stay", () -> connectionThreads() < 200);
            try (DaemonConnection connection = startAgent(1)) {
                assertTrue(connection.socket().isConnected());
            }
        } finally {
            for (Socket socket : flood) {
                socket.close();
            }
        }
        await("the flood is forgotten", () -> server.strangers() == 0);
    }

    private static long connectionThreads() {
        return Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> thread.getName().equals("mpjd-connection")).count();
    }

    /** Each flooder sends the first bytes of a client, and then nothing. */
    @Test
    void knownKeyComesThroughAFloodFromItsOwnAddress() throws Exception {
        byte[] hello = recordedHello();
        AtomicBoolean flooding = new AtomicBoolean(true);
        List<Thread> flooders = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            boolean speaks = i % 2 == 0;
            flooders.add(Thread.ofPlatform().daemon().start(() -> flood(flooding, speaks ? hello : new byte[0])));
        }
        try {
            for (int i = 0; i < 4; i++) {
                startAgent(1).close();
                await("agent " + i + " ends", () -> server.agents() == 0);
            }
        } finally {
            flooding.set(false);
        }
        for (Thread flooder : flooders) {
            assertTrue(flooder.join(Duration.ofSeconds(60)), "a flooder does not end");
        }
        await("the flood is forgotten", () -> server.strangers() == 0);
    }

    /** Limits the number of connections that are open at once, and the number of all connections. */
    private void flood(AtomicBoolean flooding, byte[] words) {
        Deque<Socket> open = new ArrayDeque<>();
        for (int i = 0; i < 20_000 && flooding.get(); i++) {
            try {
                Socket socket = new Socket(address().getAddress(), server.port());
                open.add(socket);
                socket.getOutputStream().write(words);
                if (open.size() > 100) {
                    open.remove().close();
                }
            } catch (IOException e) {
                continue; // the daemon accepts no further connection at present
            }
        }
        for (Socket socket : open) {
            try {
                socket.close();
            } catch (IOException e) {
                continue; // the connection is gone
            }
        }
    }

    /** The first bytes of a client. */
    private byte[] recordedHello() throws Exception {
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            InetSocketAddress there = new InetSocketAddress(listener.getInetAddress(), listener.getLocalPort());
            CompletableFuture<byte[]> hello = CompletableFuture.supplyAsync(() -> {
                byte[] bytes = new byte[4096];
                try (Socket client = listener.accept()) {
                    return Arrays.copyOf(bytes, client.getInputStream().read(bytes));
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            refusal(() -> DaemonConnection.open(there, alice, daemon.pair().getPublic(), new DaemonRequest.Status(),
                0));
            return hello.get(60, TimeUnit.SECONDS);
        }
    }

    /** The other connections come from addresses each of which has as many connections as it may have. */
    @Test
    void knownKeyComesThroughWhenOtherAddressesTakeAllPlaces() throws IOException {
        List<Socket> flood = new ArrayList<>();
        try {
            for (int i = 0; i < 200; i++) {
                Socket socket = new Socket();
                flood.add(socket);
                socket.bind(new InetSocketAddress("127.0.0." + (2 + i % 5), 0));
                socket.connect(address());
            }
            startAgent(1).close();
        } finally {
            for (Socket socket : flood) {
                socket.close();
            }
        }
        await("the flood is forgotten", () -> server.strangers() == 0);
    }

    @Test
    void daemonThatHangsUpBeforeReadingTheKeyIsReportedAsOverloaded() throws Exception {
        try (ServerSocket between = new ServerSocket(0, 8, InetAddress.getLoopbackAddress())) {
            InetSocketAddress detour = new InetSocketAddress(between.getInetAddress(), between.getLocalPort());
            CompletableFuture<Void> hangUp = CompletableFuture.runAsync(() -> hangUp(between));
            String message = refusal(() -> DaemonConnection.open(detour, alice, daemon.pair().getPublic(),
                new DaemonRequest.Start(LIBRARY, 1), 0));
            assertTrue(message.contains("the daemon is overloaded") && !message.contains("does not know"), message);
            hangUp.get(60, TimeUnit.SECONDS);
        }
    }

    @Test
    void daemonThatHasHungUpIsAskedAgain() throws Exception {
        try (ServerSocket between = new ServerSocket(0, 8, InetAddress.getLoopbackAddress())) {
            InetSocketAddress detour = new InetSocketAddress(between.getInetAddress(), between.getLocalPort());
            CompletableFuture<Void> relay = CompletableFuture.runAsync(() -> {
                hangUp(between);
                hangUp(between);
                relay(between, new ByteArrayOutputStream());
            });
            DaemonConnection.open(detour, alice, daemon.pair().getPublic(), new DaemonRequest.Start(LIBRARY, 1),
                PATIENCE_MILLIS).close();
            relay.get(60, TimeUnit.SECONDS);
        }
    }

    private static void hangUp(ServerSocket listener) {
        try {
            listener.accept().close();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** These are the first two users after root on any Linux. */
    @Test
    void daemonOfRootStartsEachAgentAsTheUserOfItsKey() throws Exception {
        assumeTrue(Account.isRoot() && Files.isExecutable(Path.of("/usr/bin/setpriv")), "needs root, and setpriv");
        OwnKey bob = OwnKey.of(folder.resolve("bob/key"));
        OwnKey nameless = OwnKey.of(folder.resolve("nameless/key"));
        Files.writeString(keys.file(), "");
        keys.add("alice", RANKS, alice.publicKey(), "daemon");
        keys.add("bob", RANKS, bob.publicKey(), "nobody");
        keys.add("nameless", RANKS, nameless.publicKey(), "");
        String script = "echo $(id -u) $(id -G) $HOME ${DAEMONS_OWN-none} $USER; cat " + folder.resolve("daemon/key")
            + " >/dev/null 2>&1 && echo readable || echo secret; exec cat";
        try (DaemonServer root = start(List.of("sh", "-c", script), true, STRANGER_MILLIS)) {
            InetSocketAddress there = new InetSocketAddress(InetAddress.getLoopbackAddress(), root.port());
            for (String user : List.of("daemon", "nobody")) {
                Account account = Account.of(user);
                DaemonRequest request = new DaemonRequest.Start(LIBRARY, 1);
                try (DaemonConnection connection = DaemonConnection.open(there, user.equals("daemon") ? alice : bob,
                    daemon.pair().getPublic(), request, PATIENCE_MILLIS)) {
                    BufferedReader lines = new BufferedReader(new InputStreamReader(
                        connection.socket().getInputStream(), StandardCharsets.UTF_8));
                    assertEquals(account.uid() + " " + account.gid() + " " + account.home() + " none " + user,
                        lines.readLine());
                    assertEquals("secret", lines.readLine());
                }
            }
            String message = refusal(() -> DaemonConnection.open(there, nameless, daemon.pair().getPublic(),
                new DaemonRequest.Start(LIBRARY, 1), PATIENCE_MILLIS));
            assertTrue(message.contains("--as USER"), message);
            await("the agents end", () -> root.agents() == 0);
        }
        assertNothingStarted();
    }

    @Test
    void daemonThatIsNotOfRootRefusesAKeyOfAnotherUser() throws Exception {
        OwnKey bob = OwnKey.of(folder.resolve("bob/key"));
        keys.add("bob", RANKS, bob.publicKey(), "somebody");
        String message = refusal(() -> ask(bob, new DaemonRequest.Start(LIBRARY, 1)));
        assertTrue(message.contains("only root can start them"), message);
        assertNothingStarted();
    }

    @Test
    void ranksOfAUserAreLimited() throws IOException {
        assertTrue(refusal(() -> startAgent(RANKS + 1)).contains("alice may run 4"));
        assertTrue(refusal(() -> startAgent(-1)).contains("too many"));
        try (DaemonConnection first = startAgent(3)) {
            assertTrue(first.socket().isConnected());
            assertTrue(refusal(() -> startAgent(2)).contains("3 run"));
        }
        await("the first agent ends", () -> server.agents() == 0);
        startAgent(2).close();
    }

    @Test
    void limitThatTheAdministratorRaisesCountsTheRanksThatRun() throws IOException {
        try (DaemonConnection first = startAgent(3)) {
            assertTrue(first.socket().isConnected());
            Files.writeString(keys.file(), "");
            keys.add("alice", RANKS + 1, alice.publicKey(), "");
            String message = refusal(() -> startAgent(3));
            assertTrue(message.contains("alice may run 5 here at once, and 3 run"), message);
            startAgent(2).close();
        }
    }

    @Test
    void anotherVersionOfTheLibraryIsNamed() {
        String message = refusal(() -> ask(alice, new DaemonRequest.Start("that version", 1)));
        assertTrue(message.contains("this version") && message.contains("that version"), message);
        assertNothingStarted();
    }

    @Test
    void onlyTheDaemonsOwnKeyMayAskForStatusAndStop() throws Exception {
        assertTrue(refusal(() -> ask(alice, new DaemonRequest.Stop())).contains("administrator"));
        try (DaemonConnection agent = startAgent(3);
            DaemonConnection status = ask(daemon, new DaemonRequest.Status())) {
            assertTrue(agent.socket().isConnected());
            assertEquals("1 job\nalice from 127.0.0.1: 3 ranks\n", status.text());
        }
        ask(daemon, new DaemonRequest.Stop()).close();
        server.awaitStop();
    }
}
