package mpj.bench.imb;

/**
 * Adds a message to another message of the same rank, without communication. The method has no offsets, so {@code
 * -off_cache} has no effect.
 */
record Reduce_local() implements Benchmark.Call {
    @Override
    public String name() {
        return "Reduce_local";
    }

    /** An operation that is called directly takes only arrays. */
    @Override
    public MessageBuffers.Place place(MessageBuffers.Place chosen) {
        return MessageBuffers.Place.ARRAY;
    }

    @Override
    public boolean reduces() {
        return true;
    }

    @Override
    public void call(Sample sample, int sendOffset, int receiveOffset, int root) {
        sample.comm().reduceLocal(sample.send(), sample.receive(), sample.count(), sample.datatype());
    }
}
