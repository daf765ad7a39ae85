package mpj.transport.libfabric;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import mpj.transport.spi.Peer;

/**
 * The tokens by which a packet shows that it comes from a rank of this job, or from a process of another job that has a
 * secret in common with this one. A token is 64 bits of a hash of the secret and the two ranks. A stranger who reaches
 * the endpoint cannot guess it. Somebody who reads the network traffic can see it.
 */
record Tokens(byte[] secret) {

    /** The token of packets from one rank to another. */
    long of(int from, int to) {
        return hash("packet", from, to);
    }

    /** The token of packets from a process of one job to a process of another. */
    long of(Peer from, Peer to) {
        return hash("job " + from.job() + " " + to.job(), from.rank(), to.rank());
    }

    /** The seed for the keys of a rank's registered memory. */
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
