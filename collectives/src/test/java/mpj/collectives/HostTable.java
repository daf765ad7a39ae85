package mpj.collectives;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import mpj.collectives.selection.Choice;

/**
 * Times that were measured on one host. A line has a collective, the number of ranks, the bytes, the algorithm with its
 * parameter, the time in microseconds, and the factor within which the model is expected to be. What follows a # is a
 * comment.
 */
record HostTable(String name, List<Entry> entries) {
    /** The tables that the model is compared with. A table that somebody sends is added here. */
    static final List<String> NAMES = List.of("xeon-16");

    /** A measurement cannot tell two times apart if one is less than this many times the other. */
    private static final double TELLABLE = 1.1;

    /** One measured time. */
    record Entry(HostCall call, Choice choice, double measured, double within) {
        double predicted(HostModel model) {
            return call.microseconds(model, choice);
        }

        @Override
        public String toString() {
            return call.collective().label() + " of " + call.bytes() + " bytes, " + call.ranks() + " ranks, " + choice;
        }
    }

    /**
     * How a model orders the algorithms that the table has for the same call. Two algorithms whose measured times are
     * much the same are no pair.
     *
     * @param pairs the pairs of algorithms
     * @param alike the pairs of which the model finds the same one quicker as the measurement
     */
    record Order(int pairs, int alike) {
        /** Kendall's coefficient: 1 if all pairs are alike, -1 if none is. */
        double coefficient() {
            return (2.0 * alike - pairs) / pairs;
        }
    }

    Order order(HostModel model) {
        int pairs = 0;
        int alike = 0;
        for (Entry quicker : entries) {
            for (Entry slower : entries) {
                if (quicker.call.equals(slower.call) && quicker.measured * TELLABLE < slower.measured) {
                    pairs++;
                    alike += quicker.predicted(model) < slower.predicted(model) ? 1 : 0;
                }
            }
        }
        return new Order(pairs, alike);
    }

    static HostTable bundled(String name) {
        return read(name, new InputStreamReader(HostTable.class.getResourceAsStream("/hosts/" + name + ".table"),
            StandardCharsets.UTF_8));
    }

    static HostTable of(Path file) throws IOException {
        return read(file.toString(), Files.newBufferedReader(file));
    }

    static HostTable read(String name, Reader text) {
        try (BufferedReader lines = new BufferedReader(text)) {
            return new HostTable(name, lines.lines().map(line -> line.replaceAll("#.*", "").strip())
                .filter(line -> !line.isEmpty()).map(HostTable::entry).toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Entry entry(String line) {
        String[] words = line.split("\\s+");
        if (words.length != 6) {
            throw new IllegalArgumentException("\"" + line + "\" has " + words.length + " words; a line has a"
                + " collective, ranks, bytes, an algorithm, microseconds and a factor");
        }
        Collective collective = Collective.valueOf(words[0].toUpperCase(Locale.ROOT));
        return new Entry(new HostCall(collective, Integer.parseInt(words[1]), bytes(words[2])),
            Choice.parse(collective, words[3]), Double.parseDouble(words[4]), Double.parseDouble(words[5]));
    }

    private static long bytes(String word) {
        int last = Arrays.asList('k', 'm').indexOf(word.charAt(word.length() - 1));
        return last < 0 ? Long.parseLong(word)
            : Long.parseLong(word.substring(0, word.length() - 1)) << 10 * (last + 1);
    }
}
