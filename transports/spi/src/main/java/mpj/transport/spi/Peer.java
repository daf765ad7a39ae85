package mpj.transport.spi;

/**
 * A process, among those of all jobs that can meet. Within a process peers have indices, which are what channels and
 * packets are told apart by: a rank of the own job has its rank as index, and a process of another job one that begins
 * at the own job's size, by {@link Transport#introduce}.
 *
 * @param job the {@linkplain Job#id id} of its job
 * @param rank its rank in that job
 */
public record Peer(long job, int rank) implements Comparable<Peer> {

    /** The same order in every process: of two that connect to each other at once, it says whose connection stays. */
    @Override
    public int compareTo(Peer other) {
        return job != other.job ? Long.compare(job, other.job) : Integer.compare(rank, other.rank);
    }

    /** Written out, as the next: what the compiler makes takes milliseconds to link, at a rank's first connection. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Peer peer && job == peer.job && rank == peer.rank;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(job) * 31 + rank;
    }

    /** For messages about a process of another job. */
    @Override
    public String toString() {
        return "rank " + rank + " of job " + Long.toHexString(job);
    }
}
