package mpj.bench.imb;

/**
 * What a rank measured, in seconds per iteration.
 *
 * @param pure in the communication alone
 * @param overlapped for a non-blocking collective, from its start to its completion with a computation between; else 0
 * @param computing of which in the computation
 */
record Timing(double pure, double overlapped, double computing) {
    static Timing of(double seconds) {
        return new Timing(seconds, 0, 0);
    }

    /** What an iteration costs in all. */
    double total() {
        return pure + overlapped;
    }

    /** The figure that stands for the benchmark: with the overlap, where there is one. */
    double figure() {
        return overlapped > 0 ? overlapped : pure;
    }
}
