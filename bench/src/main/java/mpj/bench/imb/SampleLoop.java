package mpj.bench.imb;

/**
 * Times a benchmark: the one place where a figure comes from.
 *
 * @param clock the time
 * @param sync whether a barrier follows each call of a collective, so that a call does not overlap the next
 * @param rootShift ranks by which the root moves after each call, 0 or 1
 */
record SampleLoop(Clock clock, boolean sync, int rootShift) {
    /** Two: ranks leave the first one at different times, the second one closer together. */
    private static final int BARRIERS_BEFORE = 2;

    /**
     * Runs this rank's part.
     *
     * @param barrier lines up the ranks
     * @return seconds per iteration that this rank spent in the benchmark
     */
    double secondsPerIteration(Benchmark benchmark, Sample sample, int iterations, Runnable barrier) {
        for (int i = 0; i < BARRIERS_BEFORE; i++) {
            barrier.run();
        }
        long nanoseconds = switch (benchmark) {
            case Benchmark.Loop loop -> {
                long start = clock.nanoseconds();
                loop.run(sample, iterations);
                yield clock.nanoseconds() - start;
            }
            case Benchmark.Call call -> timeCalls(call, sample, iterations, barrier);
        };
        return nanoseconds / 1e9 / iterations;
    }

    private long timeCalls(Benchmark.Call call, Sample sample, int iterations, Runnable barrier) {
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
        return sum;
    }
}
