package mpj.bench.imb;

/** A message from every rank to every rank. */
record Alltoall() implements Benchmark.Call {
    @Override
    public String name() {
        return "Alltoall";
    }

    @Override
    public int messagesSent(int ranks) {
        return ranks;
    }

    @Override
    public int messagesReceived(int ranks) {
        return ranks;
    }

    @Override
    public void call(Sample sample, int sendOffset, int receiveOffset, int root) {
        sample.comm().alltoall(sample.send(), sendOffset, sample.count(), sample.datatype(),
            sample.receive(), receiveOffset, sample.count(), sample.datatype());
    }
}
