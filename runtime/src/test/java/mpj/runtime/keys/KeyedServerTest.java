package mpj.runtime.keys;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocket;
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
}
