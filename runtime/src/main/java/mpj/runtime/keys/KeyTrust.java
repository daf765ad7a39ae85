package mpj.runtime.keys;

import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.function.Predicate;
import javax.net.ssl.X509TrustManager;

/**
 * Decides by the key alone whether the other side is trusted, and ignores the rest of the certificate. TLS checks
 * afterwards that the other side has the private key.
 */
final class KeyTrust implements X509TrustManager {
    private final Predicate<PublicKey> trusted;

    KeyTrust(Predicate<PublicKey> trusted) {
        this.trusted = trusted;
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        if (chain.length == 0 || !trusted.test(chain[0].getPublicKey())) {
            throw new CertificateException("not a trusted key");
        }
    }

    /** Both sides prove a key in the same way. */
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        checkServerTrusted(chain, type);
    }

    /** Names no issuers, so that a stranger does not learn whom the daemon knows. */
    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
