package mpj.bench.imb;

/** A message from the root to each rank, with a count for each rank. */
record Scatterv() implements Benchmark.Call {
    @Override
    public String name() {
        return "Scatterv";
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
        sample.comm().scatterv(sample.send(), sendOffset, sample.counts(), sample.displacements(), sample.datatype(),
            sample.receive(), receiveOffset, sample.count(), sample.datatype(), root);
    }
}
