package mpj.bench.imb;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.IntToDoubleFunction;

/** Runs one benchmark on one grouping of the ranks: a table, size by size. */
final class TableRun {
    private static final double GIGABYTE = 1 << 30;
    private static final int WARM_UP_PART = 10;
    private static final int LEAST_WARM_UP = 10;

    private final Options options;
    private final IterationPolicy policy;
    private final SampleLoop loop;
    private final Benchmark benchmark;
    private final ElementType type;
    private final List<Integer> sizes;
    private final Participants participants;
    private final Table table;
    private final boolean prints;

    /** @param table null on the ranks that print nothing */
    TableRun(Options options, Clock clock, Benchmark benchmark, List<Integer> sizes, Participants participants,
             Table table) {
        this.options = options;
        this.policy = options.iterationPolicy();
        this.loop = new SampleLoop(clock, options.sync, options.rootShift ? 1 : 0);
        this.benchmark = benchmark;
        this.type = benchmark.reduces() ? options.reductionType : options.dataType;
        this.sizes = benchmark.presentation().hasSizes() ? sizes : List.of(0);
        this.participants = participants;
        this.table = table;
        this.prints = table != null;
    }

    /**
     * Runs all sizes, unmeasured, so that the code is compiled with the profile of all of them.
     *
     * @return the iterations run
     */
    long warmUpJit() {
        long total = 0;
        for (int bytes : sizes) {
            if (gigabytes(bytes, 1) > options.gigabytes) {
                break;
            }
            double left = options.jitWarmUpSeconds / sizes.size();
            try (MessageBuffers buffers = buffers(bytes, 1)) {
                IntToDoubleFunction run = slowestRank(sample(bytes, buffers));
                for (int iterations = 10; left > 0; iterations = Math.min(2 * iterations, 1 << 20)) {
                    left -= run.applyAsDouble(iterations) * iterations;
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
            try (MessageBuffers buffers = buffers(bytes, selected)) {
                previous = measure(bytes, selected, previous, buffers);
            }
        }
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
        double[][] seconds = participants.gather(
            loop.secondsPerIteration(benchmark, sample, iterations, barrier));
        print(bytes, iterations, seconds);
        return iterations;
    }

    private void print(int bytes, int iterations, double[][] seconds) {
        Presentation presentation = benchmark.presentation();
        eachGroup(group -> {
            double[] ofRanks = options.multiMode() == Table.Multi.ALL_GROUPS ? seconds[group]
                : Arrays.stream(seconds).flatMapToDouble(Arrays::stream).toArray();
            table.line(group, presentation, bytes, iterations,
                Figures.of(ofRanks, presentation, bytes, options.window));
        });
    }

    /** Prints something once, or for each group where each has its lines. */
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
        return Sample.of(participants.comm(), participants.size(), bytes, type, buffers, options.window);
    }

    private int longest() {
        return options.givesSizes() ? sizes.stream().mapToInt(Integer::intValue).max().orElse(0)
            : 1 << options.logs()[1];
    }

    private long sentBytes(int bytes) {
        return (long) bytes * benchmark.messagesSent(participants.size());
    }

    private long receivedBytes(int bytes) {
        return (long) bytes * benchmark.messagesReceived(participants.size());
    }

    private double gigabytes(int bytes, int iterations) {
        return (options.offCache.bufferBytes(sentBytes(bytes), iterations)
            + options.offCache.bufferBytes(receivedBytes(bytes), iterations)) / GIGABYTE;
    }

    private MessageBuffers buffers(int bytes, int iterations) {
        return MessageBuffers.allocate(options.place, type, sentBytes(bytes), receivedBytes(bytes), options.offCache,
            iterations);
    }
}
