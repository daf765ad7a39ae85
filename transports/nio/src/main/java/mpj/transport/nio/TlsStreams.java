package mpj.transport.nio;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;

/** Makes streams under TLS 1.3. Each end shows the certificate that its greeting announced. */
final class TlsStreams implements StreamFactory {
    private static final char[] NO_PASSWORD = {};

    private final byte[] digest;
    private final KeyManager[] keys;

    TlsStreams() throws IOException {
        JobCertificate certificate = JobCertificate.create();
        digest = certificate.digest();
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, NO_PASSWORD);
            store.setKeyEntry("mpj", certificate.key(), NO_PASSWORD,
                new Certificate[] {certificate.certificate()});
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(store, NO_PASSWORD);
            keys = factory.getKeyManagers();
        } catch (GeneralSecurityException e) {
            throw new IOException("TLS cannot be used: " + e.getMessage(), e);
        }
    }

    @Override
    public byte[] certificate() {
        return digest.clone();
    }

    @Override
    public Stream open(SocketChannel channel, Handshake.Established established) throws IOException {
        try {
            SSLContext context = SSLContext.getInstance("TLSv1.3");
            context.init(keys, new TrustManager[] {new PinnedTrust(established.peer().certificate())}, null);
            SSLEngine engine = context.createSSLEngine();
            engine.setUseClientMode(established.connecting());
            if (!established.connecting()) {
                engine.setNeedClientAuth(true);
            }
            engine.setEnabledProtocols(new String[] {"TLSv1.3"});
            return new TlsStream(channel, engine);
        } catch (GeneralSecurityException e) {
            throw new IOException("TLS cannot be used: " + e.getMessage(), e);
        }
    }
}
