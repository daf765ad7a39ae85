package mpj.bench.imb;

/** All ranks wait for each other. */
record Barrier() implements Benchmark.Loop {
    @Override
    public String name() {
        return "Barrier";
    }

    @Override
    public Presentation presentation() {
        return Presentation.SYNC;
    }

    @Override
    public int messagesSent(int ranks) {
        return 0;
    }

    @Override
    public int messagesReceived(int ranks) {
        return 0;
    }

    @Override
    public void run(Sample sample, int iterations) {
        Messages comm = sample.comm();
        for (int i = 0; i < iterations; i++) {
            comm.barrier();
        }
    }
}
