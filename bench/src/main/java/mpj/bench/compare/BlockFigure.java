package mpj.bench.compare;

/** The figure a table shows of a block. */
final class BlockFigure {
    /** The windows of the C program and of {@code mpj.bench.imb}. */
    private static final int IMB_WINDOW = 256;
    private static final int OSU_WINDOW = 64;

    private BlockFigure() {
    }

    /** Whether a bandwidth means something: the time must be that of messages between two ranks. */
    static boolean hasBandwidth(String benchmark) {
        return benchmark.startsWith("PingP") || isMessageRate(benchmark);
    }

    /** Whether it has no message sizes. */
    static boolean hasSizes(String benchmark) {
        return !benchmark.equals("Barrier") && !benchmark.startsWith("Ibarrier");
    }

    /** Whether it keeps a window of messages in flight. */
    static boolean isMessageRate(String benchmark) {
        return messages(benchmark) > 2;
    }

    /** How many messages an iteration has; the figure is the time of one of them. */
    private static int messages(String benchmark) {
        return switch (benchmark) {
            case "Uniband" -> IMB_WINDOW;
            case "Biband" -> 2 * IMB_WINDOW;
            case "osu_mbw_mr" -> OSU_WINDOW;
            default -> benchmark.startsWith("PingPong") ? 2 : 1;
        };
    }

    /**
     * Microseconds per message for PingPong, which is half a round trip, and for Uniband, Biband and osu_mbw_mr; per
     * iteration for every other benchmark.
     */
    static double microseconds(String benchmark, double seconds, long iterations) {
        return seconds * 1e6 / iterations / messages(benchmark);
    }

    /** The time of the loop that has this figure. */
    static double seconds(String benchmark, double microseconds, long iterations) {
        return microseconds / microseconds(benchmark, 1, iterations);
    }
}
