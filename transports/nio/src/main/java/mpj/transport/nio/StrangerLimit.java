package mpj.transport.nio;

/**
 * How long an accepted connection has to prove that it is a rank's. The limit follows the load: a rank that shares its
 * core with many is slow. Two things tell how slow: how many ranks of this job share a core here, and how late this
 * process itself gets a core when its time has come.
 */
final class StrangerLimit {
    private static final long LEAST = 1_000_000_000;
    /** After so many ticks as expected, half of what was seen before is forgotten. */
    private static final double KEPT = Math.pow(0.5, 1.0 / 64);

    private final double crowd;
    private final long most;
    private double slowness = 1;

    /**
     * @param ranks of the job on this host
     * @param cores of this host
     * @param most the longest limit, in nanoseconds
     */
    StrangerLimit(int ranks, int cores, long most) {
        this.crowd = (double) ranks / cores;
        this.most = Math.max(LEAST, most);
    }

    /**
     * This process has waited for a time to be over.
     *
     * @param asked for how long, in nanoseconds
     * @param taken how long that took
     */
    void waited(long asked, long taken) {
        slowness = Math.max(Math.max(1, slowness * KEPT), (double) taken / asked);
    }

    /** In nanoseconds, as things are now. */
    long nanoseconds() {
        return (long) Math.min(most, LEAST * Math.max(crowd, slowness));
    }
}
