package mpj.bench.imb;

/** A message from every rank to every rank, with a count for each rank. */
record Alltoallv() implements Benchmark.Call {
    @Override
    public String name() {
        return "Alltoallv";
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
        sample.comm().alltoallv(sample.send(), sendOffset, sample.counts(), sample.displacements(), sample.datatype(),
            sample.receive(), receiveOffset, sample.counts(), sample.displacements(), sample.datatype());
    }
}
