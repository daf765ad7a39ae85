package mpj.transport.spi;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * What a transport needs to know about the job.
 *
 * @param rank this process's rank
 * @param size the number of ranks
 * @param localSize the number of ranks on this host, this one included
 * @param secret a secret that only the ranks of this job know; it is never logged, and never sent itself
 * @param hostAddress the address by which other hosts reach this one, in text form; empty if it is not known
 * @param processSize the number of ranks that are threads of this process, this one included
 */
public record Job(int rank, int size, int localSize, byte[] secret, String hostAddress, int processSize) {

    /**
     * Describes a job in which each rank has its own process, on a host whose address is not known to this process.
     *
     * @param rank this process's rank
     * @param size the number of ranks
     * @param localSize the number of ranks on this host, this one included
     * @param secret a secret that only the ranks of this job know
     */
    public Job(int rank, int size, int localSize, byte[] secret) {
        this(rank, size, localSize, secret, "", 1);
    }

    /**
     * A number that distinguishes this job from others. It is the same on each rank of the job, and it is not secret:
     * it is a hash of the secret from which the secret cannot be found. Each call computes the hash, and {@link
     * TransportProvider#open} does not, because the first hash of a process takes milliseconds and a rank needs no id
     * before it meets a network or another job.
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
