package mpj.bench.imb;

/** A benchmark of IMB-NBC. By default it has overlap; its {@code _pure} variant has none. */
record NonblockingCollective(NonblockingOperation operation, boolean overlaps) implements Benchmark.Nonblocking {
    @Override
    public String name() {
        return operation.title() + (overlaps ? "" : "_pure");
    }

    @Override
    public Presentation presentation() {
        if (overlaps) {
            return operation.hasSizes() ? Presentation.OVERLAP : Presentation.OVERLAP_SYNC;
        }
        return operation.hasSizes() ? Presentation.COLLECTIVE : Presentation.SYNC;
    }

    @Override
    public boolean runsByDefault() {
        return overlaps;
    }

    @Override
    public boolean reduces() {
        return operation.reduces();
    }

    @Override
    public boolean hasRoot() {
        return operation.hasRoot();
    }

    @Override
    public int messagesSent(int ranks) {
        return operation.messagesSent(ranks);
    }

    @Override
    public int messagesReceived(int ranks) {
        return operation.messagesReceived(ranks);
    }

    @Override
    public Object start(Sample sample, int sendOffset, int receiveOffset, int root) {
        return operation.start(sample.comm(), sample, sendOffset, receiveOffset, root);
    }
}
