package mpj.transport.spi;

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
}
