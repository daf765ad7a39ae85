package mpj.transport.spi;

/**
 * A process, identified among those of all jobs that can meet. Within one process, channels and packets refer to peers
 * by indices. The index of a rank of the same job is its rank. The index of a process of another job is at least the
 * size of this process's job, and {@link Transport#introduce} sets it.
 *
 * @param job the {@linkplain Job#id id} of its job
 * @param rank its rank in that job
 */
public record Peer(long job, int rank) implements Comparable<Peer> {

    /**
     * Orders processes in the same way in every process. When two processes connect to each other at once, this order
     * decides whose connection stays.
     */
    @Override
    public int compareTo(Peer other) {
        return job != other.job ? Long.compare(job, other.job) : Integer.compare(rank, other.rank);
    }

    /**
     * This process as the launcher of its job names it, whichever world of the job it is in.
     *
     * @return its rank in the job with the {@linkplain Job#launchedId launcher's number}
     */
    public Peer launched() {
        return new Peer(Job.launchedId(job), rank);
    }

    /**
     * Written out, like {@link #hashCode}, because linking the methods that the compiler makes takes milliseconds at a
     * rank's first connection.
     */
    @Override
    public boolean equals(Object other) {
        return other instanceof Peer peer && job == peer.job && rank == peer.rank;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(job) * 31 + rank;
    }

    /** Names the process in error messages and in the log. */
    @Override
    public String toString() {
        return "rank " + rank + " of job " + Long.toHexString(job);
    }
}
