package mpj.bench.imb;

/** Ranks 0 and 1 send each other a message at the same time. */
record PingPing(String name, boolean anySource, boolean runsByDefault) implements Benchmark.Loop {
    private static final int TAG = 1;

    @Override
    public Presentation presentation() {
        return Presentation.PING_PING;
    }

    @Override
    public void run(Sample sample, int iterations) {
        Messages comm = sample.comm();
        int other = 1 - sample.rank();
        int source = anySource ? comm.anySource() : other;
        int send = 0;
        int receive = 0;
        for (int i = 0; i < iterations; i++) {
            Object request = comm.isend(sample.send(), send, sample.count(), sample.datatype(), other, TAG);
            comm.recv(sample.receive(), receive, sample.count(), sample.datatype(), source, comm.anyTag());
            comm.await(request);
            send = sample.sendCycle().next(send);
            receive = sample.receiveCycle().next(receive);
        }
    }
}
