package mpj.bench.imb;

import java.util.Comparator;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.IntToDoubleFunction;

/** Runs one benchmark on one grouping of the ranks. The result is a table with one line for each size. */
final class TableRun {
    private static final double GIGABYTE = 1 << 30;
    private static final int WARM_UP_PART = 10;
    private static final int LEAST_WARM_UP = 10;
    private static final int PAUSE_PART = 10;
    private static final long LEAST_PAUSE_MILLISECONDS = 100;
    /**
     * A JIT warm-up lasts about this many times as long as was asked for, if the barriers between its calls take far
     * longer than the calls.
     */
    private static final double MOST_WITH_BARRIERS = 4;

    private final Options options;
    private final IterationPolicy policy;
    private final SampleLoop loop;
    private final Benchmark benchmark;
    private final ElementType type;
    private final MessageLayout layout;
    private final List<Integer> sizes;
    private final Participants participants;
    private final Table table;
    private final boolean prints;

    /** @param table the table; null on ranks that print nothing */
    TableRun(Options options, Clock clock, Benchmark benchmark, List<Integer> sizes, Participants participants,
             Table table) {
        this.options = options;
        this.policy = options.iterationPolicy(benchmark.isNonAggregate());
        this.loop = new SampleLoop(clock, options.sync, options.rootShift ? 1 : 0);
        this.benchmark = benchmark;
        this.type = benchmark.elementType(options.dataType, options.reductionType);
        this.layout = benchmark.layout(options.layout);
        this.sizes = benchmark.presentation() == Presentation.ONE_ELEMENT ? List.of(type.bytes())
            : benchmark.presentation().hasSizes() ? sizes : List.of(0);
        this.participants = participants;
        this.table = table;
        this.prints = table != null;
    }

    /**
     * Runs all sizes without measuring, so that the compiled code has a profile of all sizes.
     *
     * @return how many iterations were run
     */
    long warmUpJit() {
        long total = 0;
        for (int bytes : sizes) {
            if (gigabytes(bytes, 1) > options.gigabytes) {
                break;
            }
            double left = options.jitWarmUpSeconds / sizes.size();
            MessageBuffers buffers = left > 0 ? buffersIfAllHaveThem(bytes, 1) : null;
            if (buffers == null) {
                continue;
            }
            try (buffers) {
                IntToDoubleFunction run = slowestRank(sample(bytes, buffers));
                for (int iterations = 10; left > 0; iterations = Math.min(2 * iterations, 1 << 20)) {
                    long start = loop.clock().nanoseconds();
                    double within = run.applyAsDouble(iterations) * iterations;
                    double all = participants.max((loop.clock().nanoseconds() - start) / 1e9);
                    left -= Math.max(within, all / MOST_WITH_BARRIERS);
                    total += iterations;
                }
            }
        }
        return total;
    }

    /** Measures and prints. */
    void run() {
        Presentation presentation = benchmark.presentation();
        long began = loop.clock().nanoseconds();
        double timeLimit = Math.max(1, sizes.size() - 1) * options.seconds;
        int previous = policy.messagesPerSample();
        for (int bytes : sizes) {
            int selected = policy.selected(bytes, participants.size(), longest(), benchmark.hasRoot(),
                presentation.hasSizes());
            double needed = gigabytes(bytes, selected);
            boolean late = participants.max((loop.clock().nanoseconds() - began) / 1e9) > timeLimit;
            if (needed > options.gigabytes || late) {
                eachGroup(group -> {
                    if (late) {
                        table.outOfTime(group, bytes);
                    } else {
                        table.outOfMemory(group, bytes, needed);
                    }
                });
                if (late) {
                    return;
                }
                continue;
            }
            MessageBuffers buffers = buffersIfAllHaveThem(bytes, selected);
            if (buffers == null) {
                eachGroup(group -> table.noMemory(group, bytes, needed));
                continue;
            }
            try (buffers) {
                previous = measure(bytes, selected, previous, buffers);
            }
        }
    }

    /** The buffers. If a rank has no memory for its buffers, the result is null on every rank. */
    private MessageBuffers buffersIfAllHaveThem(int bytes, int iterations) {
        MessageBuffers buffers = null;
        try {
            buffers = buffers(bytes, iterations);
        } catch (OutOfMemoryError | ArithmeticException e) {
            // There is less memory than -mem promised, or more elements than a Java array can have. The line of the
            // size says so.
        }
        boolean missing = participants.max(buffers == null ? 1 : 0) > 0;
        if (missing && buffers != null) {
            buffers.close();
        }
        if (missing) {
            return null;
        }
        return benchmark.exposes() == Exposure.NONE ? buffers
            : buffers.exposing(participants.comm(), benchmark.exposes(), options.windowMemory, type);
    }

