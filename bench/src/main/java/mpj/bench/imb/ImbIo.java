package mpj.bench.imb;

import java.io.IOException;
import java.io.PrintStream;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;

/**
 * {@code bin/bench imb-io}: runs benchmarks of files like {@code IMB-IO}.
 *
 * <p>Ends with exit code 0, or with 1 if an option or the name of a benchmark is unknown.
 */
public final class ImbIo {
    private static final String COMMAND = "bench imb-io";
    private static final String RULE = "#----------------------------------------------------------------";

    private final FileOptions options;
    private final String[] arguments;
    private final Messages world;
    private final Files files;
    private final PrintStream out;

    private ImbIo(FileOptions options, String[] arguments, Messages world, PrintStream out) {
        this.options = options;
        this.arguments = arguments;
        this.world = world;
        this.files = Files.of(world);
        this.out = out;
    }

    /** Runs on every rank; rank 0 prints. */
    public static void main(String[] arguments) {
        CommandLine line = FileOptions.commandLine();
        FileOptions options = (FileOptions) line.getCommand();
        String complaint = null;
        try {
            line.parseArgs(arguments);
        } catch (CommandLine.ParameterException e) {
            complaint = e.getMessage(); // only rank 0 prints it, and a rank knows its number only after Init
        }
        Messages world = Messages.ofJob();
        world.begin(arguments);
        int status = 0;
        boolean prints = world.rank() == 0;
        try (PrintStream out = Output.open(options.common.output, prints)) {
            if (complaint != null) {
                throw new IllegalArgumentException(complaint);
            }
            if (options.common.help != null) {
                new OptionHelp(line).print(options.common.help, out);
            } else if (options.common.list) {
                out.println("List of benchmarks:");
                out.println("IMB-IO:");
                FileBenchmark.ALL.forEach(benchmark -> out.println("    " + benchmark.name()));
            } else {
                new ImbIo(options, arguments, world, out).run(prints);
            }
        } catch (IllegalArgumentException | IOException e) {
            status = 1;
            if (prints) {
                String what = e instanceof IOException ? "cannot read or write " : "";
                System.err.println(COMMAND + ": " + what + e.getMessage() + "\n" + COMMAND
                    + " -help lists the options.");
            }
        }
        world.end();
        System.exit(status);
    }

    private void run(boolean prints) throws IOException {
        List<FileBenchmark> benchmarks = options.benchmarks();
        Table.Multi multi = options.common.multiMode();
        int[] order = Grouping.order(options.common.map, world.size());
        options.check(world.size());
        heading(benchmarks, multi);
        for (FileBenchmark benchmark : benchmarks) {
            run(benchmark, order, prints ? new Table(out, multi) : null, multi);
        }
        out.println();
        out.println();
        out.println("# All processes entering MPI_Finalize");
        out.println();
    }

    private void run(FileBenchmark benchmark, int[] order, Table table, Table.Multi multi) throws IOException {
        List<Integer> rankCounts = benchmark.ranks() == FileBenchmark.Ranks.SINGLE ? List.of(1)
            : Grouping.rankCounts(Math.min(options.common.leastRanks, order.length), order.length);
        for (int ranks : rankCounts) {
            Participants participants = Participants.of(world,
                Grouping.of(order, ranks, multi != Table.Multi.OFF), options.common.ownBarrier);
            if (participants.takesPart()) {
                new FileRun(options, files, world, benchmark, participants, table).run(out);
            }
            world.barrier();
        }
    }

    private void heading(List<FileBenchmark> benchmarks, Table.Multi multi) throws IOException {
        out.println(RULE);
        out.println("#    MPJ, the Intel(R) MPI Benchmarks in Java, MPI-IO part");
        out.println(RULE);
        out.println("# Date                  : " + ZonedDateTime.now().format(
            DateTimeFormatter.ofPattern("EEE MMM d HH:mm:ss yyyy", Locale.ROOT)));
        out.println("# Machine               : " + System.getProperty("os.arch"));
        out.println("# System                : " + System.getProperty("os.name"));
        out.println("# Release               : " + System.getProperty("os.version"));
        out.println("# Java                  : " + System.getProperty("java.vm.name") + " " + Runtime.version());
        out.println();
        out.println();
        out.println("# Calling sequence was: ");
        out.println();
        out.println("# " + COMMAND + " " + String.join(" ", arguments) + " ");
        out.println();
        if (options.common.givesSizes()) {
            out.println("# Message lengths were user defined");
        } else {
            List<Integer> sizes = options.common.sizesOf(1);
            out.println("# Minimum io portion in bytes:   " + sizes.getFirst());
            out.println("# Maximum io portion in bytes:   " + sizes.getLast());
        }
        out.println("#");
        out.println("# File                           :   " + options.file + " ");
        if (!options.hints.isEmpty()) {
            out.println("# Got " + options.hints.size() + " Info-keys:");
            options.hints.forEach((key, value) -> out.println("# " + key + " = \"" + value + "\""));
        }
        out.println();
        out.println();
        out.println("# List of Benchmarks to run:");
        out.println();
        benchmarks.forEach(benchmark ->
            out.println("# " + (multi == Table.Multi.OFF ? "" : "(Multi-)") + benchmark.name()));
    }
}
