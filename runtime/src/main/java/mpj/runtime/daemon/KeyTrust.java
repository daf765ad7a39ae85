package mpj.runtime.daemon;

import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.function.Predicate;
import javax.net.ssl.X509TrustManager;

/**
 * Trusts keys, whatever the certificate around them says. That the other side holds the private key is checked by TLS,
 * after this.
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

    /** Both sides prove a key. */
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        checkServerTrusted(chain, type);
    }

    /** None are named: a stranger is not told whom the daemon knows. */
    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
