import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/** A bare TLS stream: the length and the bytes of each message go into an SSLSocket. */
final class TlsSide implements Side {
    /** What Tycho and NATS choose by themselves. */
    static final String SUITE = "TLS_AES_128_GCM_SHA256";
    private static final char[] PASSWORD = "password".toCharArray();

    private final int port;
    private final SSLContext context;
    private final boolean connects;
    private final SSLServerSocket server;
    private final List<SSLSocket> sockets = new ArrayList<>();

    TlsSide(String address, Path keys, boolean connects) throws Exception {
        port = Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
        context = context(keys);
        this.connects = connects;
        server = connects ? null : (SSLServerSocket) context.getServerSocketFactory().createServerSocket(port);
        if (server != null) {
            server.setNeedClientAuth(true);
        }
    }

    static SSLContext context(Path keys) throws Exception {
        KeyStore own = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(keys.resolve("client.p12"))) {
            own.load(in, PASSWORD);
        }
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        try (InputStream in = Files.newInputStream(keys.resolve("ca.pem"))) {
            trusted.setCertificateEntry("ca", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        KeyManagerFactory keyManagers = KeyManagerFactory.getInstance("PKIX");
        keyManagers.init(own, PASSWORD);
        TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLSv1.3");
        context.init(keyManagers.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }

    /** Process a connects, while the other one waits for it: the two open their ends at the same time. */
    @Override
    public End open(String from, String to) throws Exception {
        SSLSocket socket = (SSLSocket) (connects ? context.getSocketFactory().createSocket("127.0.0.1", port)
            : server.accept());
        socket.setTcpNoDelay(true);
        socket.setEnabledCipherSuites(new String[] {SUITE});
        socket.startHandshake();
        sockets.add(socket);
        OutputStream out = socket.getOutputStream();
        DataInputStream in = new DataInputStream(socket.getInputStream());
        return new End(message -> out.write(ByteBuffer.allocate(Integer.BYTES + message.length).putInt(message.length)
            .put(message).array()), () -> {
                byte[] message = new byte[in.readInt()];
                in.readFully(message);
                return message;
            });
    }

    @Override
    public void close() throws IOException {
        for (SSLSocket each : sockets) {
            each.close();
        }
    }
}
