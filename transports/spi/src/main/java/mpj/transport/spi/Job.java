package mpj.transport.spi;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.function.IntSupplier;

/**
 * What a transport needs to know about the job.
 *
 * @param rank this process's rank
 * @param size the number of ranks
 * @param localSize the number of ranks on this host, this one included
 * @param secret a secret that only the ranks of this job know; it is never logged, and never sent itself
 * @param hostAddress the address by which other hosts reach this one, in text form; empty if it is not known
 * @param processSize the number of ranks that are threads of this process, this one included
 * @param world gives a number that tells this world of the job from the job's other worlds, and from jobs with the same
 *     secret. It is the same on each rank, and is asked for only when all ranks have opened their transports
 */
public record Job(int rank, int size, int localSize, byte[] secret, String hostAddress, int processSize,
                  IntSupplier world) {
    private static final long LAUNCHED = 0xFFFF_FFFF_0000_0000L;

    /** A class of its own, because a rank would have to link a lambda. */
    private record OnlyWorld() implements IntSupplier {
        @Override
        public int getAsInt() {
            return 0;
        }
    }

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
     * Describes the only world of a job.
     *
     * @param rank this process's rank
     * @param size the number of ranks
     * @param localSize the number of ranks on this host, this one included
     * @param secret a secret that only the ranks of this job know
     * @param hostAddress the address by which other hosts reach this one, in text form; empty if it is not known
     * @param processSize the number of ranks that are threads of this process, this one included
     */
    public Job(int rank, int size, int localSize, byte[] secret, String hostAddress, int processSize) {
        this(rank, size, localSize, secret, hostAddress, processSize, new OnlyWorld());
    }

    /**
     * A number that distinguishes this world of this job from all others. It is the same on each rank, and it is not
     * secret. It is the {@linkplain #launchedId launcher's number} of the job, and the number of the world in the bits
     * that are 0 there. A process that leaves its job and joins it again has then another id, because those that knew
     * it before cannot reach it as they did. Must not be called before all ranks have opened their transports.
     *
     * @return 64 bits
     */
    public long id() {
        return launchedId() | Integer.toUnsignedLong(world.getAsInt());
    }

    /**
     * A number by which the launcher names this job to other jobs, whichever world its ranks are in. It is no secret:
     * it is a part of a hash of the secret from which the secret cannot be found. Each call computes the hash, and
     * {@link TransportProvider#open} does not, because the first hash of a process takes milliseconds and a rank needs
     * no id before it meets a network or another job.
     *
     * @return 64 bits, of which the lower half is 0
     */
    public long launchedId() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update("mpj.job".getBytes(StandardCharsets.US_ASCII));
            return launchedId(ByteBuffer.wrap(digest.digest(secret)).getLong());
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java has SHA-256", e);
        }
    }

    /** The launcher's number of the job that has this id. */
    static long launchedId(long id) {
        return id & LAUNCHED;
    }
}
