package mpj.transport.nio;

import java.io.IOException;
import java.net.Socket;
import java.security.MessageDigest;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/** Trusts the one certificate whose digest the peer's greeting had, and nothing else. */
final class PinnedTrust extends X509ExtendedTrustManager {
    private final byte[] digest;

    PinnedTrust(byte[] digest) {
        this.digest = digest;
    }

    private void check(X509Certificate[] chain) throws CertificateException {
        try {
            if (chain.length > 0 && MessageDigest.isEqual(JobCertificate.digest(chain[0]), digest)) {
                return;
            }
        } catch (IOException e) {
            throw new CertificateException(e);
        }
        throw new CertificateException("it has not the certificate that it announced");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws CertificateException {
        check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        check(chain);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
