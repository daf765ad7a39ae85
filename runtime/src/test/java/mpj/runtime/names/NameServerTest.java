package mpj.runtime.names;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import mpj.runtime.keys.KeyedConnection;
import mpj.runtime.keys.KnownDaemons;
import mpj.runtime.keys.OwnKey;
import mpj.runtime.wire.LibraryVersion;
import mpj.runtime.wire.Message;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** An mpjnamed and its clients, in one process. */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(300)
class NameServerTest {
    private static final int MOST_CLIENTS = 3;
    private static final long POLL_NANOS = 1_000_000L;
    private static final Message DONE = new Message.Done();
    private static final InetAddress HERE = InetAddress.getLoopbackAddress();

    @TempDir
    private Path folder;
    private KnownDaemons user;
    private NameServer server;
    private final List<NameClient> clients = new ArrayList<>();

    @BeforeEach
    void start() throws IOException {
        user = new KnownDaemons(folder.resolve("user"));
        server = NameServer.start(new InetSocketAddress(HERE, 0), user.self(), MOST_CLIENTS);
    }

    @AfterEach
    void stop() throws IOException {
        clients.forEach(NameClient::close);
        server.close();
    }

    private NameClient client(String owner, KnownDaemons of) {
        NameClient client = NameClient.of(HERE.getHostAddress() + ":" + server.port(), owner, of);
        clients.add(client);
        return client;
    }

    private NameClient client(String owner) {
        return client(owner, user);
    }

    /** The reason for the refusal, which is of this kind. */
    private static String refusal(String kind, Message answer) {
        Message.Unnamed refusal = assertInstanceOf(Message.Unnamed.class, answer);
        assertEquals(kind, refusal.kind(), refusal.reason());
        return refusal.reason();
    }

    private static void assertValue(String expected, Message answer) {
        Message.Value value = assertInstanceOf(Message.Value.class, answer, answer::toString);
        assertArrayEquals(expected.getBytes(StandardCharsets.UTF_8), value.bytes());
    }

