package mpj.bench.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * An earlier run, with which a new run is compared. Only ratios are compared: a ratio stays valid when the machine
 * changes its state, a time does not.
 */
final class Baseline {
    private static final int BENCHMARK = 0;
    private static final int RANKS = 1;
    private static final int BYTES = 2;
    private static final int STATE = 4;
    private static final int PEER = 11;
    private static final int RATIO = 13;

    private final Map<Key, Double> ratios;

    /** The key of one ratio. */
    private record Key(String benchmark, int ranks, int bytes, String state, String peer) {
    }

    private Baseline(Map<Key, Double> ratios) {
        this.ratios = ratios;
    }

    /**
     * Reads a file that {@code --csv} wrote.
     *
     * @throws IOException if the file cannot be read, or was not written by {@code --csv}
     */
    static Baseline read(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        if (lines.isEmpty() || !lines.getFirst().equals(CsvReport.HEADING)) {
            throw new IOException(file + " is no baseline: its first line is not that of a file written by --csv");
        }
        Map<Key, Double> ratios = new HashMap<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] fields = line.split(",", -1);
            try {
                ratios.put(new Key(fields[BENCHMARK], Integer.parseInt(fields[RANKS]),
                    Integer.parseInt(fields[BYTES]), fields[STATE], fields[PEER]), Double.parseDouble(fields[RATIO]));
            } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
                throw new IOException(file + ": not a line of results: " + line, e);
            }
        }
        return new Baseline(ratios);
    }

    /**
     * The ratios that have become worse.
     *
     * @param threshold by which part, such as 0.1, a ratio may exceed the earlier ratio
     * @return one sentence for each of these ratios; or one sentence if nothing could be compared
     */
    List<String> regressions(Comparison comparison, double threshold) {
        List<String> regressions = new ArrayList<>();
        int compared = 0;
        for (Comparison.BenchmarkTable table : comparison.tables()) {
            for (SizeResult result : table.results()) {
                for (int peer = 1; peer < comparison.labels().size(); peer++) {
                    String label = comparison.labels().get(peer);
                    Double before = ratios.get(new Key(result.benchmark(), comparison.ranks(), result.bytes(),
                        result.state().label(), CsvReport.field(label)));
                    double now = result.ratio(peer).median();
                    compared += before == null ? 0 : 1;
                    if (before != null && now > before * (1 + threshold)) {
                        regressions.add(String.format(Locale.ROOT,
                            "%s, %d bytes, %s: %.2f of %s, was %.2f (limit %.2f)", result.benchmark(),
                            result.bytes(), result.state().label(), now, label, before, before * (1 + threshold)));
                    }
                }
            }
        }
        if (compared == 0) {
            regressions.add("nothing to compare: the baseline has no such benchmark, ranks, size, state and peer");
        }
        return regressions;
    }
}
