package mpj.bench.imb;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.IntConsumer;

/**
 * Runs one benchmark of IMB-IO on one grouping of the ranks. There is a table for each mode, with one line for each
 * size.
 */
final class FileRun {
    private static final double GIGABYTE = 1 << 30;
    private static final double MICRO = 1e6;
    private static final double SECONDS_OF_COMPUTATION = 0.01;

    private final FileOptions options;
    private final FileBenchmark benchmark;
    private final Participants participants;
    private final Messages world;
    private final BenchmarkFile file;
    private final List<Integer> sizes;
    private final Computation computation = new MatrixProducts(Clock.SYSTEM);
    private final Table table;

    /** @param table the table; null on ranks that print nothing */
    FileRun(FileOptions options, Files files, Messages world, FileBenchmark benchmark, Participants participants,
            Table table) throws IOException {
        this.options = options;
        this.benchmark = benchmark;
        this.participants = participants;
        this.world = world;
        this.table = table;
        sizes = benchmark.hasSizes() ? options.common.sizesOf(1) : List.of(0);
        String group = options.common.multiMode() == Table.Multi.OFF ? ""
            : "_g" + participants.grouping().groupOf(world.rank());
        String own = benchmark.ownFile() ? "_" + world.rank() : "";
        file = new BenchmarkFile(files, benchmark, participants, options.file + group + own, options.hints);
    }

    /** Makes the file, measures, prints, and deletes the file. */
    void run(PrintStream out) {
        if (benchmark.nonblocking()) {
            computation.lastFor(SECONDS_OF_COMPUTATION);
        }
        file.prepare(fileBytes());
        long iterations = warmUpJit();
        if (table != null) {
            out.printf(Locale.ROOT, "%n# JIT warm-up of %s: %.2f s, %d iterations%n", benchmark.name(),
                options.common.jitWarmUpSeconds, iterations);
        }
        for (FileBenchmark.Mode mode : benchmark.modes()) {
            if (table != null) {
                List<int[]> groups = participants.grouping().groups();
                table.heading(benchmark.name(), benchmark.presentation(), groups,
                    world.size() - participants.size() * groups.size(), heading(mode));
            }
            run(mode);
        }
        file.delete();
    }

    /** The lines that IMB-IO writes above the columns of a table. */
    private String heading(FileBenchmark.Mode mode) {
        return benchmark.hasSizes() ? "#%n#    MODE: %s %n#%n".formatted(mode.name().replace('_', '-')) : "";
    }

    /** How many bytes the longest sample reads or writes in this rank's file. */
    private long fileBytes() {
        IterationPolicy policy = options.iterationPolicy(benchmark, FileBenchmark.Mode.AGGREGATE);
        return sizes.stream().mapToLong(bytes -> (long) selected(policy, bytes)
            * (benchmark.ownFile() ? portion(bytes).length() : bytes)).max().orElse(0);
    }

    private int selected(IterationPolicy policy, int bytes) {
        return policy.selected(bytes, participants.size(), sizes.getLast(), false, benchmark.hasSizes());
    }

    private Portion portion(int bytes) {
        return benchmark.ranks() == FileBenchmark.Ranks.SINGLE ? new Portion(0, bytes)
            : Portion.of(bytes, participants.comm().rank(), participants.size());
    }

    /** Runs all sizes without measuring, so that the compiled code has a profile of all sizes. */
    private long warmUpJit() {
        long total = 0;
        for (int bytes : sizes) {
            double left = options.common.jitWarmUpSeconds / sizes.size();
            int most = selected(options.iterationPolicy(benchmark, FileBenchmark.Mode.AGGREGATE), bytes);
            if (left <= 0 || gigabytes(bytes) > options.common.gigabytes) {
                continue;
            }
            FileSample sample = sample(bytes, FileBenchmark.Mode.AGGREGATE);
            while (left > 0) {
                left -= participants.max(sample.timing(most).total()) * most; // the same on every rank
                total += most;
            }
        }
        return total;
    }

    private FileSample sample(int bytes, FileBenchmark.Mode mode) {
        Portion portion = portion(bytes);
        return new FileSample(benchmark, mode, file, participants, bytes, portion,
            ByteBuffer.allocateDirect(Math.max(1, portion.length())), computation);
    }

    private double gigabytes(int bytes) {
        return Math.ceilDiv(bytes, participants.size()) / GIGABYTE;
    }

    private void run(FileBenchmark.Mode mode) {
        IterationPolicy policy = options.iterationPolicy(benchmark, mode);
        long began = System.nanoTime();
        double timeLimit = Math.max(1, sizes.size() - 1) * options.common.seconds;
        int previous = policy.messagesPerSample();
        for (int bytes : sizes) {
            double needed = gigabytes(bytes);
            boolean late = participants.max((System.nanoTime() - began) / 1e9) > timeLimit;
            if (late) {
                eachGroup(group -> table.outOfTime(group, bytes));
                return;
            }
            if (needed > options.common.gigabytes) {
                eachGroup(group -> table.outOfMemory(group, bytes, needed));
                continue;
            }
            FileSample sample = sample(bytes, mode);
            int selected = selected(policy, bytes);
            int iterations = policy.adapts(false) ? policy.adapted(selected, previous,
                times -> participants.max(sample.seconds(times))) : selected;
            print(bytes, iterations, participants.gather(sample.timing(iterations)));
            previous = iterations;
        }
    }

    /** @param timings the timings by group and rank; used only where this rank prints */
    private void print(int bytes, int iterations, List<List<Timing>> timings) {
        eachGroup(group -> {
            List<Timing> ranks = options.common.multiMode() == Table.Multi.ALL_GROUPS ? timings.get(group)
                : timings.stream().flatMap(List::stream).toList();
            Presentation presentation = benchmark.presentation();
            if (presentation.isOverlap()) {
                table.overlapLine(group, presentation, bytes, iterations, overlapFigures(ranks));
            } else {
                table.line(group, presentation, bytes, iterations,
                    Figures.of(ranks.stream().mapToDouble(Timing::pure).toArray(), presentation, bytes, 0));
            }
        });
    }

    /**
     * The figures as IMB-IO computes them: the times of the slowest ranks, and the part of the shorter time that was
     * hidden.
     */
    static OverlapFigures overlapFigures(List<Timing> ranks) {
        double pure = ranks.stream().mapToDouble(Timing::pure).max().orElseThrow();
        Timing slowest = ranks.stream().max(Comparator.comparingDouble(Timing::overlapped)).orElseThrow();
        double shorter = Math.min(pure, slowest.computing());
        double hidden = pure + slowest.computing() - slowest.overlapped();
        return new OverlapFigures(MICRO * slowest.overlapped(), MICRO * pure, MICRO * slowest.computing(),
            shorter <= 0 ? 0 : 100 * Math.clamp(hidden / shorter, 0, 1));
    }

    /** Runs an action once, or once for each group if each group has its own lines. */
    private void eachGroup(IntConsumer action) {
        if (table != null) {
            table.size();
            int groups = options.common.multiMode() == Table.Multi.ALL_GROUPS
                ? participants.grouping().groups().size() : 1;
            for (int group = 0; group < groups; group++) {
                action.accept(group);
            }
        }
    }
}
