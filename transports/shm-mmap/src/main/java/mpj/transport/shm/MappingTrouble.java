package mpj.transport.shm;

import mpj.transport.spi.TransportException;

/**
 * Tells when a rank tries again to map a part of its inbox. What prevents a mapping is in this process, and may pass:
 * it has no free descriptor, or too many mappings. So what has prevented one prevents any other, and after a failure
 * nothing is mapped for a while. Guarded by the engine's lock, except {@link #mayLast}. All times are by {@link
 * System#nanoTime}.
 */
final class MappingTrouble {
    /** The shortest time from a failure to the next try, in nanoseconds. */
    static final long SHORTEST_PAUSE = 20_000_000;
    /**
     * How many times as long as the try the pause after it is. Java takes more than 100 ms to give up when there are
     * too many mappings, and nobody else makes progress meanwhile.
     */
    private static final int PAUSES_PER_TRY = 10;
    private static final String REMEDY = "; ulimit -n and vm.max_map_count limit what it may map";

    private final int rank;
    private final long longest;
    /** A poll reads this field, and needs no volatile read. Threads that sleep read the other one. */
    private boolean lasts;
    private volatile boolean mayLast;
    /** When the first of the tries began that have all failed. */
    private long since;
    private long lastFailure;
    private long nextTry;
    /** What could not be mapped, and why, if the log does not say so yet; or null. */
    private String what;
    private boolean told;

    /**
     * @param longest the time, in nanoseconds, after which the trouble is not expected to pass
     */
    MappingTrouble(int rank, long longest) {
        this.rank = rank;
        this.longest = longest;
    }

    /** Whether something could not be mapped, so that it has to be tried again. */
    boolean lasts() {
        return lasts;
    }

    /** What {@link #lasts} was a moment ago. Needs no lock. */
    boolean mayLast() {
        return mayLast;
    }

    /** Whether a mapping may be tried. */
    boolean allowsTry(long now) {
        return !lasts || now - nextTry >= 0;
    }

    /** Notes that a try, which lasted from one time to another, has failed. */
    void failed(String mapping, TransportException cause, long from, long to) {
        if (!lasts) {
            since = from;
        }
        lastFailure = to;
        nextTry = to + Math.max(SHORTEST_PAUSE, PAUSES_PER_TRY * (to - from));
        what = mapping + ": " + cause.getMessage();
        set(true);
    }

    /** Whether all tries have failed for so long that whoever waits for a mapping has to be told. */
    boolean lastsLong() {
        return lasts && lastFailure - since > longest;
    }

    /** Why a mapping is given up. */
    String reason() {
        return "for " + (lastFailure - since) / 1_000_000_000 + " s, rank " + rank + " could not map " + what + REMEDY;
    }

    /** Counts the time from now on: those who wait were told. */
    void startAgain() {
        since = lastFailure;
    }

    /** Notes that nothing waits for a mapping any more. */
    void ends() {
        if (lasts) {
            set(false);
        }
    }

    private void set(boolean now) {
        lasts = now;
        mayLast = now;
    }

    /**
     * Notes that everything is mapped. After a mapping has succeeded, this logs once what had prevented it. It is not
     * said before: without a free descriptor, the classes of the log could not be loaded, and then not for the rest of
     * the process.
     */
    void endsWithSuccess() {
        ends();
        if (what != null && !told) {
            told = true;
            System.getLogger("mpj.transport.shm").log(System.Logger.Level.WARNING, "for a while, rank " + rank
                + " could not map " + what + REMEDY);
        }
        what = null;
    }
}
