package mpj.bench.imb;

/**
 * Times a benchmark. This is the only place that measures figures.
 *
 * @param clock the source of the time
 * @param computation the computation that overlaps a non-blocking collective
 * @param sync whether a barrier follows each call of a collective, so that a call does not overlap the next one
 * @param rootShift by how many ranks the root moves after each call, 0 or 1
 */
record SampleLoop(Clock clock, Computation computation, boolean sync, int rootShift) {
    /**
     * There are two barriers, because ranks leave the first one at different times, and the second one closer together.
     */
    private static final int BARRIERS_BEFORE = 2;

    SampleLoop(Clock clock, boolean sync, int rootShift) {
        this(clock, new MatrixProducts(clock), sync, rootShift);
    }

    /** How many seconds an iteration takes on this rank in all: see {@link #timing}. */
    double secondsPerIteration(Benchmark benchmark, Sample sample, int iterations, Runnable barrier) {
        return timing(benchmark, sample, iterations, barrier).total();
    }

    /**
     * Runs this rank's part.
     *
     * @param barrier aligns the ranks
     */
    Timing timing(Benchmark benchmark, Sample sample, int iterations, Runnable barrier) {
        lineUp(barrier);
        return switch (benchmark) {
            case Benchmark.Loop loop -> {
                long start = clock.nanoseconds();
                loop.run(sample, iterations);
                yield Timing.of(perIteration(clock.nanoseconds() - start, iterations));
            }
            case Benchmark.Timed timed -> timed.time(sample, iterations, clock, computation, barrier);
            case Benchmark.Call call -> Timing.of(timeCalls(call, sample, iterations, barrier));
            case Benchmark.Nonblocking call -> {
                double pure = timeNonblocking(call, sample, iterations, barrier, false).pure();
                if (!call.overlaps()) {
                    yield Timing.of(pure);
                }
                computation.lastFor(pure);
                lineUp(barrier);
                Timing overlap = timeNonblocking(call, sample, iterations, barrier, true);
                yield new Timing(pure, overlap.pure(), overlap.computing());
            }
        };
    }

    private static void lineUp(Runnable barrier) {
        for (int i = 0; i < BARRIERS_BEFORE; i++) {
            barrier.run();
        }
    }

    private static double perIteration(long nanoseconds, int iterations) {
        return nanoseconds / 1e9 / iterations;
    }

    private double timeCalls(Benchmark.Call call, Sample sample, int iterations, Runnable barrier) {
        long sum = 0;
        int send = 0;
        int receive = 0;
        int root = 0;
        for (int i = 0; i < iterations; i++) {
            long start = clock.nanoseconds();
            call.call(sample, send, receive, root);
            sum += clock.nanoseconds() - start;
            send = sample.sendCycle().next(send);
            receive = sample.receiveCycle().next(receive);
            root = (root + rootShift) % sample.size();
            if (sync) {
                barrier.run();
            }
        }
        return perIteration(sum, iterations);
    }

    /** Times calls from the start to the completion, with or without the computation between them. */
    private Timing timeNonblocking(Benchmark.Nonblocking call, Sample sample, int iterations, Runnable barrier,
                                   boolean computes) {
        long sum = 0;
        long computing = 0;
        int send = 0;
        int receive = 0;
        int root = 0;
        // Ibarrier aligns the ranks itself.
        boolean separate = sync && call.presentation().hasSizes();
        for (int i = 0; i < iterations; i++) {
            long start = clock.nanoseconds();
            Object request = call.start(sample, send, receive, root);
            if (computes) {
                long computationStart = clock.nanoseconds();
                computation.run();
                computing += clock.nanoseconds() - computationStart;
            }
            call.await(sample, request);
            sum += clock.nanoseconds() - start;
            send = sample.sendCycle().next(send);
            receive = sample.receiveCycle().next(receive);
            root = (root + rootShift) % sample.size();
            if (separate) {
                barrier.run();
            }
        }
        return new Timing(perIteration(sum, iterations), 0, perIteration(computing, iterations));
    }
}
