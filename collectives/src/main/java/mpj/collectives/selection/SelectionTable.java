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
 * Maps numbers of ranks and sizes to algorithms. A line of the file has four words. Of the lines of a collective, the
 * first one that applies is used:
 *
 * <pre>
 *   # collective  ranks up to  bytes up to  algorithm[:parameter]
 *   bcast         2            *            linear
 *   bcast         *            16k          binomial
 *   bcast         *            *            pipelined:64k
 * </pre>
 *
 * <p>If there are two groups, the ranks of both are counted. The bytes are those of each rank, or of each block if
 * there is one for each rank. For Reduce_scatter they are all bytes. A line does not apply if its algorithm cannot
 * carry out the problem, or if there is no algorithm of this name between two groups. If no line applies, the
 * collective's first algorithm is used. Used by one thread at a time.
 */
public final class SelectionTable {
    private record Line(long ranks, long bytes, Choice choice) {
    }

    /** A line that has not been read yet. */
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
     * @param name the name of the file, for error messages
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

    /**
     * The lines of one collective. They are read when they are first needed, because a program uses few collectives.
     */
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

    /** The collective with this name, if algorithms can be chosen for it. */
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
     * Tables that come with the library, one after the other.
     *
     * @param names one or several of {@code threads}, {@code cores}, {@code shm}, {@code tcp} and {@code fabric}, with
     *     commas between them
     * @return a table with the lines of the first, then with those of the second, and so on
     */
    public static SelectionTable bundled(String names) {
        List<String> lines = new ArrayList<>();
        for (String name : names.split(",")) {
            BundledTables.text(name).lines().forEach(lines::add);
        }
        return new SelectionTable(lines, "table " + names);
    }

    /**
     * Chooses an algorithm for a problem.
     *
     * @param collective the collective
     * @param problem the problem as any rank sees it
     * @param bytes the size that determines the choice, or {@link Long#MAX_VALUE} if not all ranks know it
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
