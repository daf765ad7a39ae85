package mpj.bench.imb;

import java.io.IOException;
import java.io.PrintStream;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import picocli.CommandLine;

/**
 * {@code bin/bench imb}: runs benchmarks like {@code IMB-MPI1}.
 *
 * <p>Ends with exit code 0, or with 1 if an option or the name of a benchmark is unknown.
 */
public final class Imb {
    private static final String RULE = "#----------------------------------------------------------------";

    private static final int LEAST_RANKS = 2;

    private final Suite suite;
    private final Options options;
    private final String[] arguments;
    private final Messages world;
    private final PrintStream out;

    private Imb(Suite suite, Options options, String[] arguments, Messages world, PrintStream out) {
        this.suite = suite;
        this.options = options;
        this.arguments = arguments;
        this.world = world;
        this.out = out;
    }

    /** Runs on every rank; rank 0 prints. */
    public static void main(String[] arguments) {
        run(Suite.MPI1, arguments);
    }

    /** Runs the benchmarks of a suite, or those that the arguments name, and ends the rank. */
    static void run(Suite suite, String[] arguments) {
        Options options = new Options();
        CommandLine line = new CommandLine(options).setCommandName(suite.command());
        String complaint = null;
        try {
            line.parseArgs(arguments);
        } catch (CommandLine.ParameterException e) {
            // Only rank 0 prints the complaint, and a rank knows its number only after Init.
            complaint = e.getMessage();
        }
        Messages world = Messages.ofJob();
        world.begin(arguments);
        int status = 0;
        boolean prints = world.rank() == 0;
        try (PrintStream out = Output.open(options.output, prints)) {
            if (complaint != null) {
                throw new IllegalArgumentException(complaint);
            }
            if (options.help != null) {
                new OptionHelp(line).print(options.help, out);
            } else if (options.list) {
                list(out, world.hasWindows());
            } else {
                new Imb(suite, options, arguments, world, out).run(prints);
            }
        } catch (IllegalArgumentException | IOException e) {
            status = 1;
            if (prints) {
                String what = e instanceof IOException ? "cannot read or write " : "";
                System.err.println(suite.command() + ": " + what + e.getMessage() + "\n"
                    + suite.command() + " -help lists the options.");
            }
        }
        world.end();
        System.exit(status);
    }

    /** @param windows whether the API has windows */
    private static void list(PrintStream out, boolean windows) {
        out.println("List of benchmarks:");
        Stream.of(Suite.values()).filter(suite -> suite != Suite.RMA || windows).forEach(suite ->
            list("IMB-" + suite.name(), suite.benchmarks(), out));
        list("Beyond IMB", Benchmarks.BEYOND_IMB, out);
    }

    private static void list(String title, List<Benchmark> benchmarks, PrintStream out) {
        out.println(title + ":");
        benchmarks.stream().sorted((one, other) -> one.name().compareTo(other.name()))
            .forEach(benchmark -> out.println("    " + benchmark.name()
                + (benchmark.runsByDefault() ? "" : " (non-default)")));
    }

    private void run(boolean prints) throws IOException {
        if (options.place == null) {
            options.place = world.takesArraysAnywhere() ? MessageBuffers.Place.ARRAY : MessageBuffers.Place.DIRECT;
        }
        // All errors in the options are found before the first line is printed.
        List<Benchmark> benchmarks = options.benchmarks(suite);
        Table.Multi multi = options.multiMode();
        int[] order = Grouping.order(options.map, world.size());
        options.check(world.size());
        options.checkWindows(benchmarks, world);
        heading(benchmarks, multi);
        List<Benchmark> tables = benchmarks.stream().flatMap(benchmark -> options.modes(benchmark).stream()).toList();
        for (Benchmark benchmark : tables) {
            run(benchmark, order, prints ? new Table(out, multi) : null, multi);
        }
        out.println();
        out.println();
        out.println("# All processes entering MPI_Finalize");
        out.println();
    }

    private void run(Benchmark benchmark, int[] order, Table table, Table.Multi multi) throws IOException {
        Presentation presentation = benchmark.presentation();
        if (order.length < presentation.leastRanks()) {
            out.println();
            out.println("# !! Benchmark " + benchmark.name() + " invalid for " + order.length + " processes !! ");
            out.println();
            return;
        }
        int least = options.leastRanks == null ? LEAST_RANKS : options.leastRanks;
        List<Integer> rankCounts = presentation.isPair() ? List.of(2)
            : Grouping.rankCounts(Math.min(least, order.length), order.length);
        for (int ranks : rankCounts) {
            Participants participants = Participants.of(world,
                Grouping.of(order, ranks, multi != Table.Multi.OFF), options.ownBarrier);
            if (participants.takesPart()) {
                TableRun run = new TableRun(options, Clock.SYSTEM, benchmark, options.sizesFor(benchmark),
                    participants, table);
                long iterations = run.warmUpJit();
                if (table != null) {
                    out.printf(Locale.ROOT, "%n# JIT warm-up of %s: %.2f s, %d iterations%n", benchmark.name(),
                        options.jitWarmUpSeconds, iterations);
                    table.heading(benchmark.title(), presentation, participants.grouping().groups(),
                        world.size() - ranks * participants.grouping().groups().size(), benchmark.mode());
                    if (presentation == Presentation.OSU_MESSAGE_RATE) {
                        table.osuHeading(ranks / 2 * participants.grouping().groups().size(), run.window());
                    }
                }
                run.run();
            }
            world.barrier();
        }
    }

    private void heading(List<Benchmark> benchmarks, Table.Multi multi) {
        out.println(RULE);
        out.println("#    MPJ, the Intel(R) MPI Benchmarks in Java, " + suite.title());
        out.println(RULE);
        out.println("# Date                  : " + ZonedDateTime.now().format(
            DateTimeFormatter.ofPattern("EEE MMM d HH:mm:ss yyyy", Locale.ROOT)));
        out.println("# Machine               : " + System.getProperty("os.arch"));
        out.println("# System                : " + System.getProperty("os.name"));
        out.println("# Release               : " + System.getProperty("os.version"));
        out.println("# Java                  : " + System.getProperty("java.vm.name") + " " + Runtime.version());
        out.println("# MPI Thread Environment: " + options.threadLevel);
        out.println();
        out.println();
        out.println("# Calling sequence was: ");
        out.println();
        out.println("# " + suite.command() + " " + String.join(" ", arguments) + " ");
        out.println();
        if (options.givesSizes()) {
            out.println("# Message lengths were user defined");
        } else {
            out.println("# Minimum message length in bytes:   " + (options.zeroSize ? 0 : 1 << options.logs()[0]));
            out.println("# Maximum message length in bytes:   " + (1 << options.logs()[1]));
        }
        out.println("#");
        out.println("# MPI_Datatype                   :   MPI_" + options.dataType + " ");
        out.println("# MPI_Datatype for reductions    :   MPI_" + options.reductionType + " ");
        out.println("# MPI_Op                         :   MPI_SUM  ");
        out.println("# Buffers                        :   " + options.place.label() + " ");
        out.println("# ");
        out.println();
        out.println("# List of Benchmarks to run:");
        out.println();
        benchmarks.forEach(benchmark ->
            out.println("# " + (multi == Table.Multi.OFF ? "" : "(Multi-)") + benchmark.name()));
    }
}
