package mpj.bench.imb;

/**
 * The measurements of a rank, in seconds per iteration.
 *
 * @param pure the time of the communication alone
 * @param overlapped for a non-blocking collective, the time from its start to its completion with a computation
 *   between; else 0
 * @param computing the part of this time that the computation took
 */
record Timing(double pure, double overlapped, double computing) {
    /** The timing of a rank that takes part but measures nothing, such as the target of a put. */
    static final Timing NONE = new Timing(-1, 0, 0);

    static Timing of(double seconds) {
        return new Timing(seconds, 0, 0);
    }

    /** Whether the rank measured anything. */
    boolean isMeasured() {
        return pure >= 0;
    }

    /** The whole time of an iteration. */
    double total() {
        return pure + overlapped;
    }

    /** The figure that represents the benchmark. It is the time with overlap, if there is one. */
    double figure() {
        return overlapped > 0 ? overlapped : pure;
    }
}
