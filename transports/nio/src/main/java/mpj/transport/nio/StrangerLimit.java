package mpj.transport.nio;

/**
 * The time that an accepted connection has to prove that it comes from a rank. The limit follows the load, because a
 * rank that shares its core with many others is slow. Two figures tell how slow: the number of ranks of this job per
 * core of this host, and how late this process itself gets a core when its time has come.
 */
final class StrangerLimit {
    private static final long LEAST = 1_000_000_000;
    /**
     * The factor per wait by which an observed slowness is forgotten: half of it is forgotten after 64 waits that were
     * on time.
     */
    private static final double KEPT = Math.pow(0.5, 1.0 / 64);

    private final double crowd;
    private final long most;
    private double slowness = 1;

    /**
     * @param ranks the job's ranks on this host
     * @param cores the cores of this host
     * @param most the longest limit, in nanoseconds
     */
    StrangerLimit(int ranks, int cores, long most) {
        this.crowd = (double) ranks / cores;
        this.most = Math.max(LEAST, most);
    }

    /**
     * Notes how long a wait of this process took.
     *
     * @param asked the length asked for, in nanoseconds
     * @param taken the time that it took, in nanoseconds
     */
    void waited(long asked, long taken) {
        slowness = Math.max(Math.max(1, slowness * KEPT), (double) taken / asked);
    }

    /** The present limit, in nanoseconds. */
    long nanoseconds() {
        return (long) Math.min(most, LEAST * Math.max(crowd, slowness));
    }
}
