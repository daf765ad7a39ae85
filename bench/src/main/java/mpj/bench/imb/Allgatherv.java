package mpj.bench.imb;

/** Every rank's message at every rank, with a count for each rank. */
record Allgatherv() implements Benchmark.Call {
    @Override
    public String name() {
        return "Allgatherv";
    }

    @Override
    public int messagesReceived(int ranks) {
        return ranks;
    }

    @Override
    public void call(Sample sample, int sendOffset, int receiveOffset, int root) {
        sample.comm().allgatherv(sample.send(), sendOffset, sample.count(), sample.datatype(),
            sample.receive(), receiveOffset, sample.counts(), sample.displacements(), sample.datatype());
    }
}
