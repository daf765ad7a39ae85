package mpj.runtime.launcher;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import mpj.runtime.host.RankReport;

/** Describes what every rank is doing, for the user: first one line for each rank, in MPI's words, then the stacks. */
final class RankLines {
    private static final double MEBI = 1 << 20;

    private final int size;
    private final Placement placement;

    /** @param size the number of ranks */
    RankLines(int size, Placement placement) {
        this.size = size;
        this.placement = placement;
    }

    /**
     * Returns the text in parts of whole lines.
     *
     * @param reports by rank; a missing rank has not answered
     * @param processes whether to name each rank's host, process and memory
     */
    List<String> of(Map<Integer, RankReport> reports, boolean processes) {
        List<String> parts = new ArrayList<>();
        for (int rank = 0; rank < size; rank++) {
            RankReport report = reports.get(rank);
            StringBuilder lines = new StringBuilder(processes ? process(rank, report) : "");
            String begin = (processes ? "    " : "  ") + "rank " + rank + ": ";
            for (String line : report == null ? List.of("no answer") : report.state().lines()) {
                lines.append(begin).append(line).append('\n');
            }
            parts.add(lines.toString());
        }
        for (RankReport report : reports.values()) {
            if (!report.state().stacks().isEmpty()) {
                parts.add("\n  rank " + report.rank() + "\n" + report.state().stacks());
            }
        }
        return parts;
    }

    private String process(int rank, RankReport report) {
        if (report == null) {
            return String.format("  rank %d on %s%n", rank, placement.hostOf(rank).name());
        }
        if (report.pid() == 0) {
            return String.format("  rank %d on %s: ended%n", rank, report.host());
        }
        return String.format("  rank %d on %s: process %d, %.0f MiB%n", rank, report.host(), report.pid(),
            report.residentBytes() / MEBI);
    }
}
