package mpj.transport.nio;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Proves and checks that both ends of a connection know the job's secret. The secret itself never leaves the process.
 */
final class JobKey {
    /** The size of a proof in bytes. */
    static final int PROOF_BYTES = 32;

    private static final String ALGORITHM = "HmacSHA256";
    private static final byte[] PURPOSE = "mpj.transport.nio".getBytes(StandardCharsets.US_ASCII);

    private final SecretKeySpec key;

    /** Derives a key that is used for this purpose only, so that a proof made with it is worth nothing elsewhere. */
    JobKey(byte[] secret) {
        byte[] ownKey = mac(new SecretKeySpec(secret, ALGORITHM), PURPOSE);
        key = new SecretKeySpec(ownKey, ALGORITHM);
    }

    /**
     * A proof by one end over all that both ends have said.
     *
     * @param role the end that proves. The proofs of the two ends differ, so neither end can send the other's proof
     *     back
     * @param said the messages, in their order
     */
    byte[] proof(byte role, byte[]... said) {
        byte[][] parts = new byte[said.length + 1][];
        parts[0] = new byte[] {role};
        System.arraycopy(said, 0, parts, 1, said.length);
        return mac(key, parts);
    }

    private static byte[] mac(SecretKeySpec key, byte[]... parts) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            for (byte[] part : parts) {
                mac.update(part);
            }
            return mac.doFinal();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }
}
