package mpj.transport.libfabric;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * What a packet carries to show that it comes from a rank of this job: 64 bits of a hash of the job's secret and the
 * two ranks. A stranger who reaches the endpoint cannot guess it; one who reads the network can.
 */
record Tokens(byte[] secret) {

    /** Of packets from one rank to another. */
    long of(int from, int to) {
        return hash("packet", from, to);
    }

    /** For the keys of a rank's registered memory. */
    long keys(int rank) {
        return hash("key", rank, (int) System.nanoTime());
    }

    private long hash(String purpose, int first, int second) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(secret);
            digest.update(("mpj.libfabric." + purpose).getBytes(StandardCharsets.US_ASCII));
            digest.update(ByteBuffer.allocate(8).putInt(first).putInt(second).flip());
            return ByteBuffer.wrap(digest.digest()).getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java has SHA-256", e);
        }
    }
}