    private static void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < deadline, what);
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    private static void assertContains(String text, String... words) {
        for (String word : words) {
            assertTrue(text.contains(word), () -> "\"" + word + "\" is not in: " + text);
        }
    }

    @Test
    void namesOfOneOwnerAreFoundByOthersAndEndWithTheirOwner() throws IOException {
        NameClient alice = client("job of alice");
        NameClient bob = client("job of bob");
        assertContains(refusal(Message.Unnamed.UNKNOWN, bob.ask(new Message.LookUp("größe"))), "größe");
        assertEquals(DONE, alice.ask(new Message.Publish("größe", "port ü")));
        assertEquals(DONE, alice.ask(new Message.Publish("second", "")));
        assertValue("port ü", bob.ask(new Message.LookUp("größe")));
        assertValue("", bob.ask(new Message.LookUp("second")));
        assertContains(refusal(Message.Unnamed.PUBLISHED, bob.ask(new Message.Publish("größe", "other"))), "größe",
            "by job of alice");
        assertContains(refusal(Message.Unnamed.FOREIGN, bob.ask(new Message.Withdraw("größe"))), "job of alice");
        assertEquals(List.of(new NameAnswer.Listed("größe", "job of alice"),
            new NameAnswer.Listed("second", "job of alice")), client("the list").list());
        assertEquals(DONE, alice.ask(new Message.Withdraw("second")));
        refusal(Message.Unnamed.UNKNOWN, bob.ask(new Message.LookUp("second")));
        alice.close();
        await("the name outlives its owner", () -> bob.ask(new Message.Publish("größe", "of bob")).equals(DONE));
        assertValue("of bob", bob.ask(new Message.LookUp("größe")));
    }

    /** Two clients of one name stand for two connections of one owner, of which the server believes that both live. */
    @Test
    void ownNameOfALostConnectionIsPublishedAgain() throws Exception {
        NameClient old = client("alice");
        NameClient alice = client("alice");
        refusal(Message.Unnamed.UNKNOWN, alice.ask(new Message.LookUp("a")));
        assertEquals(DONE, old.ask(new Message.Publish("a", "port")));
        for (int i = 1; i < MOST_CLIENTS; i++) { // the last takes the place of the client that has no names
            assertEquals(DONE, client("other " + i).ask(new Message.Publish("b" + i, "port")));
        }
        CompletableFuture<Message> answer = new CompletableFuture<>();
        assertEquals(DONE, clients.get(2).ask(new Message.Withdraw("b1"))); // its place can be taken now
        Thread asking = Thread.ofPlatform().daemon().start(() ->
            answer.complete(alice.ask(new Message.Publish("a", "new port"))));
        await("the client neither waits nor has an answer", () -> answer.isDone()
            || asking.getState() == Thread.State.TIMED_WAITING);
        old.close();
        assertEquals(DONE, answer.get(30, TimeUnit.SECONDS));
        assertValue("new port", alice.ask(new Message.LookUp("a")));
    }

    @Test
    void longestNameAndPortAreKept() {
        String name = "\u20ac".repeat(Message.MAX_NAME);
        String port = "\u20ac".repeat(Message.MAX_PORT);
        NameClient alice = client("alice");
        assertEquals(DONE, alice.ask(new Message.Publish(name, port)));
        assertValue(port, alice.ask(new Message.LookUp(name)));
        String refusal = refusal(Message.Unnamed.UNREACHABLE, alice.ask(new Message.Publish(name + "x", port)));
        assertContains(refusal, "257");
    }

    @Test
    void clientWithAnotherKeyDoesNotTalkToTheServer() throws IOException {
        KnownDaemons mallory = new KnownDaemons(folder.resolve("mallory"));
        mallory.self();
        String reason = refusal(Message.Unnamed.UNREACHABLE, client("mallory", mallory).ask(new Message.LookUp("a")));
        assertContains(reason, HERE.getHostAddress() + ":" + server.port(), "mpj.names", "belongs to another user",
            mallory.keyFile().toString(), "start an mpjnamed of your own");
    }

    /** This stranger knows the server's public key, which the handshake of TLS shows to everybody. */
    @Test
    void strangerIsNotLetInByTheServer() throws IOException {
        OwnKey mallory = OwnKey.of(folder.resolve("mallory/key"));
        String message = assertThrows(IOException.class, () -> open(mallory)).getMessage();
        assertContains(message, "does not know this key");
        await("the stranger is forgotten", () -> server.strangers() == 0);
    }

    @Test
    void serverThatIsClosedEndsTheConnectionsOfStrangers() throws IOException {
        try (Socket stranger = new Socket(HERE, server.port())) {
            stranger.setSoTimeout(60_000);
            await("the stranger is seen", () -> server.strangers() == 1);
            server.close();
            assertEquals(-1, stranger.getInputStream().read());
        }
    }

    @Test
    void clientWithoutAKeyIsToldWhichFileIsMissing() {
        KnownDaemons none = new KnownDaemons(folder.resolve("none"));
        assertContains(refusal(Message.Unnamed.UNREACHABLE, client("none", none).ask(new Message.LookUp("a"))),
            none.keyFile().toString(), "copy the file");
        assertTrue(Files.notExists(none.keyFile()), "a key was made that no server knows");
    }

    @Test
    void serverThatIsNotThereIsNamedWithTheRemedyAndAskedAgainLater() throws IOException {
        server.close();
        // While no server listens, nobody else may get its port. A socket that does not listen keeps the port, and lets
        // sockets listen that may reuse addresses, as those of servers do.
        try (Socket keepsThePort = new Socket()) {
            keepsThePort.setReuseAddress(true);
            keepsThePort.bind(new InetSocketAddress(HERE, 0));
            InetSocketAddress address = new InetSocketAddress(HERE, keepsThePort.getLocalPort());
            server = NameServer.start(address, user.self(), MOST_CLIENTS);
            NameClient alice = client("alice");
            NameClient bob = client("bob");
            assertEquals(DONE, alice.ask(new Message.Publish("a", "port")));
            refusal(Message.Unnamed.UNKNOWN, bob.ask(new Message.LookUp("b")));
            server.close();
            String place = HERE.getHostAddress() + ":" + address.getPort();
            assertContains(refusal(Message.Unnamed.UNREACHABLE, bob.ask(new Message.LookUp("a"))), place,
                "mpj.names", "mpjnamed --listen " + place);
            server = NameServer.start(address, user.self(), MOST_CLIENTS);
            refusal(Message.Unnamed.UNKNOWN, bob.ask(new Message.LookUp("a")));
            assertEquals(DONE, alice.ask(new Message.Publish("a", "port")));
        }
    }

    @Test
    void addressThatIsNoneIsNamed() {
        for (String server : List.of("nowhere", "nowhere.invalid:6750", ":", "127.0.0.1:99999")) {
            NameClient client = NameClient.of(server, "alice", user);
            assertContains(refusal(Message.Unnamed.UNREACHABLE, client.ask(new Message.LookUp("a"))), server,
                "mpj.names");
        }
    }

    @Test
    void clientOfAnotherVersionIsRefusedAndBothVersionsAreNamed() throws IOException {
        try (KeyedConnection<NameRequest, NameAnswer> connection = open(user.self())) {
            connection.frames().send(new NameRequest.Hello("0.0.7", "an old job"));
            NameAnswer.Refused refused = assertInstanceOf(NameAnswer.Refused.class, connection.frames().receive());
            assertContains(refused.reason(), "0.0.7", LibraryVersion.text(), "an old job", "the same version");
        }
    }

    @Test
    void placeOfAnIdleClientGoesToANewOneAndTheIdleOneComesBack() throws IOException {
        NameClient alice = client("alice");
        assertEquals(DONE, alice.ask(new Message.Publish("of alice", "port")));
        List<NameClient> idle = List.of(client("1"), client("2"), client("3"));
        for (int round = 0; round < 2; round++) {
            for (NameClient each : idle) {
                assertValue("port", each.ask(new Message.LookUp("of alice")));
            }
        }
        for (NameClient each : idle.subList(0, 2)) {
            assertEquals(DONE, each.ask(new Message.Publish("name of " + idle.indexOf(each), "")));
        }
        assertContains(refusal(Message.Unnamed.UNREACHABLE, idle.get(2).ask(new Message.LookUp("of alice"))),
            "places are taken");
        assertEquals(DONE, alice.ask(new Message.Withdraw("of alice")));
        refusal(Message.Unnamed.UNKNOWN, idle.get(2).ask(new Message.LookUp("of alice")));
    }

    @Test
    void messageThatIsTooLongEndsItsConnectionOnly() throws IOException {
        NameClient alice = client("alice");
        assertEquals(DONE, alice.ask(new Message.Publish("a", "port")));
        try (KeyedConnection<NameRequest, NameAnswer> connection = open(user.self())) {
            connection.socket().getOutputStream().write(
                ByteBuffer.allocate(Integer.BYTES).putInt(NameRequest.MOST_BYTES + 1).array());
            assertEquals(-1, connection.socket().getInputStream().read());
        }
        assertValue("port", client("bob").ask(new Message.LookUp("a")));
    }

    @Test
    void requestThatIsNotAboutANameIsRefused() {
        assertInstanceOf(Message.Refused.class, client("alice").ask(new Message.Fence()));
    }

    /** A connection on which the server has sent its welcome, and the client nothing. */
    private KeyedConnection<NameRequest, NameAnswer> open(OwnKey self) throws IOException {
        return KeyedConnection.open(new InetSocketAddress(HERE, server.port()), self, user.self().pair().getPublic(),
            new KeyedConnection.Conversation<>(NameRequest.KINDS, NameAnswer.KINDS, new NameAnswer.Welcome(),
                "the server", "other key", "unknown key", "overloaded"), 60_000);
    }
}
