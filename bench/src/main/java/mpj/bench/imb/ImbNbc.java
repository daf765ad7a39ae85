package mpj.bench.imb;

/** {@code bin/bench imb-nbc}: runs the non-blocking collectives like {@code IMB-NBC}. */
public final class ImbNbc {
    private ImbNbc() {
    }

    /** Runs on every rank; rank 0 prints. */
    public static void main(String[] arguments) {
        Imb.run(Suite.NBC, arguments);
    }
}
