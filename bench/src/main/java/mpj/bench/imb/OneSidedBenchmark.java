package mpj.bench.imb;

/** A benchmark of IMB-RMA, or a similar one. Some ranks work on a window, and only these ranks take the time. */
interface OneSidedBenchmark extends Benchmark.Timed {
    /** The operation on the window. */
    OneSidedOperation operation();

    @Override
    default boolean reduces() {
        return operation().reduces();
    }

    @Override
    default Exposure exposes() {
        return operation().exposes();
    }
}
