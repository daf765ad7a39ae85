package mpj.bench.imb;

/** {@code bin/bench imb-rma}: runs the benchmarks of windows like {@code IMB-RMA}. */
public final class ImbRma {
    private ImbRma() {
    }

    /** Runs on every rank; rank 0 prints. */
    public static void main(String[] arguments) {
        Imb.run(Suite.RMA, arguments);
    }
}
