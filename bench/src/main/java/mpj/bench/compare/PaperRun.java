package mpj.bench.compare;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Measures the tables of docs/benchmarks.md one after the other, and writes the page. */
final class PaperRun {
    private static final int FAILED = 1;
    /** A command is ended after this many times the time that it should take. */
    private static final int PATIENCE = 4;
    private static final long LEAST_LIMIT_SECONDS = 300;

    private final List<Planned> plan;
    private final Path home;
    private final Path page;
    private final QuietMachine quiet;
    private final double quietWaitSeconds;
    private final boolean force;
    private final ByteArrayOutputStream text = new ByteArrayOutputStream();
    private final PrintStream out;

    /**
     * @param page the HTML file; text and CSV are written beside it
     * @param force whether to measure even if the machine is not quiet
     */
    PaperRun(List<Planned> plan, Path home, Path page, double quietWaitSeconds, boolean force, PrintStream terminal) {
        this.plan = plan;
        this.home = home;
        this.page = page;
        this.quietWaitSeconds = quietWaitSeconds;
        this.force = force;
        this.out = new PrintStream(new Both(terminal, text), true, StandardCharsets.UTF_8);
        this.quiet = QuietMachine.here(force ? 0 : quietWaitSeconds, out);
    }

    /** Writes everything to two streams. */
    private static final class Both extends OutputStream {
        private final OutputStream one;
        private final OutputStream other;

        Both(OutputStream one, OutputStream other) {
            this.one = one;
            this.other = other;
        }

        @Override
        public void write(int b) throws IOException {
            one.write(b);
            other.write(b);
        }

        @Override
        public void write(byte[] bytes, int from, int count) throws IOException {
            one.write(bytes, from, count);
            other.write(bytes, from, count);
        }

        @Override
        public void flush() throws IOException {
            one.flush();
            other.flush();
        }
    }

    /** Prints what would run, how long it would take, and what is missing. */
    void print() {
        double minutes = 0;
        double waiting = 0;
        for (Planned planned : plan) {
            double own = planned.possible() ? planned.minutes() : 0;
            minutes += own;
            waiting += planned.possible() ? planned.longestWaitMinutes() : 0;
            out.printf(Locale.ROOT, "%n# %s: %s, %s%n", planned.exhibit().id(), planned.exhibit().title(),
                planned.possible() ? String.format(Locale.ROOT, "about %.1f min", own) : "cannot be measured");
            planned.missing().forEach(missing -> out.println("#   " + missing));
            if (planned.possible()) {
                out.println(planned.typed());
            }
        }
        out.printf(Locale.ROOT, "%n# In all about %.0f min; up to %.0f min more until the cores are as far apart as "
            + "wanted, and up to %.0f s before each table until the machine is quiet.%n", Math.ceil(minutes),
            Math.ceil(waiting), force ? 0 : quietWaitSeconds);
    }

    /** Runs the plan. Returns the status of the command. */
    int run() throws IOException, InterruptedException {
        print();
        List<Outcome> outcomes = new ArrayList<>();
        String date = ZonedDateTime.now().format(DateTimeFormatter.RFC_1123_DATE_TIME);
        Map<String, String> machine = Machine.facts();
        for (Planned planned : plan) {
            out.println("\n## " + planned.exhibit().id() + ": " + planned.exhibit().title());
            Outcome outcome = measure(planned);
            outcome.reasons().forEach(reason -> out.println("# " + reason.replace("\n", "\n# ")));
            outcomes.add(outcome);
            // The report is written after each exhibit, so that the figures are kept if a later exhibit fails.
            write(date, machine, outcomes);
        }
        out.println();
        outcomes.forEach(outcome -> out.println("# " + outcome.planned().exhibit().id() + ": " + outcome.state()));
        out.println("# written: " + page + ", with " + sibling(".txt").getFileName() + " and "
            + sibling(".csv").getFileName());
        write(date, machine, outcomes);
        return outcomes.stream().anyMatch(Outcome::hasFigures) ? 0 : FAILED;
    }

    private Outcome measure(Planned planned) throws InterruptedException {
        List<String> reasons = new ArrayList<>(planned.missing());
        if (!planned.possible()) {
            return Outcome.none(planned, reasons);
        }
        if (!quiet.await()) {
            reasons.add(force ? "Other processes used the machine meanwhile." : String.format(Locale.ROOT,
                "the machine did not become quiet within %.0f s; --quiet-wait SEC waits longer, --force measures all"
                + " the same", quietWaitSeconds));
            if (!force) {
                return Outcome.none(planned, reasons);
            }
        }
        return planned.exhibit().isComparison() ? compare(planned, reasons) : execute(planned, reasons);
    }

    private Outcome compare(Planned planned, List<String> reasons) throws InterruptedException {
        ImbCompare measurement = ImbCompare.of(out, planned.words());
        try {
            measurement.measure();
        } catch (IOException | IllegalArgumentException e) {
            reasons.add(e.getMessage());
        }
        Comparison comparison = measurement.comparison();
        if (comparison != null) {
            reasons.addAll(comparison.warnings());
            comparison.tables().stream().filter(table -> table.results().isEmpty())
                .forEach(table -> reasons.add(table.benchmark() + ": nothing could be compared"
                    + table.without().stream().findFirst().map(run -> ", " + run.why()).orElse("")));
        }
        return new Outcome(planned, comparison, "", false, reasons);
    }

    private Outcome execute(Planned planned, List<String> reasons) throws InterruptedException {
        List<String> command = new ArrayList<>(List.of(planned.exhibit().command().split(" ")));
        command.set(0, home.resolve(command.getFirst()).toString());
        command.addAll(planned.words());
        long limit = Math.max(LEAST_LIMIT_SECONDS, (long) (PATIENCE * 60 * planned.exhibit().minutes()));
        try {
            JobOutput output = JobOutput.of(new Peer.Launch(command, Map.of()), Map.of(), limit);
            out.print(output.text());
            if (!output.ended()) {
                reasons.add("it did not end within " + limit + " s");
            } else if (output.exitCode() != 0) {
                reasons.add("it ended with exit code " + output.exitCode());
            }
            return new Outcome(planned, null, output.text(), output.ended() && output.exitCode() == 0, reasons);
        } catch (IOException e) {
            reasons.add(e.getMessage());
            return Outcome.none(planned, reasons);
        }
    }

    private Path sibling(String ending) {
        return page.resolveSibling(page.getFileName().toString().replaceFirst("\\.html?$", "") + ending);
    }

    private void write(String date, Map<String, String> machine, List<Outcome> outcomes) throws IOException {
        Files.writeString(page, PaperReport.html(date, machine, outcomes));
        Files.writeString(sibling(".csv"), PaperReport.csv(outcomes));
        Files.write(sibling(".txt"), text.toByteArray());
    }
}
