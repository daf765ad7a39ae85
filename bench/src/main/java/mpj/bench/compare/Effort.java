package mpj.bench.compare;

import java.util.List;

/**
 * How much is measured, which follows from the time that there is.
 *
 * @param rounds how many blocks each side measures at a size
 * @param blockSeconds about how long a block takes
 * @param warmUpSeconds how long each side runs a size before it is measured
 * @param starts how often each side starts the shortest job
 * @param runs how often each side runs a NAS Parallel Benchmark
 */
record Effort(int rounds, double blockSeconds, double warmUpSeconds, int starts, int runs) {
    /** From the most to the least. */
    static final List<Effort> LEVELS = List.of(new Effort(10, 0.1, 0.6, 5, 3), new Effort(7, 0.05, 0.4, 5, 2),
        new Effort(5, 0.03, 0.3, 3, 1), new Effort(3, 0.02, 0.2, 3, 1), new Effort(2, 0.01, 0.2, 2, 1));
    /** A JIT takes about this long, however few sizes there are. */
    private static final double LEAST_WARM_UP_SECONDS = 1;

    /** How long each side runs a benchmark with this number of sizes before it is measured. */
    double warmUpSeconds(int sizes) {
        return Math.max(LEAST_WARM_UP_SECONDS, warmUpSeconds * sizes);
    }
}
