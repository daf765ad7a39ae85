package mpj.transport.spi;

import java.net.InetAddress;

/**
 * The job, as far as a transport needs to know it.
 *
 * @param rank this process's rank
 * @param size the number of ranks
 * @param localSize how many of them run on this host, this one included
 * @param secret what only the ranks of this job know; never logged, never sent as it is
 * @param address this host's address on the network over which it reaches the launcher, or null if that is not known
 */
public record Job(int rank, int size, int localSize, byte[] secret, InetAddress address) {

    /**
     * A job whose launcher's network is not known.
     *
     * @param rank this process's rank
     * @param size the number of ranks
     * @param localSize how many of them run on this host, this one included
     * @param secret what only the ranks of this job know
     */
    public Job(int rank, int size, int localSize, byte[] secret) {
        this(rank, size, localSize, secret, null);
    }
}
