package mpj.bench.imb;

/** The root sends a message to every rank. The root's buffer is its send buffer, so it stays unchanged. */
record Bcast() implements Benchmark.Call {
    @Override
    public String name() {
        return "Bcast";
    }

    @Override
    public boolean hasRoot() {
        return true;
    }

    @Override
    public void call(Sample sample, int sendOffset, int receiveOffset, int root) {
        Object buffer = sample.rank() == root ? sample.send() : sample.receive();
        sample.comm().bcast(buffer, sendOffset, sample.count(), sample.datatype(), root);
    }
}
