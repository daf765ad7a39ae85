package mpj.bench.compare;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The table on standard output: a line for each size, and one more for each further state of the machine. */
final class TextReport {
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
        StringBuilder line = new StringBuilder(String.format("%10s %11s %12s", "#bytes", "iterations",
            labels.getFirst()));
        for (String peer : labels.subList(1, labels.size())) {
            line.append(String.format(" %12s %20s", peer, "ratio"));
        }
        out.println(line.append("  state"));
    }

    void line(SizeResult result) {
        StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "%10d %11d %12.3f", result.bytes(),
            result.iterations(), result.time(0).median()));
        for (int peer = 1; peer < labels.size(); peer++) {
            Spread ratio = result.ratio(peer);
            line.append(String.format(Locale.ROOT, " %12.3f %5.2f [%5.2f..%5.2f]", result.time(peer).median(),
                ratio.median(), ratio.least(), ratio.most()));
        }
        line.append("  ").append(String.format(Locale.ROOT, "%s (flag %.3f), %d blocks", result.state().label(),
            result.flagMicroseconds(), result.rounds().size()));
        if (result.discarded() > 0) {
            line.append(", ").append(result.discarded()).append(" discarded");
        }
        if (result.foreignLoad() > 0.05) {
            line.append(String.format(Locale.ROOT, ", OTHER LOAD %.0f %%", 100 * result.foreignLoad()));
        }
        out.println(line);
    }

    /** The line of a size at which nothing could be compared. */
    void unsteady(int bytes) {
        out.println(String.format(Locale.ROOT, "%10d  no steady block: the machine changed state or was busy", bytes));
    }

    void geometricMeans(List<SizeResult> results) {
        if (results.isEmpty()) {
            out.println("# no steady block at any size");
            return;
        }
        results.stream().collect(Collectors.groupingBy(SizeResult::state)).forEach((state, ofState) -> {
            String means = IntStream.range(1, labels.size())
                .mapToObj(peer -> String.format(Locale.ROOT, "%.3f of %s", Statistics.geometricMean(
                    ofState.stream().mapToDouble(result -> result.ratio(peer).median()).toArray()), labels.get(peer)))
                .collect(Collectors.joining(", "));
            int[] sizes = ofState.stream().mapToInt(SizeResult::bytes).distinct().toArray();
            out.println("# geometric mean over " + sizes.length + " sizes, " + state.label() + ": "
                + labels.getFirst() + " takes " + means);
        });
    }

    static List<Integer> parseSizes(String list) {
        return Arrays.stream(list.split(",")).map(String::strip).map(TextReport::parseSize).toList();
    }

    private static int parseSize(String text) {
        long unit = switch (text.isEmpty() ? ' ' : Character.toLowerCase(text.charAt(text.length() - 1))) {
            case 'k' -> 1 << 10;
            case 'm' -> 1 << 20;
            default -> 1;
        };
        try {
            long size = unit * Long.parseLong(unit == 1 ? text : text.substring(0, text.length() - 1));
            if (size >= 0 && size <= Integer.MAX_VALUE) {
                return (int) size;
            }
        } catch (NumberFormatException e) {
            // Falls through to the one message for everything that is not a size.
        }
        throw new IllegalArgumentException("size '" + text + "' is not a number of bytes from 0 to "
            + Integer.MAX_VALUE + ", with k or m after it if wanted");
    }
}
