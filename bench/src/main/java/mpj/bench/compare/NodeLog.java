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
 * thread may call these methods. Nothing is printed under the lock: if nobody reads the terminal's pipe, the thread
 * that prints waits, and another one must still be able to write the report.
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

    /** Keeps a line, and prints it. */
    void line(String text) {
        keep(text);
        print(text);
    }

    private synchronized void keep(String text) {
        kept.println(text);
    }

    /** Prints a line that is not kept. */
    void print(String text) {
        terminal.println(text);
    }

    /** Adds a sentence that a reader of the figures must know. It is printed whole; the page has its first line. */
    void note(String text) {
        print(keepNote(text));
    }

    /** The same, but answers the line in place of printing it. */
    synchronized String keepNote(String text) {
        String line = "# " + text.replace("\n", "\n#   ");
        keep(line);
        notes.add(text.lines().findFirst().orElse(""));
        return line;
    }

    void add(Measured figure) {
        synchronized (this) {
            figures.add(figure);
        }
        line(figure.csv());
    }

    /** Keeps a library's own description of itself. */
    void library(String label, String description) {
        boolean isNew;
        synchronized (this) {
            isNew = libraries.putIfAbsent(label, description) == null;
        }
        if (isNew) {
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
