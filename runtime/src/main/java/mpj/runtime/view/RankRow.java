package mpj.runtime.view;

import java.util.Locale;
import mpj.runtime.bootstrap.RankSample;

/**
 * A rank as a viewer of its job shows it.
 *
 * @param rank its number
 * @param host the host that it runs on
 * @param sample its last sample; null if it sends none
 * @param before the sample before the last, for rates; or null
 */
record RankRow(int rank, String host, RankSample sample, RankSample before) {
    private static final double SECOND = 1e9;
    private static final double MEBI = 1 << 20;
    private static final double KILO = 1000;
    private static final String UNITS = " kMGT";

    /** Processor time per time, in percent of a core. */
    double processor() {
        return before == null ? 0
            : 100.0 * (sample.processorNanoseconds() - before.processorNanoseconds()) / elapsed();
    }

    /** Messages sent and received. */
    double messagesPerSecond() {
        return before == null ? 0 : SECOND * (sample.messagesSent() + sample.messagesReceived()
            - before.messagesSent() - before.messagesReceived()) / elapsed();
    }

    /** Bytes sent and received. */
    double bytesPerSecond() {
        return before == null ? 0 : SECOND * (sample.bytesSent() + sample.bytesReceived()
            - before.bytesSent() - before.bytesReceived()) / elapsed();
    }

    private long elapsed() {
        return Math.max(1, sample.nanoTime() - before.nanoTime());
    }

    static String heading() {
        return String.format("%6s  %-16s %6s %9s %9s %9s  %8s  %s", "rank", "host", "cpu", "memory", "msgs/s",
            "bytes/s", "since", "in");
    }

    String line() {
        if (sample == null) {
            return String.format("%6d  %-16s tells nothing", rank, host);
        }
        boolean inside = !sample.call().isEmpty();
        return String.format(Locale.ROOT, "%6d  %-16s %5.0f%% %5.0f MiB %9s %9s  %8s  %s", rank, host, processor(),
            sample.residentBytes() / MEBI, withUnit(messagesPerSecond()), withUnit(bytesPerSecond()),
            inside ? String.format(Locale.ROOT, "%.1f s", sample.inCallFor() / SECOND) : "",
            inside ? sample.call() : "computing");
    }

    private static String withUnit(double number) {
        double value = number;
        int unit = 0;
        while (value >= KILO && unit < UNITS.length() - 1) {
            value /= KILO;
            unit++;
        }
        return String.format(Locale.ROOT, unit == 0 ? "%.0f" : "%.1f ", value)
            + (unit == 0 ? "" : UNITS.substring(unit, unit + 1));
    }

    String json() {
        if (sample == null) {
            return "{\"rank\":" + rank + ",\"host\":" + quoted(host) + "}";
        }
        return String.format(Locale.ROOT, "{\"rank\":%d,\"host\":%s,\"cpu\":%.1f,\"memory\":%d,\"messages\":%.1f,"
            + "\"bytes\":%.1f,\"since\":%.3f,\"in\":%s}", rank, quoted(host), processor(), sample.residentBytes(),
            messagesPerSecond(), bytesPerSecond(), sample.inCallFor() / SECOND, quoted(sample.call()));
    }

    static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c < ' ' || c == '"' || c == '\\' || c == '<') {
                quoted.append(String.format("\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
