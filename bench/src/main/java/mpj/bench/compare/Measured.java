package mpj.bench.compare;

import java.util.Locale;

/**
 * A figure of a node.
 *
 * @param what the benchmark
 * @param ranks the number of ranks
 * @param bytes the message size; 0 if the benchmark has none
 * @param side the label of the library
 * @param unit µs or s
 * @param spread the median and the range
 * @param count how many values the median is of
 * @param algorithm the algorithm of the collective, as in {@code mpj.coll.algorithms}; empty if it is not known
 */
record Measured(String what, int ranks, long bytes, String side, String unit, Spread spread, int count,
                String algorithm) {
    static final String CSV_HEADING = "benchmark,ranks,bytes,side,unit,median,least,most,count,algorithm";

    /** A figure that has no algorithm. */
    Measured(String what, int ranks, long bytes, String side, String unit, Spread spread, int count) {
        this(what, ranks, bytes, side, unit, spread, count, "");
    }

    String csv() {
        return String.format(Locale.ROOT, "%s,%d,%d,%s,%s,%.6g,%.6g,%.6g,%d,%s", what, ranks, bytes,
            CsvReport.field(side), unit.equals("µs") ? "us" : unit, spread.median(), spread.least(), spread.most(),
            count, algorithm);
    }

    /** The median with three digits, and at least as many as an integer has. */
    String text() {
        double value = spread.median();
        int decimals = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3;
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }
}
