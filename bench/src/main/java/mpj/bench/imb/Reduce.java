package mpj.bench.imb;

/** The sum of all ranks' messages, at the root. */
record Reduce() implements Benchmark.Call {
    @Override
    public String name() {
        return "Reduce";
    }

    @Override
    public boolean reduces() {
        return true;
    }

    @Override
    public boolean hasRoot() {
        return true;
    }

    @Override
    public void call(Sample sample, int sendOffset, int receiveOffset, int root) {
        sample.comm().reduce(sample.send(), sendOffset, sample.receive(), receiveOffset, sample.count(),
            sample.datatype(), root);
    }
}
