package mpj.bench.compare;

import java.util.function.IntConsumer;

/** Two threads that answer each other, each bound to a CPU. The limits of the bare hardware are measured with them. */
record PinnedPair(int firstCpu, int secondCpu) {
    private static final int BATCHES = 3;

    /**
     * Half a round trip in microseconds. It is the best of a few batches, because an interrupt can only add time to a
     * batch.
     *
     * @param exchanges the number of round trips in a batch
     * @param lead runs this many round trips from the side that begins
     * @param echo runs this many round trips from the side that answers
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
