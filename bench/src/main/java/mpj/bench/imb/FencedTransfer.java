package mpj.bench.imb;

/**
 * Rank 0 works on the memory of rank 1, and a fence ends each iteration. IMB-EXT has these benchmarks under the names
 * {@code Unidir_Put} and {@code Unidir_Get}.
 *
 * @param name the name, which says that there is a fence
 * @param operation the operation on the memory
 */
record FencedTransfer(String name, OneSidedOperation operation) implements OneSidedBenchmark {
    @Override
    public boolean runsByDefault() {
        return false;
    }

    @Override
    public Presentation presentation() {
        return Presentation.ONE_SIDED;
    }

    @Override
    public Timing time(Sample sample, int iterations, Clock clock, Computation computation, Runnable barrier) {
        OneSided window = sample.exposed();
        boolean origin = sample.rank() == 0;
        int send = 0;
        int receive = 0;
        window.fence();
        long start = clock.nanoseconds();
        for (int i = 0; i < iterations; i++) {
            if (origin) {
                operation.start(sample, send, receive, 1);
            }
            window.fence();
            send = sample.sendCycle().next(send);
            receive = sample.receiveCycle().next(receive);
        }
        Timing timing = Timing.of((clock.nanoseconds() - start) / 1e9 / iterations);
        barrier.run();
        return timing;
    }
}
