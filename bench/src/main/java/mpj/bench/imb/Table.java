package mpj.bench.imb;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Prints results in IMB's columns. */
final class Table {
    private static final int WIDTH = 13;
    private static final int LEAST_COLUMNS = 4;
    private static final int NUMBERS_PER_ROW = 16;
    private static final double MICRO = 1e6;

    private final PrintStream out;
    private final Multi multi;
    private int lines;

    /** The modes of {@code -multi}. */
    enum Multi { OFF, SLOWEST_GROUP, ALL_GROUPS }

    Table(PrintStream out, Multi multi) {
        this.out = out;
        this.multi = multi;
    }

    /**
     * The heading of a benchmark, with IMB's columns if IMB has the benchmark.
     *
     * @param groups the world ranks of each group
     * @param idle how many ranks belong to no group
     */
    void heading(String benchmark, Presentation presentation, List<int[]> groups, int idle) {
        heading(benchmark, presentation, groups, idle, "");
    }

    /** @param mode the lines above the columns; only benchmarks of files and of windows have some */
    void heading(String benchmark, Presentation presentation, List<int[]> groups, int idle, String mode) {
        List<String> columns = columns(presentation);
        lines = 0;
        String line = "#" + "-".repeat(Math.max(columns.size(), LEAST_COLUMNS) * WIDTH - 1);
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
        out.print(mode);
        if (!columns.isEmpty()) {
            columns.forEach(column -> out.print(right(column)));
            out.println();
        }
    }

    /** The heading of osu_mbw_mr's columns. */
    void osuHeading(int pairs, int window) {
        out.println("# OSU MPI Multiple Bandwidth / Message Rate Test");
        out.println("# [ pairs: " + pairs + " ] [ window size: " + window + " ]");
        out.println(String.format("%-10s%18s%18s", "# Size", "MB/s", "Messages/s"));
    }

    private static String rows(int[] ranks) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < ranks.length; i++) {
            text.append(i > 0 && i % NUMBERS_PER_ROW == 0 ? "\n# " : "").append(String.format(" %4d", ranks[i]));
        }
        return text.toString();
    }

    private List<String> columns(Presentation presentation) {
        if (presentation == Presentation.NETPIPE || presentation == Presentation.OSU_MESSAGE_RATE) {
            return List.of();
        }
        List<String> columns = new ArrayList<>(multi == Multi.ALL_GROUPS ? List.of("Group") : List.of());
        if (presentation.hasSizes()) {
            columns.add("#bytes");
        }
        columns.add("#repetitions");
        if (presentation.isOverlap()) {
            columns.addAll(List.of("t_ovrl[usec]", "t_pure[usec]", "t_CPU[usec]", "overlap[%]"));
        } else if (presentation.isMessageRate()) {
            columns.addAll(List.of("Mbytes/sec", "Msg/sec"));
        } else if (presentation == Presentation.PASSIVE_TARGET) {
            columns.addAll(List.of("t_pure[usec]", "t_ovrl[usec]"));
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

    /**
     * Whether one column for the time is enough. Two ranks take the same time, and so does one rank, but several groups
     * at once do not.
     */
    private boolean oneTime(Presentation presentation) {
        return presentation == Presentation.ONE_TO_ALL
            || (presentation.isPair() || presentation == Presentation.FILE_OF_ONE) && multi != Multi.SLOWEST_GROUP;
    }

    /** Prints the lines that precede those of one size. */
    void size() {
        if (multi == Multi.ALL_GROUPS) {
            out.println();
        }
    }

    /** Prints a line of results in the columns of the presentation. */
    void line(int group, Presentation presentation, int bytes, int iterations, Figures figures) {
        switch (presentation) {
            case NETPIPE -> out.println(String.format(Locale.ROOT,
                "%3d: %7d bytes %6d times --> %8.2f Mbps in %10.2f usec", lines++, bytes, iterations,
                figures.netpipeMegabits(bytes), figures.most()));
            case OSU_MESSAGE_RATE -> out.println(String.format(Locale.ROOT, "%-10d%18.2f%18.2f", bytes,
                figures.megabytesPerSecond(), figures.messagesPerSecond()));
            default -> imbLine(group, presentation, bytes, iterations, figures);
        }
    }

    /** Prints a line of a non-blocking collective with overlap. */
    void overlapLine(int group, Presentation presentation, int bytes, int iterations, OverlapFigures figures) {
        out.println(start(group, presentation, bytes, iterations).append(right(figures.overlapped()))
            .append(right(figures.pure())).append(right(figures.computing())).append(right(figures.percent())));
    }

    /** Prints a line of a put whose target waits, and then computes. */
    void passiveLine(int group, Presentation presentation, int bytes, int iterations, Timing timing) {
        out.println(start(group, presentation, bytes, iterations).append(right(MICRO * timing.pure()))
            .append(right(MICRO * timing.overlapped())));
    }

    private StringBuilder start(int group, Presentation presentation, int bytes, int iterations) {
        return start(group).append(presentation.hasSizes() ? right(bytes) : "").append(right(iterations));
    }

    private void imbLine(int group, Presentation presentation, int bytes, int iterations, Figures figures) {
        StringBuilder line = start(group, presentation, bytes, iterations);
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

    /** Prints the line of a size that was left out because it needs more memory than {@code -mem} allows. */
    void outOfMemory(int group, int bytes, double gigabytesNeeded) {
        out.println(start(group).append(right(bytes)).append(String.format(Locale.ROOT,
            " out-of-mem.; needed X=%8.3f GB; use flag \"-mem X\"", (1000 * gigabytesNeeded + 1) / 1000)));
    }

    /** Prints the line of a size whose buffers a rank could not allocate although {@code -mem} allowed them. */
    void noMemory(int group, int bytes, double gigabytesNeeded) {
        out.println(start(group).append(right(bytes)).append(String.format(Locale.ROOT,
            " out-of-mem.; needed X=%8.3f GB on each rank, more than its JVM has; give mpjrun -J-Xmx, or -mem less",
            gigabytesNeeded)));
    }

    /** Prints the line of a size that was left out, with all larger sizes, because the time was over. */
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
