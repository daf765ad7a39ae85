package mpj.bench.imb;

/** Every rank's message at every rank. */
record Allgather() implements Benchmark.Call {
    @Override
    public String name() {
        return "Allgather";
    }

    @Override
    public int messagesReceived(int ranks) {
        return ranks;
    }

    @Override
    public void call(Sample sample, int sendOffset, int receiveOffset, int root) {
        sample.comm().allgather(sample.send(), sendOffset, sample.count(), sample.datatype(),
            sample.receive(), receiveOffset, sample.count(), sample.datatype());
    }
}
