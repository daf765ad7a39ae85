package mpj.bench.compare;

/** The figure IMB gives for a loop. */
final class BlockFigure {
    private BlockFigure() {
    }

    /** Whether a bandwidth means something: where one message crosses in the time. */
    static boolean hasBandwidth(String benchmark) {
        return benchmark.equals("PingPong") || benchmark.equals("PingPing");
    }

    /** Microseconds per message for PingPong, which is half a round trip; per iteration for every other benchmark. */
    static double microseconds(String benchmark, double seconds, long iterations) {
        return seconds * 1e6 / iterations / (benchmark.equals("PingPong") ? 2 : 1);
    }

    /** The time of the loop that has this figure. */
    static double seconds(String benchmark, double microseconds, long iterations) {
        return microseconds / microseconds(benchmark, 1, iterations);
    }
}
