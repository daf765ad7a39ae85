package mpj.bench.imb;

/** Every rank sends to and receives from both its neighbours. */
record Exchange() implements Benchmark.Loop {
    private static final int TAG = 1;

    @Override
    public String name() {
        return "Exchange";
    }

    @Override
    public Presentation presentation() {
        return Presentation.EXCHANGE;
    }

    @Override
    public int messagesSent(int ranks) {
        return 2;
    }

    @Override
    public void run(Sample sample, int iterations) {
        Messages comm = sample.comm();
        int count = sample.count();
        int right = (sample.rank() + 1) % sample.size();
        int left = (sample.rank() + sample.size() - 1) % sample.size();
        Object[] requests = comm.requests(2);
        int send = 0;
        int receive = 0;
        for (int i = 0; i < iterations; i++) {
            requests[0] = comm.isend(sample.send(), send, count, sample.datatype(), right, TAG);
            requests[1] = comm.isend(sample.send(), send + sample.extent(), count, sample.datatype(), left, TAG);
            comm.recv(sample.receive(), receive, count, sample.datatype(), left, comm.anyTag());
            comm.recv(sample.receive(), receive, count, sample.datatype(), right, comm.anyTag());
            comm.awaitAll(requests);
            send = sample.sendCycle().next(send);
            receive = sample.receiveCycle().next(receive);
        }
    }
}
