package mpj.bench.imb;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;

/**
 * {@code bin/bench imb-mt}: runs benchmarks like {@code IMB-MT}, with several threads of each rank.
 *
 * <p>Ends with exit code 0, or with 1 if an option or the name of a benchmark is unknown.
 */
public final class ImbMt {
    private static final String RULE = "#" + "-".repeat(77);
    private static final String HEADING = "#" + "-".repeat(66);

    private final MtOptions options;
    private final Messages world;
    private final PrintStream out;

    private ImbMt(MtOptions options, Messages world, PrintStream out) {
        this.options = options;
        this.world = world;
        this.out = out;
    }

    /** Runs on every rank; rank 0 prints. */
    public static void main(String[] arguments) {
        MtOptions options = new MtOptions();
        CommandLine line = new CommandLine(options);
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
        try {
            PrintStream out = Output.open(null, prints);
            if (complaint != null) {
                throw new IllegalArgumentException(complaint);
            }
            if (options.help != null) {
                new OptionHelp(line).print(options.help, out);
            } else if (options.list) {
                list(out);
            } else {
                new ImbMt(options, world, out).run();
            }
            out.flush();
        } catch (IllegalArgumentException | IOException e) {
            status = 1;
            if (prints) {
                System.err.println("bench imb-mt: " + e.getMessage() + "\nbench imb-mt -help lists the options.");
            }
        }
        world.end();
        System.exit(status);
    }

    private static void list(PrintStream out) {
        out.println("List of benchmarks:");
        out.println("IMB-MT:");
        for (ThreadedBenchmark benchmark : ThreadedBenchmark.values()) {
            out.println("    " + benchmark.title());
        }
    }

    private void run() {
        options.check(world.size());
        if (!options.noHeader) {
            out.println(HEADING);
            out.println("#    MPJ, the Intel(R) MPI Benchmarks in Java, MT part");
            out.println(HEADING);
            out.println("#");
        }
        for (int threads : options.threads()) {
            ThreadedRun run = new ThreadedRun(world, options, threads);
            for (ThreadedBenchmark benchmark : options.benchmarks()) {
                run(run, benchmark, threads);
            }
        }
    }

    private void run(ThreadedRun run, ThreadedBenchmark benchmark, int threads) {
        boolean first = true;
        List<Integer> counts = benchmark.kind() == ThreadedBenchmark.Kind.BARRIER ? List.of(1) : options.counts;
        run.warmUp(benchmark, counts);
        for (int count : counts) {
            ThreadedRun.Times times = run.run(benchmark, count);
            if (first) {
                heading(benchmark, threads, times.measured() / threads);
                first = false;
            }
            line(benchmark, threads, count, times);
        }
        out.println();
    }

    private void heading(ThreadedBenchmark benchmark, int threads, int ranks) {
        out.println();
        out.println(RULE);
        out.println("# Benchmarking " + benchmark.title());
        out.println("# #processes = " + ranks + " (threads: " + threads + ")");
        if (benchmark.kind() == ThreadedBenchmark.Kind.WINDOW) {
            out.println("# window_size = " + options.window);
        }
        out.println(RULE);
        out.println(switch (benchmark.kind()) {
            case WINDOW -> row("#bytes", "#repetitions", "t_avg[usec]", "Mbytes/sec", "Msg/sec");
            case PAIR, NEIGHBOURS ->
                row("#bytes", "#repetitions", "t_min[usec]", "t_max[usec]", "t_avg[usec]", "Mbytes/sec");
            case COLLECTIVE -> row("#bytes", "#repetitions", "t_min[usec]", "t_max[usec]", "t_avg[usec]");
            case BARRIER -> row("#repetitions", "t_min[usec]", "t_max[usec]", "t_avg[usec]");
        });
    }

    private void line(ThreadedBenchmark benchmark, int threads, int count, ThreadedRun.Times times) {
        double divisor = benchmark.timeDivisor(options.window);
        double least = times.least() / divisor;
        double most = times.most() / divisor;
        double average = times.average() / divisor;
        long bytes = (long) count * options.elements().bytes() * threads;
        int senders = times.measured() / 2;
        double factor = benchmark.bandwidthFactor();
        out.println(switch (benchmark.kind()) {
            case WINDOW -> row(bytes, options.repeat, micros(average),
                figure((double) bytes / threads * factor * senders / most / 1e6), (long) (senders / average));
            case PAIR, NEIGHBOURS -> row(bytes, options.repeat, micros(least), micros(most), micros(average),
                figure(bytes * factor / most / 1e6));
            case COLLECTIVE -> row(bytes, options.repeat, micros(least), micros(most), micros(average));
            case BARRIER -> row(options.repeat, micros(least), micros(most), micros(average));
        });
    }

    private static String micros(double seconds) {
        return figure(seconds * 1e6);
    }

    private static String figure(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    private static String row(Object... cells) {
        StringBuilder row = new StringBuilder();
        for (Object cell : cells) {
            row.append(String.format(Locale.ROOT, "%13s", cell));
        }
        return row.toString();
    }
}
