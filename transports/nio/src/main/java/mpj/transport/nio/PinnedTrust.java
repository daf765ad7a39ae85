package mpj.transport.nio;

import java.io.IOException;
import java.security.MessageDigest;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.X509TrustManager;

/** Trusts the one certificate whose digest the peer's greeting had, and nothing else. */
final class PinnedTrust implements X509TrustManager {
    private final byte[] digest;

    PinnedTrust(byte[] digest) {
        this.digest = digest;
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        try {
            if (chain.length > 0 && MessageDigest.isEqual(JobCertificate.digest(chain[0]), digest)) {
                return;
            }
        } catch (IOException e) {
            throw new CertificateException(e);
        }
        throw new CertificateException("it has not the certificate that it announced");
    }

    /** Both ends are alike. */
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        checkServerTrusted(chain, type);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
