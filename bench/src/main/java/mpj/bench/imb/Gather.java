package mpj.bench.imb;

/** Every rank's message at the root. */
record Gather() implements Benchmark.Call {
    @Override
    public String name() {
        return "Gather";
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
        sample.comm().gather(sample.send(), sendOffset, sample.count(), sample.datatype(),
            sample.receive(), receiveOffset, sample.count(), sample.datatype(), root);
    }
}
