package mpj.bench.imb;

/** The sum of all ranks' messages, at every rank. */
record Allreduce() implements Benchmark.Call {
    @Override
    public String name() {
        return "Allreduce";
    }

    @Override
    public boolean reduces() {
        return true;
    }

    @Override
    public void call(Sample sample, int sendOffset, int receiveOffset, int root) {
        sample.comm().allreduce(sample.send(), sendOffset, sample.receive(), receiveOffset, sample.count(),
            sample.datatype());
    }
}
