package mpj.bench.imb;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import mpi.Intracomm;
import mpi.MPI;
import picocli.CommandLine;

/**
 * {@code bin/imb}: runs benchmarks as {@code IMB-MPI1} does.
 *
 * <p>Exit code 0, or 1 if an option or a benchmark's name is not known.
 */
public final class Imb {
    private static final String RULE = "#----------------------------------------------------------------";

    private final Options options;
    private final String[] arguments;
    private final Intracomm world;
    private final PrintStream out;

    private Imb(Options options, String[] arguments, Intracomm world, PrintStream out) {
        this.options = options;
        this.arguments = arguments;
        this.world = world;
        this.out = out;
    }

    /** Runs on every rank; rank 0 prints. */
    public static void main(String[] arguments) throws IOException {
        Options options = new Options();
        CommandLine line = new CommandLine(options);
        String complaint = null;
        try {
            line.parseArgs(arguments);
        } catch (CommandLine.ParameterException e) {
            // Told by rank 0 alone, which is known only after Init.
            complaint = e.getMessage();
        }
        MPI.Init(arguments);
        int status = 0;
        boolean prints = MPI.COMM_WORLD.Rank() == 0;
        try (PrintStream out = output(options, prints)) {
            if (complaint != null) {
                throw new IllegalArgumentException(complaint);
            }
            if (line.isUsageHelpRequested()) {
                line.usage(out);
            } else if (options.list) {
                list(out);
            } else {
                new Imb(options, arguments, MPI.COMM_WORLD, out).run(prints);
            }
        } catch (IllegalArgumentException | IOException e) {
            status = 1;
            if (prints) {
                System.err.println("imb: " + e.getMessage() + "\nimb -help lists the options.");
            }
        }
        MPI.Finalize();
        System.exit(status);
    }

    private static PrintStream output(Options options, boolean prints) throws IOException {
        if (!prints) {
            return new PrintStream(OutputStream.nullOutputStream());
        }
        OutputStream copy = options.output == null ? OutputStream.nullOutputStream()
            : Files.newOutputStream(options.output);
        return new PrintStream(new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                write(new byte[] {(byte) b}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                System.out.write(bytes, offset, length);
                copy.write(bytes, offset, length);
            }

            @Override
            public void flush() throws IOException {
                System.out.flush();
                copy.flush();
            }

            @Override
            public void close() throws IOException {
                flush();
                copy.close();
            }
        }, true, StandardCharsets.UTF_8);
    }

    private static void list(PrintStream out) {
        out.println("List of benchmarks:");
        out.println("IMB-MPI1:");
        Benchmarks.ALL.stream().sorted((one, other) -> one.name().compareTo(other.name()))
            .forEach(benchmark -> out.println("    " + benchmark.name()
                + (benchmark.runsByDefault() ? "" : " (non-default)")));
    }

    private void run(boolean prints) throws IOException {
        // All that can be wrong with the options is found before the first line is printed.
        List<Benchmark> benchmarks = options.benchmarks();
        Table.Multi multi = options.multiMode();
        int[] order = Grouping.order(options.map, world.Size());
        options.checkThreadLevel();
        options.iterationPolicy();
        options.sizesFor(options.dataType);
        if (options.leastRanks < 1) {
            throw new IllegalArgumentException("-npmin " + options.leastRanks + " is less than 1");
        }
        heading(benchmarks, multi);
        for (Benchmark benchmark : benchmarks) {
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
        ElementType type = benchmark.reduces() ? options.reductionType : options.dataType;
        List<Integer> rankCounts = presentation.isPair() ? List.of(2)
            : Grouping.rankCounts(Math.min(options.leastRanks, order.length), order.length);
        for (int ranks : rankCounts) {
            Participants participants = Participants.of(world,
                Grouping.of(order, ranks, multi != Table.Multi.OFF));
            if (participants.takesPart()) {
                TableRun run = new TableRun(options, Clock.SYSTEM, benchmark, options.sizesFor(type), participants,
                    table);
                long iterations = run.warmUpJit();
                if (table != null) {
                    out.printf(Locale.ROOT, "%n# JIT warm-up of %s: %.2f s, %d iterations%n", benchmark.name(),
                        options.jitWarmUpSeconds, iterations);
                    table.heading(benchmark.name(), presentation, participants.grouping().groups(),
                        world.Size() - ranks * participants.grouping().groups().size());
                }
                run.run();
            }
            world.Barrier();
        }
    }

    private void heading(List<Benchmark> benchmarks, Table.Multi multi) {
        out.println(RULE);
        out.println("#    MPJ, the Intel(R) MPI Benchmarks in Java, MPI-1 part");
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
        out.println("# imb " + String.join(" ", arguments) + " ");
        out.println();
        if (options.givesSizes()) {
            out.println("# Message lengths were user defined");
        } else {
            out.println("# Minimum message length in bytes:   0");
            out.println("# Maximum message length in bytes:   " + (1 << options.logs()[1]));
        }
        out.println("#");
        out.println("# MPI_Datatype                   :   MPI_" + options.dataType + " ");
        out.println("# MPI_Datatype for reductions    :   MPI_" + options.reductionType + " ");
        out.println("# MPI_Op                         :   MPI_SUM  ");
        out.println("# Buffers                        :   " + options.place.name().toLowerCase(Locale.ROOT) + " ");
        out.println("# ");
        out.println();
        out.println("# List of Benchmarks to run:");
        out.println();
        benchmarks.forEach(benchmark ->
            out.println("# " + (multi == Table.Multi.OFF ? "" : "(Multi-)") + benchmark.name()));
    }
}
