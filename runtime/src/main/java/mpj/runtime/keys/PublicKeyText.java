package mpj.runtime.keys;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;

/**
 * The form in which people write an Ed25519 public key: {@code mpj-ed25519:} and the encoded key in base64, as one
 * word.
 */
public final class PublicKeyText {
    private static final String PREFIX = "mpj-ed25519:";

    private PublicKeyText() {
    }

    /** Writes a key. */
    public static String of(PublicKey key) {
        return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(key.getEncoded());
    }

    /**
     * Reads a key.
     *
     * @throws DaemonException when the text is no key
     */
    public static PublicKey parse(String text) {
        try {
            if (text.startsWith(PREFIX)) {
                byte[] encoded = Base64.getUrlDecoder().decode(text.substring(PREFIX.length()));
                return KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(encoded));
            }
        } catch (IllegalArgumentException | GeneralSecurityException e) {
            throw new DaemonException("\"" + text + "\" is no public key: " + e.getMessage(), e);
        }
        throw new DaemonException("\"" + text + "\" is no public key: expected " + PREFIX + "…, as mpjd key prints it");
    }
}
