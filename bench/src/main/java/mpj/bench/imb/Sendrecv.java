package mpj.bench.imb;

/** Every rank sends to its right neighbour and receives from its left neighbour, around a ring. */
record Sendrecv() implements Benchmark.Loop {
    private static final int TAG = 1;

    @Override
    public String name() {
        return "Sendrecv";
    }

    @Override
    public Presentation presentation() {
        return Presentation.SENDRECV;
    }

    @Override
    public void run(Sample sample, int iterations) {
        Messages comm = sample.comm();
        int right = (sample.rank() + 1) % sample.size();
        int left = (sample.rank() + sample.size() - 1) % sample.size();
        int send = 0;
        int receive = 0;
        for (int i = 0; i < iterations; i++) {
            comm.sendrecv(sample.send(), send, sample.count(), sample.datatype(), right, TAG,
                sample.receive(), receive, sample.count(), sample.datatype(), left, comm.anyTag());
            send = sample.sendCycle().next(send);
            receive = sample.receiveCycle().next(receive);
        }
    }
}
