package mpj.collectives.selection;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import mpj.collectives.Collective;
import mpj.collectives.Problem;

/**
 * Which algorithm for which number of ranks and which size. A line of the file has four words, and of the lines of a
 * collective the first that applies counts:
 *
 * <pre>
 *   # collective  ranks up to  bytes up to  algorithm[:parameter]
 *   bcast         2            *            linear
 *   bcast         *            16k          binomial
 *   bcast         *            *            pipelined:64k
 * </pre>
 *
 * <p>The ranks are those of both groups where there are two. The bytes are those of each rank, or of each block where
 * there is one for each rank; of Reduce_scatter all. A line does not apply where its algorithm cannot carry out a
 * problem, or where two groups have none of that name. Where no line does, the collective's first algorithm
 * counts. For one thread at a time.
 */
public final class SelectionTable {
    private record Line(long ranks, long bytes, Choice choice) {
    }

    /** A line that was not read yet. */
    private record Source(int number, String text) {
    }

    private final String name;
    private final Map<Collective, List<Source>> sources = new EnumMap<>(Collective.class);
    private final Map<Collective, List<Line>> lines = new EnumMap<>(Collective.class);

    private SelectionTable(List<String> text, String name) {
        this.name = name;
        for (int i = 0; i < text.size(); i++) {
            String line = text.get(i);
            int comment = line.indexOf('#');
            line = (comment < 0 ? line : line.substring(0, comment)).strip();
            if (!line.isEmpty()) {
                Source source = new Source(i + 1, line);
                sources.computeIfAbsent(collective(source), _ -> new ArrayList<>()).add(source);
            }
        }
    }

    /**
     * Reads a table.
     *
     * @param text its lines
     * @param name of the file, for errors
     * @return the table
     * @throws IllegalArgumentException when a line cannot be read
     */
    public static SelectionTable parse(List<String> text, String name) {
        SelectionTable table = new SelectionTable(text, name);
        table.sources.keySet().forEach(table::lines);
        return table;
    }

    private Collective collective(Source source) {
        String line = source.text;
        int end = 0;
        while (end < line.length() && !Character.isWhitespace(line.charAt(end))) {
            end++;
        }
        try {
            return collective(line.substring(0, end));
        } catch (IllegalArgumentException e) {
            throw refused(source, e);
        }
    }

    /** Of one collective, read when they are first asked for: a program uses few. */
    private List<Line> lines(Collective collective) {
        return lines.computeIfAbsent(collective,
            _ -> sources.getOrDefault(collective, List.of()).stream().map(source -> read(source, collective)).toList());
    }

    private Line read(Source source, Collective collective) {
        String[] words = source.text.split("\\s+");
        try {
            if (words.length != 4) {
                throw new IllegalArgumentException("there are " + words.length
                    + " words; a line has a collective, ranks, bytes and an algorithm");
            }
            return new Line(bound(words[1]), bound(words[2]), Choice.parse(collective, words[3]));
        } catch (IllegalArgumentException e) {
            throw refused(source, e);
        }
    }

    private IllegalArgumentException refused(Source source, IllegalArgumentException cause) {
        return new IllegalArgumentException(name + ", line " + source.number + ": " + cause.getMessage(), cause);
    }

    /** The collective with a name, if there are algorithms to choose from for it. */
    static Collective collective(String name) {
        return chosen().filter(collective -> collective.label().equals(name.toLowerCase(Locale.ROOT))).findFirst()
            .orElseThrow(() -> new IllegalArgumentException("there is no collective " + name + "; there are "
                + chosen().map(Collective::label).collect(Collectors.joining(", "))));
    }

    private static Stream<Collective> chosen() {
        return Stream.of(Collective.values()).filter(collective -> collective.choice() == collective);
    }

    private static long bound(String word) {
        return word.equals("*") ? Long.MAX_VALUE : Choice.number(word);
    }

    /**
     * Reads a file.
     *
     * @param file the file
     * @return its table
     * @throws IllegalArgumentException when it cannot be read
     */
    public static SelectionTable read(Path file) {
        try {
            return parse(Files.readAllLines(file), file.toString());
        } catch (IOException e) {
            throw new IllegalArgumentException("mpj.coll.table is " + file + ", which cannot be read: " + e, e);
        }
    }

    /**
     * A table that comes with the library.
     *
     * @param name {@code shm}, {@code tcp} or {@code fabric}
     * @return the table
     */
    public static SelectionTable bundled(String name) {
        return new SelectionTable(BundledTables.text(name).lines().toList(), name + ".table");
    }

    /**
     * What to carry out a problem with.
     *
     * @param collective the collective
     * @param problem as any rank sees it
     * @param bytes the size that counts, or {@link Long#MAX_VALUE} where the ranks do not all know it
     * @return the choice
     */
    public Choice choose(Collective collective, Problem problem, long bytes) {
        for (Line line : lines(collective)) {
            Choice choice = problem.size() <= line.ranks && bytes <= line.bytes
                ? line.choice.fitting(collective, problem) : null;
            if (choice != null) {
                return choice;
            }
        }
        return new Choice(Algorithms.of(collective, problem).getFirst(), 0);
    }
}
