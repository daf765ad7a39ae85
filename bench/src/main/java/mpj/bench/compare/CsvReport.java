package mpj.bench.compare;

import java.util.List;
import java.util.Locale;

/**
 * The results as comma-separated values, with one line for each benchmark, size, state and peer. Such a file can be the
 * baseline of a later run.
 */
final class CsvReport {
    static final String HEADING = "benchmark,ranks,bytes,iterations,state,flag_usec,blocks,discarded,foreign_load,"
        + "ours,ours_usec,peer,peer_usec,ratio,ratio_min,ratio_max";

    private static final String LINE = "%s,%d,%d,%d,%s,%.4f,%d,%d,%.3f,%s,%.4f,%s,%.4f,%.4f,%.4f,%.4f%n";

    private CsvReport() {
    }

    /** A label without commas, because a comma would end the field. */
    static String field(String label) {
        return label.replace(',', ';');
    }

    static String of(Comparison comparison) {
        StringBuilder csv = new StringBuilder(HEADING).append('\n');
        List<String> labels = comparison.labels();
        for (Comparison.BenchmarkTable table : comparison.tables()) {
            for (SizeResult result : table.results()) {
                for (int peer = 1; peer < labels.size(); peer++) {
                    Spread ratio = result.ratio(peer);
                    csv.append(String.format(Locale.ROOT, LINE,
                        result.benchmark(), comparison.ranks(), result.bytes(), result.iterations(),
                        result.state().label(), result.flagMicroseconds(), result.rounds().size(),
                        result.discarded().total(), result.foreignLoad(), field(labels.getFirst()),
                        result.time(0).median(), field(labels.get(peer)), result.time(peer).median(),
                        ratio.median(), ratio.least(), ratio.most()));
                }
            }
        }
        return csv.toString();
    }
}
