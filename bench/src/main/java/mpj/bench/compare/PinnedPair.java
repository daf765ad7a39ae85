package mpj.bench.compare;

import java.util.function.IntConsumer;

/** Two threads, each bound to a CPU, that answer each other: what the bare-hardware limits are measured with. */
record PinnedPair(int firstCpu, int secondCpu) {
    private static final int BATCHES = 3;

    /**
     * Half a round trip in microseconds: the best of a few batches, since an interrupt only ever adds to one.
     *
     * @param exchanges round trips in a batch
     * @param lead runs so many round trips from the side that begins
     * @param echo runs so many from the side that answers
     */
    double halfRoundTrip(int exchanges, IntConsumer lead, IntConsumer echo) {
        Thread answering = Thread.ofPlatform().daemon().start(() -> {
            Affinity.bindCurrentThread(secondCpu);
            for (int batch = 0; batch < BATCHES; batch++) {
                echo.accept(exchanges);
            }
        });
        double[] best = {Double.MAX_VALUE};
        Thread leading = Thread.ofPlatform().daemon().start(() -> {
            Affinity.bindCurrentThread(firstCpu);
            for (int batch = 0; batch < BATCHES; batch++) {
                long start = System.nanoTime();
                lead.accept(exchanges);
                best[0] = Math.min(best[0], (System.nanoTime() - start) / (2e3 * exchanges));
            }
        });
        try {
            leading.join();
            answering.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while measuring a limit", e);
        }
        return best[0];
    }
}
