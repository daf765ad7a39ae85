package mpj.bench.imb;

/** The sum of all ranks' vectors. Each rank gets one message of it. */
record Reduce_scatter() implements Benchmark.Call {
    @Override
    public String name() {
        return "Reduce_scatter";
    }

    @Override
    public boolean reduces() {
        return true;
    }

    @Override
    public int messagesSent(int ranks) {
        return ranks;
    }

    @Override
    public void call(Sample sample, int sendOffset, int receiveOffset, int root) {
        sample.comm().reduceScatter(sample.send(), sendOffset, sample.receive(), receiveOffset, sample.counts(),
            sample.datatype());
    }
}
