package mpj.bench.imb;

/**
 * One rank, or every rank, works on the memory of all other ranks, and waits once after all iterations.
 *
 * @param name IMB's name
 * @param operation the operation on the memory
 * @param all whether every rank does so; otherwise only rank 0
 * @param local whether it waits only until its own buffer is free
 * @param runsByDefault whether it runs when no benchmark is named
 */
record TransferWithAll(String name, OneSidedOperation operation, boolean all, boolean local, boolean runsByDefault)
        implements OneSidedBenchmark {
    @Override
    public Presentation presentation() {
        return all ? Presentation.COLLECTIVE : Presentation.ONE_TO_ALL;
    }

    @Override
    public Timing time(Sample sample, int iterations, Clock clock, Computation computation, Runnable barrier) {
        Timing timing = Timing.NONE;
        if (all || sample.rank() == 0) {
            OneSided window = sample.exposed();
            window.lockAll();
            long start = clock.nanoseconds();
            run(sample, iterations);
            if (local) {
                window.flushLocalAll();
            } else {
                window.flushAll();
            }
            timing = Timing.of((clock.nanoseconds() - start) / 1e9 / iterations);
            window.unlockAll();
        }
        barrier.run();
        return timing;
    }

    /** Each rank begins with the rank after it, so that the ranks do not all work on the same target. */
    private void run(Sample sample, int iterations) {
        int send = 0;
        int receive = 0;
        for (int i = 0; i < iterations; i++) {
            for (int distance = 1; distance < sample.size(); distance++) {
                operation.start(sample, send, receive, (sample.rank() + distance) % sample.size());
            }
            send = sample.sendCycle().next(send);
            receive = sample.receiveCycle().next(receive);
        }
    }
}
