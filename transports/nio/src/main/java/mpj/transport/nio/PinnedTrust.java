package mpj.transport.nio;

import java.io.IOException;
import java.security.MessageDigest;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.X509TrustManager;

/** Trusts only the certificate whose digest was in the peer's greeting. */
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
        throw new CertificateException("its certificate is not the one that it announced");
    }

    /** Clients and servers are checked alike. */
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        checkServerTrusted(chain, type);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
