package mpj.bench.imb;

/** The sum of all ranks' vectors. All ranks get equally long parts of it. */
record Reduce_scatter_block() implements Benchmark.Call {
    @Override
    public String name() {
        return "Reduce_scatter_block";
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
        sample.comm().reduceScatterBlock(sample.send(), sendOffset, sample.receive(), receiveOffset, sample.count(),
            sample.datatype());
    }
}
