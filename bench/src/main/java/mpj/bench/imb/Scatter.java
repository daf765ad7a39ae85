package mpj.bench.imb;

/** A message from the root to each rank. */
record Scatter() implements Benchmark.Call {
    @Override
    public String name() {
        return "Scatter";
    }

    @Override
    public boolean hasRoot() {
        return true;
    }

    @Override
    public int messagesSent(int ranks) {
        return ranks;
    }

    @Override
    public void call(Sample sample, int sendOffset, int receiveOffset, int root) {
        sample.comm().scatter(sample.send(), sendOffset, sample.count(), sample.datatype(),
            sample.receive(), receiveOffset, sample.count(), sample.datatype(), root);
    }
}
