package mpj.runtime.keys;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.StandardSocketOptions;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import jdk.net.ExtendedSocketOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyedServerTest {
    /** No host has an address of 2001:db8::/32, which is for documentation. */
    @Test
    void addressThatIsNotOfThisHostIsNamedAsItWasWritten() {
        InetSocketAddress address = KnownDaemons.listening("--listen", "[2001:db8:1:2:3:4:5:6]:6750", "[::1]:6750");
        String refusal = assertThrows(IOException.class,
            () -> KeyedServer.start(address, null, "mpjnamed", null, null, 1)).getMessage();
        assertTrue(refusal.startsWith("cannot listen on [2001:db8:1:2:3:4:5:6]:6750: "), refusal);
        assertEquals("[2001:db8:1:2:3:4:5:6]:7", KnownDaemons.text(address, 7));
        assertEquals("127.0.0.1:7", KnownDaemons.text(KnownDaemons.parse("127.0.0.1:0"), 7));
    }

    @Test
    void clientsHostIsProbedWhenItIsSilent(@TempDir Path folder) throws Exception {
        OwnKey key = OwnKey.of(folder.resolve("key"));
        CompletableFuture<Integer> idle = new CompletableFuture<>();
        try (KeyedServer server = KeyedServer.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), key,
            "test", key.pair().getPublic()::equals, (connection, _, _) -> idle.complete(
                connection.getOption(StandardSocketOptions.SO_KEEPALIVE)
                    ? connection.getOption(ExtendedSocketOptions.TCP_KEEPIDLE) : -1), KeyedServer.STRANGER_MILLIS);
            SSLSocket client = (SSLSocket) key.tls(new KeyTrust(_ -> true)).getSocketFactory().createSocket(
                InetAddress.getLoopbackAddress(), server.port())) {
            client.startHandshake();
            assertEquals(30, idle.get(60, TimeUnit.SECONDS));
        }
    }

    /** The trust manager does not see the key of a resumed session, so the key is tested once and not twice. */
    @Test
    void removedKeyIsNotServedInAResumedSession(@TempDir Path folder) throws Exception {
        OwnKey key = OwnKey.of(folder.resolve("key"));
        AtomicBoolean known = new AtomicBoolean(true);
        AtomicInteger tests = new AtomicInteger();
        try (KeyedServer server = KeyedServer.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), key,
            "test", _ -> tests.incrementAndGet() > 0 && known.get(),
            (connection, _, _) -> connection.getOutputStream().write(1), KeyedServer.STRANGER_MILLIS)) {
            SSLSocketFactory client = key.tls(new KeyTrust(_ -> true)).getSocketFactory();
            assertEquals(1, firstByte(client, server.port()));
            assertEquals(2, tests.getAndSet(0));
            assertEquals(1, firstByte(client, server.port()));
            assertEquals(1, tests.getAndSet(0), "the session was not resumed");
            known.set(false);
            assertEquals(-1, firstByte(client, server.port()));
            assertEquals(1, tests.get(), "the session was not resumed");
        }
    }

    /** What the server says first, or -1 if it closes the connection. */
    private static int firstByte(SSLSocketFactory client, int port) throws IOException {
        try (Socket socket = client.createSocket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(60_000);
            return socket.getInputStream().read();
        } catch (SocketException | SSLException closed) {
            return -1;
        }
    }
}
