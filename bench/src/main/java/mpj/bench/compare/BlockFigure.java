package mpj.bench.compare;

/** The figure that a table shows for a block. */
final class BlockFigure {
    /** The window of the C program and of {@code mpj.bench.imb}. */
    private static final int IMB_WINDOW = 256;
    private static final int OSU_WINDOW = 64;

    private BlockFigure() {
    }

    /** Whether a bandwidth makes sense. It does if the benchmark measures the time of messages between two ranks. */
    static boolean hasBandwidth(String benchmark) {
        return benchmark.startsWith("PingP") || benchmark.startsWith("Unidir") || isMessageRate(benchmark);
    }

    /** Whether the benchmark has message sizes. */
    static boolean hasSizes(String benchmark) {
        return !benchmark.equals("Barrier") && !benchmark.startsWith("Ibarrier")
            && !benchmark.startsWith("Fetch_and_op") && !benchmark.startsWith("Compare_and_swap");
    }

    /** Whether the benchmark keeps a window of messages in flight. */
    static boolean isMessageRate(String benchmark) {
        return messages(benchmark) > 2;
    }

    /** The number of messages in an iteration. The figure is the time of one message. */
    private static int messages(String benchmark) {
        return switch (benchmark) {
            case "Uniband" -> IMB_WINDOW;
            case "Biband" -> 2 * IMB_WINDOW;
            case "osu_mbw_mr" -> OSU_WINDOW;
            default -> benchmark.startsWith("PingPong") ? 2 : 1;
        };
    }

    /**
     * Microseconds per message for PingPong, where a message is half a round trip, and for Uniband, Biband and
     * osu_mbw_mr. Microseconds per iteration for every other benchmark.
     */
    static double microseconds(String benchmark, double seconds, long iterations) {
        return seconds * 1e6 / iterations / messages(benchmark);
    }

    /** The time of the loop that gives this figure. */
    static double seconds(String benchmark, double microseconds, long iterations) {
        return microseconds / microseconds(benchmark, 1, iterations);
    }
}
