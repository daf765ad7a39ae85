package mpj.bench.compare;

import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The figures of a NAS Parallel Benchmark about its run. All implementations print the same report.
 *
 * @param seconds the seconds of the timed part
 * @param rate millions of operations per second
 * @param verified whether the result is the official one
 * @param communication the part of the time that the average rank spent in communication; NaN if it was not measured
 */
record NpbFigures(double seconds, double rate, boolean verified, double communication) {
    private static final Pattern SECONDS = line("Time in seconds");
    private static final Pattern RATE = line("Mop/s total");
    private static final Pattern VERIFICATION = line("Verification");
    /** A line of a timer. It has three figures, and the average is the last. */
    private static final String TIMER = "(?m)^ *timer +\\d+ *\\( *(?:%s) *\\) *:(?: +[0-9.]+){2} +([0-9.]+)";
    private static final Pattern TOTAL = Pattern.compile(TIMER.formatted("total"));
    private static final Pattern COMMUNICATION = Pattern.compile(TIMER.formatted("totcomm"));
    /** The timer of IS, which has no other for communication. */
    private static final Pattern EXCHANGE = Pattern.compile(TIMER.formatted("rcomm"));

    private static Pattern line(String label) {
        return Pattern.compile("(?m)^ *" + label + " *= +(\\S+)");
    }

    /**
     * Reads a report.
     *
     * @throws IOException if the text is no report
     */
    static NpbFigures of(String output) throws IOException {
        double total = optional(TOTAL, output);
        double communication = optional(COMMUNICATION, output);
        if (Double.isNaN(communication)) {
            communication = optional(EXCHANGE, output);
        }
        return new NpbFigures(Double.parseDouble(required(SECONDS, output)),
            Double.parseDouble(required(RATE, output)), required(VERIFICATION, output).equals("SUCCESSFUL"),
            communication / total);
    }

    private static String required(Pattern pattern, String output) throws IOException {
        Matcher line = pattern.matcher(output);
        if (!line.find()) {
            throw new IOException("no report of a NAS Parallel Benchmark:\n" + output);
        }
        return line.group(1);
    }

    private static double optional(Pattern pattern, String output) {
        Matcher line = pattern.matcher(output);
        return line.find() ? Double.parseDouble(line.group(1)) : Double.NaN;
    }
}
