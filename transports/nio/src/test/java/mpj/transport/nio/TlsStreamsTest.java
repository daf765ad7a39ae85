package mpj.transport.nio;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManager;
import mpj.transport.spi.Peer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each end accepts only the certificate that the greeting of the other has announced. */
class TlsStreamsTest {
    private static final long LIMIT = 30_000_000_000L;

    private SocketChannel connecting;
    private SocketChannel accepting;

    @BeforeEach
    void connect() throws IOException {
        try (ServerSocketChannel listener = ServerSocketChannel.open()) {
            listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            connecting = SocketChannel.open(listener.getLocalAddress());
            accepting = listener.accept();
        }
        connecting.configureBlocking(false);
        accepting.configureBlocking(false);
    }

    @AfterEach
    void close() throws IOException {
        connecting.close();
        accepting.close();
    }

    private Stream open(TlsStreams own, SocketChannel channel, TlsStreams announced) throws IOException {
        Greeting greeting = new Greeting(new Peer(0, 1), 0, 0, 0, "1.0", "host", new byte[Greeting.NONCE_BYTES],
            announced.certificate());
        return own.open(channel, new Handshake.Established(null, greeting, channel == connecting));
    }

    /** Each end sends the other a byte. */
    private static void exchange(Stream one, Stream other) throws IOException {
        Stream[] ends = {one, other};
        boolean[] sent = new boolean[2];
        boolean[] received = new boolean[2];
        MemorySegment out = Arena.ofAuto().allocate(1).fill((byte) 7);
        long begin = System.nanoTime();
        while (!(sent[0] && sent[1] && received[0] && received[1])) {
            assertTrue(System.nanoTime() - begin < LIMIT, "the ends neither exchange a byte nor refuse each other");
            for (int end = 0; end < 2; end++) {
                sent[end] |= ends[end].write(out, 0, sent[end] ? 0 : 1, false) == 1;
                MemorySegment in = Arena.ofAuto().allocate(1);
                if (!received[end] && ends[end].read(in, 0, 1) == 1) {
                    assertEquals(7, in.get(ValueLayout.JAVA_BYTE, 0));
                    received[end] = true;
                }
            }
        }
    }

    private static void assertRefused(Stream one, Stream other) {
        assertThrows(SSLException.class, () -> exchange(one, other));
    }

    @Test
    void announcedCertificatesAreAccepted() throws IOException {
        TlsStreams one = new TlsStreams();
        TlsStreams other = new TlsStreams();
        exchange(open(one, connecting, other), open(other, accepting, one));
    }

    @Test
    void connectingEndWithAnotherCertificateIsRefused() throws IOException {
        TlsStreams other = new TlsStreams();
        assertRefused(open(new TlsStreams(), connecting, other), open(other, accepting, new TlsStreams()));
    }

    @Test
    void acceptingEndWithAnotherCertificateIsRefused() throws IOException {
        TlsStreams one = new TlsStreams();
        assertRefused(open(one, connecting, new TlsStreams()), open(new TlsStreams(), accepting, one));
    }

    @Test
    void connectingEndWithoutACertificateIsRefused() throws Exception {
        TlsStreams other = new TlsStreams();
        SSLContext context = SSLContext.getInstance("TLSv1.3");
        context.init(null, new TrustManager[] {new PinnedTrust(other.certificate())}, null);
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(true);
        assertRefused(new TlsStream(connecting, engine), open(other, accepting, new TlsStreams()));
    }
}
