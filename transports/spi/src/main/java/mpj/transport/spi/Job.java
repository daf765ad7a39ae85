package mpj.transport.spi;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The job, as far as a transport needs to know it.
 *
 * @param rank this process's rank
 * @param size the number of ranks
 * @param localSize how many of them run on this host, this one included
 * @param secret what only the ranks of this job know; never logged, never sent as it is
 * @param hostAddress the address by which other hosts reach this one, in text form; empty if it is not known
 * @param processSize how many ranks are threads of this process, this one included
 */
public record Job(int rank, int size, int localSize, byte[] secret, String hostAddress, int processSize) {

    /**
     * A job whose ranks have a process each, and that does not know by which address other hosts reach this one.
     *
     * @param rank this process's rank
     * @param size the number of ranks
     * @param localSize how many of them run on this host, this one included
     * @param secret what only the ranks of this job know
     */
    public Job(int rank, int size, int localSize, byte[] secret) {
        this(rank, size, localSize, secret, "", 1);
    }

    /**
     * What tells this job from others; no secret, and the same on each of its ranks. A hash of the secret, from which
     * nobody finds the secret. It is made at each call, and not at {@link TransportProvider#open}: the first hash of a
     * process takes milliseconds, and a rank needs none before it meets a network or another job.
     *
     * @return 64 bits
     */
    public long id() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update("mpj.job".getBytes(StandardCharsets.US_ASCII));
            return ByteBuffer.wrap(digest.digest(secret)).getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java has SHA-256", e);
        }
    }
}
