package mpj.bench.imb;

import mpi.Intracomm;

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
        Intracomm comm = sample.comm();
        for (int i = 0; i < iterations; i++) {
            comm.Barrier();
        }
    }
}
