package mpj.core.process;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Connections whose other end says nothing, as after a crash of its host. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PortConnectionTest {
    private static final int LIMIT_MILLIS = 100;
    private static final byte[] SECRET = new byte[PortName.SECRET_BYTES];

    /** A connection, and the socket of its accepting end. */
    private record Pair(Socket socket, PortConnection accepted, PortConnection opened) implements AutoCloseable {
        static Pair connected() throws Exception {
            try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                PortName name = new PortName(listener.getLocalPort(), SECRET, List.of(listener.getInetAddress()));
                CompletableFuture<PortConnection> opened = CompletableFuture.supplyAsync(() -> {
                    try {
                        return PortConnection.open(name);
                    } catch (Exception e) {
                        throw new AssertionError(e);
                    }
                });
                Socket socket = listener.accept();
                return new Pair(socket, PortConnection.accepted(socket, SECRET, LIMIT_MILLIS),
                    opened.get(60, TimeUnit.SECONDS));
            }
        }

        @Override
        public void close() {
            accepted.close();
            opened.close();
        }
    }

    @Test
    void processThatIsSilentAfterItsProofIsGivenUp() throws Exception {
        try (Pair pair = Pair.connected()) {
            assertThrows(SocketTimeoutException.class,
                () -> Meeting.checkVersion(pair.accepted, "MPJ", "the port"));
        }
    }

    @Test
    void processThatHasToldItsVersionMayTakeItsTime() throws Exception {
        try (Pair pair = Pair.connected()) {
            Meeting.greet(pair.opened, "MPJ");
            Meeting.checkVersion(pair.accepted, "MPJ", "the port");
            pair.accepted.mayBeSilent();
            CompletableFuture<byte[]> received = CompletableFuture.supplyAsync(() -> {
                try {
                    return pair.accepted.receive();
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            });
            assertThrows(java.util.concurrent.TimeoutException.class,
                () -> received.get(2 * LIMIT_MILLIS, TimeUnit.MILLISECONDS));
            pair.opened.send(new byte[] {4});
            assertArrayEquals(new byte[] {4}, received.get(60, TimeUnit.SECONDS));
        }
    }

    @Test
    void systemLooksWhetherTheOtherHostIsThere() throws Exception {
        try (Pair pair = Pair.connected()) {
            assertTrue(pair.socket.getKeepAlive());
        }
    }
}
