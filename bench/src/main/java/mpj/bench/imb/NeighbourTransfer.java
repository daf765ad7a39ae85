package mpj.bench.imb;

/**
 * Each rank works on the memory of its two neighbours, and waits for both after each iteration.
 *
 * @param name IMB's name
 * @param operation the operation on the memory
 */
record NeighbourTransfer(String name, OneSidedOperation operation) implements OneSidedBenchmark {
    @Override
    public Presentation presentation() {
        return Presentation.COLLECTIVE;
    }

    @Override
    public int messagesSent(int ranks) {
        return 2;
    }

    @Override
    public int messagesReceived(int ranks) {
        return 2;
    }

    @Override
    public Timing time(Sample sample, int iterations, Clock clock, Computation computation, Runnable barrier) {
        OneSided window = sample.exposed();
        int right = (sample.rank() + 1) % sample.size();
        int left = (sample.rank() + sample.size() - 1) % sample.size();
        window.lock(left);
        if (left != right) {
            window.lock(right);
        }
        long start = clock.nanoseconds();
        run(sample, iterations, left, right);
        Timing timing = Timing.of((clock.nanoseconds() - start) / 1e9 / iterations);
        window.unlock(left);
        if (left != right) {
            window.unlock(right);
        }
        barrier.run();
        return timing;
    }

    private void run(Sample sample, int iterations, int left, int right) {
        OneSided window = sample.exposed();
        int extent = sample.extent();
        int send = 0;
        int receive = 0;
        for (int i = 0; i < iterations; i++) {
            operation.start(sample, send, receive, left);
            operation.start(sample, send + extent, receive + extent, right);
            window.flush(left);
            if (left != right) {
                window.flush(right);
            }
            send = sample.sendCycle().next(send);
            receive = sample.receiveCycle().next(receive);
        }
    }
}
