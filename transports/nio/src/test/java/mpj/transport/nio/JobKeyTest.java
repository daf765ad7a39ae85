package mpj.transport.nio;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class JobKeyTest {
    private static final byte[] SECRET = new byte[32];
    private static final byte[] SAID = {1, 2, 3};

    @Test
    void proofDiffersByRoleSecretAndWhatWasSaid() {
        byte[] proof = new JobKey(SECRET).proof(Handshake.CONNECTING, SAID);
        assertEquals(JobKey.PROOF_BYTES, proof.length);
        assertFalse(Arrays.equals(proof, new JobKey(SECRET).proof(Handshake.ACCEPTING, SAID)));
        assertFalse(Arrays.equals(proof, new JobKey(SECRET).proof(Handshake.CONNECTING, new byte[] {1, 2, 4})));
        byte[] other = SECRET.clone();
        other[31] = 1;
        assertFalse(Arrays.equals(proof, new JobKey(other).proof(Handshake.CONNECTING, SAID)));
    }

    /** The values are from Python's hmac module. They fix the format on the wire, which must not change unnoticed. */
    @Test
    void proofIsHmacSha256UnderAKeyOfThisTransport() {
        byte[] proof = new JobKey(SECRET).proof(Handshake.CONNECTING, SAID);
        assertEquals("e7b4c0ad7a2186ec15836df0babdd5d5"
            + "182f1c6fb9bc5c43d61937e8b67c5c10", HexFormat.of().formatHex(proof));
    }
}
