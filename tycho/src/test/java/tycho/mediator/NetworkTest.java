package tycho.mediator;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tycho.security.Keys;

/** The ports at which mediators listen for each other. */
@Timeout(600)
class NetworkTest {
    private static final int LIMIT_MILLIS = 60_000;

    @TempDir
    private Path folder;

    private static boolean isOpen(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    private static void shakeHands(SSLContext context, int port, String version) throws IOException {
        try (SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(),
                port)) {
            socket.setSoTimeout(LIMIT_MILLIS);
            socket.setEnabledProtocols(new String[] {version});
            socket.startHandshake();
        }
    }

    @Test
    void anOlderVersionOfTlsIsRefused() throws Exception {
        try (Site here = new Site(folder, "here"); Site there = new Site(folder, "there")) {
            Site.join(here, there);
            here.start();
            SSLContext context = Keys.read(here.keys(), "mediator").mediators();
            for (int port : here.portsOfMediators()) {
                assertTrue(Site.eventually(() -> isOpen(port)), here.log());
                shakeHands(context, port, "TLSv1.3");
                String why = assertThrows(IOException.class, () -> shakeHands(context, port, "TLSv1.2")).getMessage();
                assertTrue(why.contains("protocol_version"), why);
            }
        }
    }

    /** Sends a byte now and then, so that no read takes long, until it is told to end or is cut off. */
    private static void trickle(Socket socket, CountDownLatch connected, CountDownLatch end) {
        try {
            // The beginning of a record of 16 KiB.
            socket.getOutputStream().write(new byte[] {22, 3, 1, 64, 0});
            connected.countDown();
            while (!end.await(200, TimeUnit.MILLISECONDS)) {
                socket.getOutputStream().write(0);
            }
        } catch (IOException | InterruptedException e) {
            // The mediator has cut it off.
        }
    }

    /** JGroups has only one thread that accepts. */
    @Test
    void aStrangerThatTakesLongKeepsNoMediatorOut() throws Exception {
        try (Site here = new Site(folder, "here"); Site there = new Site(folder, "there")) {
            Site.join(here, there);
            here.start();
            SSLContext context = Keys.read(here.keys(), "mediator").mediators();
            for (int port : here.portsOfMediators()) {
                assertTrue(Site.eventually(() -> isOpen(port)), here.log());
                CountDownLatch connected = new CountDownLatch(1);
                CountDownLatch end = new CountDownLatch(1);
                try (Socket stranger = new Socket(InetAddress.getLoopbackAddress(), port)) {
                    Thread.startVirtualThread(() -> trickle(stranger, connected, end));
                    assertTrue(connected.await(LIMIT_MILLIS, TimeUnit.MILLISECONDS));
                    shakeHands(context, port, "TLSv1.3");
                } finally {
                    end.countDown();
                }
            }
            // The others connect as well.
            here.start();
            assertTrue(Site.eventually(() -> here.otherMediators() == 1), here.log());
        }
    }

    /** One of more strangers than there may be handshakes, which come again, from an address of their own. */
    private static void crowd(int port, byte[] bytes, CountDownLatch connected, CountDownLatch end) {
        while (end.getCount() > 0) {
            try (Socket stranger = new Socket(InetAddress.getLoopbackAddress(), port,
                    InetAddress.getByName("127.0.0.2"), 0)) {
                stranger.getOutputStream().write(bytes);
                connected.countDown();
                stranger.setSoTimeout(200);
                while (end.getCount() > 0) {
                    try {
                        if (stranger.getInputStream().read() < 0) {
                            break;
                        }
                    } catch (SocketTimeoutException e) {
                        // It is not cut off yet.
                    }
                }
            } catch (IOException e) {
                // It comes again.
            }
        }
    }

    @Test
    void aCrowdOfStrangersKeepsNoMediatorOut() throws Exception {
        int strangers = 600;
        try (Site here = new Site(folder, "here")) {
            here.start();
            SSLContext context = Keys.read(here.keys(), "mediator").mediators();
            int port = here.portsOfMediators().getFirst();
            assertTrue(Site.eventually(() -> isOpen(port)), here.log());
            for (byte[] bytes : new byte[][] {{}, {22}}) {
                CountDownLatch connected = new CountDownLatch(strangers);
                CountDownLatch end = new CountDownLatch(1);
                try {
                    for (int i = 0; i < strangers; i++) {
                        Thread.startVirtualThread(() -> crowd(port, bytes, connected, end));
                    }
                    assertTrue(connected.await(LIMIT_MILLIS, TimeUnit.MILLISECONDS));
                    shakeHands(context, port, "TLSv1.3");
                } finally {
                    end.countDown();
                }
            }
        }
    }
}
