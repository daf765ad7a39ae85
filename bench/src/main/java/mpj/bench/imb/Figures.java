package mpj.bench.imb;

import java.util.Arrays;

/**
 * The figures in a line of the table.
 *
 * @param least microseconds per iteration (half of an iteration for PingPong) on the fastest rank
 * @param most the same on the slowest rank; the rates below are computed from it
 * @param average the average over the ranks
 * @param megabytesPerSecond the bandwidth in millions of bytes per second
 * @param messagesPerSecond the message rate, for Uniband, Biband and osu_mbw_mr
 */
record Figures(double least, double most, double average, double megabytesPerSecond, double messagesPerSecond) {
    /**
     * Derives the figures.
     *
     * @param seconds the seconds per iteration of each rank
     * @param window how many messages an iteration has in each direction, for ONE_TO_ALL and the presentations of a
     *   message rate
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
        double messages = presentation == Presentation.ONE_TO_ALL ? window : presentation.bandwidthScale();
        return new Figures(least, most, average, messages * bytes / most, 0);
    }

    /**
     * The average time of the senders, which are the lower half of the ranks. osu_mbw_mr takes this mean, IMB takes the
     * slowest rank's time.
     */
    private static double sendersAverage(double[] seconds, int pairs) {
        return Arrays.stream(seconds, 0, pairs).average().orElseThrow();
    }

    /** NetPIPE's bandwidth in bits. One mega is 2^20. */
    double netpipeMegabits(int bytes) {
        return most <= 0 ? 0 : bytes * 8 / (most / 1e6) / (1 << 20);
    }
}
