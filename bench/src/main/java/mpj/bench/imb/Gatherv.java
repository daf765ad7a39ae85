package mpj.bench.imb;

/** Every rank's message at the root, with a count for each rank. */
record Gatherv() implements Benchmark.Call {
    @Override
    public String name() {
        return "Gatherv";
    }

    @Override
    public boolean hasRoot() {
        return true;
    }

    @Override
    public int messagesReceived(int ranks) {
        return ranks;
    }

    @Override
    public void call(Sample sample, int sendOffset, int receiveOffset, int root) {
        sample.comm().gatherv(sample.send(), sendOffset, sample.count(), sample.datatype(),
            sample.receive(), receiveOffset, sample.counts(), sample.displacements(), sample.datatype(), root);
    }
}