    private int measure(int bytes, int selected, int previous, MessageBuffers buffers) {
        Sample sample = sample(bytes, buffers);
        int iterations = policy.adapts(benchmark.hasRoot())
            ? policy.adapted(selected, previous, slowestRank(sample)) : selected;
        Runnable barrier = participants::barrier;
        if (options.warmUp) {
            loop.secondsPerIteration(benchmark, sample,
                Math.min(iterations, Math.max(LEAST_WARM_UP, iterations / WARM_UP_PART)), barrier);
        }
        Timing fastest = loop.timing(benchmark, sample, iterations, barrier);
        for (int trial = 1; trial < benchmark.presentation().trials(); trial++) {
            Timing timing = loop.timing(benchmark, sample, iterations, barrier);
            fastest = timing.pure() < fastest.pure() ? timing : fastest;
        }
        print(bytes, iterations, participants.gather(fastest));
        if (options.pause) {
            pause(fastest.total() * iterations);
        }
        return iterations;
    }

    /** Sleeps for a tenth of the time of the sample, like IMB. The ranks wait for each other afterwards. */
    private static void pause(double sampleSeconds) {
        try {
            Thread.sleep(Math.max(LEAST_PAUSE_MILLISECONDS, (long) (1e3 * sampleSeconds / PAUSE_PART)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** @param timings the timings by group and rank; used only where this rank prints */
    private void print(int bytes, int iterations, List<List<Timing>> timings) {
        Presentation presentation = benchmark.presentation();
        eachGroup(group -> {
            List<Timing> ranks = options.multiMode() == Table.Multi.ALL_GROUPS ? timings.get(group)
                : timings.stream().flatMap(List::stream).toList();
            List<Timing> measured = ranks.stream().filter(Timing::isMeasured).toList();
            if (presentation == Presentation.PASSIVE_TARGET) {
                table.passiveLine(group, presentation, bytes, iterations, measured.stream()
                    .max(Comparator.comparingDouble(Timing::pure)).orElseThrow());
            } else if (presentation.isOverlap()) {
                table.overlapLine(group, presentation, bytes, iterations, OverlapFigures.of(ranks));
            } else {
                table.line(group, presentation, bytes, iterations,
                    Figures.of(measured.stream().mapToDouble(Timing::pure).toArray(), presentation, bytes,
                        presentation == Presentation.ONE_TO_ALL ? participants.size() - 1 : window()));
            }
        });
    }

    /** Runs an action once, or once for each group if each group has its own lines. */
    private void eachGroup(IntConsumer action) {
        if (prints) {
            table.size();
            int groups = options.multiMode() == Table.Multi.ALL_GROUPS ? participants.grouping().groups().size() : 1;
            for (int group = 0; group < groups; group++) {
                action.accept(group);
            }
        }
    }

    private IntToDoubleFunction slowestRank(Sample sample) {
        Runnable barrier = participants::barrier;
        return iterations -> participants.max(loop.secondsPerIteration(benchmark, sample, iterations, barrier));
    }

    private Sample sample(int bytes, MessageBuffers buffers) {
        return Sample.of(participants.comm(), participants.size(), bytes, type, layout, buffers, window());
    }

    int window() {
        return options.window > 0 ? options.window : benchmark.window();
    }

    private int longest() {
        return options.givesSizes() ? sizes.stream().mapToInt(Integer::intValue).max().orElse(0)
            : 1 << options.logs()[1];
    }

    private long sentBytes(int bytes) {
        return (long) bytes * layout.span() * benchmark.messagesSent(participants.size());
    }

    private long receivedBytes(int bytes) {
        return (long) bytes * layout.span() * benchmark.messagesReceived(participants.size());
    }

    private double gigabytes(int bytes, int iterations) {
        return (options.offCache.bufferBytes(sentBytes(bytes), iterations)
            + options.offCache.bufferBytes(receivedBytes(bytes), iterations)) / GIGABYTE;
    }

    private MessageBuffers buffers(int bytes, int iterations) {
        return MessageBuffers.allocate(participants.comm(), benchmark.place(options.place), type,
            sentBytes(bytes), receivedBytes(bytes), options.offCache, iterations);
    }
}
