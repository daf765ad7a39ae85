package mpj.bench.compare;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The table on standard output. It has a line for each size, and one more for each further state of the machine. */
final class TextReport {
    private static final int LEAST_WIDTH = 12;

    private final PrintStream out;
    private final List<String> labels;

    TextReport(PrintStream out, List<String> labels) {
        this.out = out;
        this.labels = labels;
    }

    void heading(String benchmark, int ranks) {
        out.println();
        out.println("# " + benchmark + ", #processes = " + ranks + "; time in usec (median), ratio = "
            + labels.getFirst() + " / peer, median [min..max] over neighbouring blocks");
        StringBuilder line = new StringBuilder(String.format("%10s %11s %s", "#bytes", "iterations",
            column(0, labels.getFirst())));
        for (int peer = 1; peer < labels.size(); peer++) {
            line.append(String.format(" %s %20s", column(peer, labels.get(peer)), "ratio"));
        }
        out.println(line.append("  state"));
    }

    /** The text in a side's column, which is as wide as the side's name. */
    private String column(int side, String text) {
        return " ".repeat(Math.max(0, Math.max(LEAST_WIDTH, labels.get(side).length()) - text.length())) + text;
    }

    private String column(int side, double microseconds) {
        return column(side, String.format(Locale.ROOT, "%.3f", microseconds));
    }

    void line(SizeResult result) {
        StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "%10d %11d %s", result.bytes(),
            result.iterations(), column(0, result.time(0).median())));
        for (int peer = 1; peer < labels.size(); peer++) {
            Spread ratio = result.ratio(peer);
            line.append(String.format(Locale.ROOT, " %s %5.2f [%5.2f..%5.2f]",
                column(peer, result.time(peer).median()), ratio.median(), ratio.least(), ratio.most()));
        }
        line.append("  ").append(String.format(Locale.ROOT, "%s (flag %.3f), %d blocks", result.state().label(),
            result.flagMicroseconds(), result.rounds().size()));
        if (result.discarded().total() > 0) {
            line.append(", ").append(result.discarded().total()).append(" discarded: ")
                .append(result.discarded().reasons());
        }
        if (result.foreignLoad() > 0.05) {
            line.append(String.format(Locale.ROOT, ", OTHER LOAD %.0f %%", 100 * result.foreignLoad()));
        }
        out.println(line);
    }

    /** The line of a size at which nothing could be compared. */
    void unsteady(SizeRun run) {
        out.println(String.format(Locale.ROOT, "%10d  %s", run.bytes(), run.why()));
    }

    /** The line of a floor. Its figures are in the order of the sizes. */
    void limit(Comparison.LimitCurve limit) {
        out.println("# " + limit.label() + ", usec: " + limit.microseconds().entrySet().stream()
            .map(entry -> String.format(Locale.ROOT, "%d: %.3f", entry.getKey(), entry.getValue()))
            .collect(Collectors.joining(", ")));
    }

    void geometricMeans(List<SizeResult> results) {
        if (results.isEmpty()) {
            out.println("# nothing to compare: no steady block at any size");
            return;
        }
        GeometricMean.of(results, labels.size()).forEach(mean -> {
            String ratios = IntStream.range(1, labels.size())
                .mapToObj(peer -> String.format(Locale.ROOT, "%.3f of %s", mean.ratios()[peer], labels.get(peer)))
                .collect(Collectors.joining(", "));
            out.println("# geometric mean over " + mean.sizes() + " sizes, " + mean.state().label() + ": "
                + labels.getFirst() + " takes " + ratios);
        });
    }
}
