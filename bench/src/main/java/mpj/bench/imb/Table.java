package mpj.bench.imb;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Prints results in IMB's columns. */
final class Table {
    private static final int WIDTH = 13;
    private static final int NUMBERS_PER_ROW = 16;

    private final PrintStream out;
    private final Multi multi;

    /** The modes of {@code -multi}. */
    enum Multi { OFF, SLOWEST_GROUP, ALL_GROUPS }

    Table(PrintStream out, Multi multi) {
        this.out = out;
        this.multi = multi;
    }

    /**
     * The heading of a benchmark.
     *
     * @param groups the world ranks of each group
     * @param idle ranks that belong to no group
     */
    void heading(String benchmark, Presentation presentation, List<int[]> groups, int idle) {
        List<String> columns = columns(presentation);
        String line = "#" + "-".repeat(columns.size() * WIDTH - 1);
        out.println();
        out.println(line);
        out.println("# Benchmarking " + (groups.size() > 1 ? "Multi-" : "") + benchmark + " ");
        if (groups.size() == 1) {
            out.println("# #processes = " + groups.getFirst().length + " ");
        } else {
            out.println("# ( " + groups.size() + " groups of " + groups.getFirst().length
                + " processes each running simultaneous ) ");
            for (int group = 0; group < groups.size(); group++) {
                out.println("# Group  " + group + ": " + rows(groups.get(group)));
                out.println("# ");
            }
        }
        if (idle > 0) {
            out.println("# ( " + idle + " additional process" + (idle == 1 ? "" : "es") + " waiting in MPI_Barrier)");
        }
        out.println(line);
        columns.forEach(column -> out.print(right(column)));
        out.println();
    }

    private static String rows(int[] ranks) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < ranks.length; i++) {
            text.append(i > 0 && i % NUMBERS_PER_ROW == 0 ? "\n# " : "").append(String.format(" %4d", ranks[i]));
        }
        return text.toString();
    }

    private List<String> columns(Presentation presentation) {
        List<String> columns = new ArrayList<>(multi == Multi.ALL_GROUPS ? List.of("Group") : List.of());
        if (presentation.hasSizes()) {
            columns.add("#bytes");
        }
        columns.add("#repetitions");
        if (presentation.isMessageRate()) {
            columns.addAll(List.of("Mbytes/sec", "Msg/sec"));
        } else if (oneTime(presentation)) {
            columns.addAll(List.of("t[usec]", "Mbytes/sec"));
        } else {
            columns.addAll(List.of("t_min[usec]", "t_max[usec]", "t_avg[usec]"));
            if (presentation.hasBandwidth()) {
                columns.add("Mbytes/sec");
            }
        }
        return columns;
    }

    /** Two ranks take the same time, so one figure serves; several groups at once do not. */
    private boolean oneTime(Presentation presentation) {
        return presentation.isPair() && multi != Multi.SLOWEST_GROUP;
    }

    /** What precedes the lines of one size. */
    void size() {
        if (multi == Multi.ALL_GROUPS) {
            out.println();
        }
    }

    /** A line of results. */
    void line(int group, Presentation presentation, int bytes, int iterations, Figures figures) {
        StringBuilder line = start(group);
        if (presentation.hasSizes()) {
            line.append(right(bytes));
        }
        line.append(right(iterations));
        if (presentation.isMessageRate()) {
            line.append(right(figures.megabytesPerSecond()))
                .append(right(String.format(Locale.ROOT, "%.0f", figures.messagesPerSecond())));
        } else if (oneTime(presentation)) {
            line.append(right(figures.most())).append(right(figures.megabytesPerSecond()));
        } else {
            line.append(right(figures.least())).append(right(figures.most())).append(right(figures.average()));
            if (presentation.hasBandwidth()) {
                line.append(right(figures.megabytesPerSecond()));
            }
        }
        out.println(line);
    }

    /** The line of a size that was left out for want of memory. */
    void outOfMemory(int group, int bytes, double gigabytesNeeded) {
        out.println(start(group).append(right(bytes)).append(String.format(Locale.ROOT,
            " out-of-mem.; needed X=%8.3f GB; use flag \"-mem X\"", (1000 * gigabytesNeeded + 1) / 1000)));
    }

    /** The line of a size that was left out, with all larger ones, for want of time. */
    void outOfTime(int group, int bytes) {
        out.println(start(group).append(right(bytes))
            .append(" time-out.; Time limit (secs_per_sample * msg_sizes_list_len) is over; use \"-time X\""));
    }

    private StringBuilder start(int group) {
        return new StringBuilder(multi == Multi.ALL_GROUPS ? right(group) : "");
    }

    private static String right(String text) {
        return String.format("%" + WIDTH + "s", text);
    }

    private static String right(int number) {
        return right(Integer.toString(number));
    }

    private static String right(double number) {
        return right(String.format(Locale.ROOT, "%.2f", number));
    }
}
