package mpj.bench.compare;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What has been measured on a node so far, and what could not be. All lines are also kept, for the raw report. Any
 * thread may call these methods.
 */
final class NodeLog {
    private final PrintStream terminal;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream kept = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    private final List<Measured> figures = new ArrayList<>();
    private final Set<String> notes = new LinkedHashSet<>();
    private final Map<String, String> libraries = new LinkedHashMap<>();

    NodeLog(PrintStream terminal) {
        this.terminal = terminal;
    }

    /** Prints a line. */
    synchronized void line(String text) {
        terminal.println(text);
        kept.println(text);
    }

    /** Adds a sentence that a reader of the figures must know. It is printed whole; the page has its first line. */
    synchronized void note(String text) {
        line("# " + text.replace("\n", "\n#   "));
        notes.add(text.lines().findFirst().orElse(""));
    }

    synchronized void add(Measured figure) {
        figures.add(figure);
        line(figure.csv());
    }

    /** Keeps a library's own description of itself. */
    synchronized void library(String label, String description) {
        if (libraries.putIfAbsent(label, description) == null) {
            line("# " + label + ": " + description);
        }
    }

    synchronized List<Measured> figures() {
        return List.copyOf(figures);
    }

    synchronized List<String> notes() {
        return List.copyOf(notes);
    }

    synchronized Map<String, String> libraries() {
        return new LinkedHashMap<>(libraries);
    }

    /** All lines so far. */
    synchronized String text() {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
