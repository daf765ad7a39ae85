package mpj.bench.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The files in which a measurement of a node ends: the page, all figures, and all lines that were printed. They are
 * written once, by the thread that measures, or by the one that runs when this process is told to end.
 */
final class NodeReport {
    /** What the name of the page ends in. */
    static final String PAGE = ".md";

    private final Path page;
    private final String command;
    private final NodeScope scope;
    private final Map<String, String> facts;
    private final NodeLog log;
    private boolean written;

    NodeReport(Path page, String command, NodeScope scope, Map<String, String> facts, NodeLog log) {
        this.page = page;
        this.command = command;
        this.scope = scope;
        this.facts = facts;
        this.log = log;
    }

    /** Writes what was measured, if that was not done before, and says where it is. */
    void write() throws IOException {
        String where = files();
        if (!where.isEmpty()) {
            log.print(where);
        }
    }

    /**
     * Writes what was measured, before all is measured, because this process was told to end. It prints nothing, since
     * that may take for ever.
     *
     * @return what is to be printed; empty if the files were written before
     */
    synchronized String writePart() {
        if (written) {
            return "";
        }
        String note = log.keepNote("The measurement was told to end before all was measured.");
        try {
            return note + "\n" + files();
        } catch (IOException e) {
            return note + "\n# the page cannot be written: " + e;
        }
    }

    private synchronized String files() throws IOException {
        if (written) {
            return "";
        }
        written = true;
        String where = "# the page: " + page + ", with " + sibling(".csv").getFileName() + " and "
            + sibling(".txt").getFileName() + "; docs/benchmarks.md says where to send them";
        String date = LocalDate.now().format(DateTimeFormatter.ofPattern("d MMMM yyyy", Locale.ENGLISH));
        Files.writeString(page, NodePage.of(date, facts, command, scope, log.libraries(), log.figures(), log.notes()));
        Files.writeString(sibling(".csv"), Measured.CSV_HEADING + "\n" + log.figures().stream()
            .map(figure -> figure.csv() + "\n").collect(Collectors.joining()));
        Files.writeString(sibling(".txt"), log.text() + where + "\n");
        return where;
    }

    private Path sibling(String ending) {
        String name = page.getFileName().toString();
        return page.resolveSibling(name.substring(0, name.length() - PAGE.length()) + ending);
    }
}
