package mpj.bench.imb;

import java.util.Arrays;

/**
 * What a line of the table shows.
 *
 * @param least microseconds per iteration (half of it for PingPong) on the fastest rank
 * @param most the same on the slowest rank, which the rates below rest on
 * @param average over the ranks
 * @param megabytesPerSecond in millions of bytes
 * @param messagesPerSecond for Uniband, Biband and osu_mbw_mr
 */
record Figures(double least, double most, double average, double megabytesPerSecond, double messagesPerSecond) {
    /**
     * Derives the figures.
     *
     * @param seconds per iteration, of each rank
     * @param window messages per iteration and direction, for the presentations of a message rate
     */
    static Figures of(double[] seconds, Presentation presentation, int bytes, int window) {
        double scale = 1e6 * presentation.timeScale();
        double least = scale * Arrays.stream(seconds).min().orElseThrow();
        double most = scale * Arrays.stream(seconds).max().orElseThrow();
        double average = scale * Arrays.stream(seconds).average().orElseThrow();
        if (most <= 0) {
            return new Figures(least, most, average, 0, 0);
        }
        if (presentation.isMessageRate()) {
            int pairs = seconds.length / 2;
            double rate = presentation.bandwidthScale() * 1e6 * window * pairs
                / (presentation == Presentation.OSU_MESSAGE_RATE ? scale * sendersAverage(seconds, pairs) : most);
            return new Figures(least, most, average, rate * bytes / 1e6, rate);
        }
        return new Figures(least, most, average, presentation.bandwidthScale() * bytes / most, 0);
    }

    /** The lower half of the ranks sends. osu_mbw_mr takes the mean of their times, IMB the slowest rank's. */
    private static double sendersAverage(double[] seconds, int pairs) {
        return Arrays.stream(seconds, 0, pairs).average().orElseThrow();
    }

    /** NetPIPE's bandwidth: bits, and a mega of 2^20. */
    double netpipeMegabits(int bytes) {
        return most <= 0 ? 0 : bytes * 8 / (most / 1e6) / (1 << 20);
    }
}
