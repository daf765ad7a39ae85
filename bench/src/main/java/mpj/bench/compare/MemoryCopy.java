package mpj.bench.compare;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** One core copies a message from memory to memory. Both copies are in the core's cache if they fit. */
final class MemoryCopy implements Limit {
    private static final int COPIES = 20_000;
    private static final int BATCHES = 3;
    private static final long PAGE = 4096;

    private final int cpu;

    MemoryCopy(int cpu) {
        this.cpu = cpu;
    }

    @Override
    public String label() {
        return "memcpy";
    }

    @Override
    public double microseconds(int bytes) {
        double[] best = {Double.MAX_VALUE};
        Thread copying = Thread.ofPlatform().daemon().start(() -> {
            Affinity.bindCurrentThread(cpu);
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment source = arena.allocate(Math.max(1, bytes), PAGE).fill((byte) 1);
                MemorySegment target = arena.allocate(Math.max(1, bytes), PAGE);
                int copies = Limit.repetitions(bytes, COPIES);
                for (int batch = 0; batch < BATCHES; batch++) {
                    long start = System.nanoTime();
                    for (int i = 0; i < copies; i++) {
                        MemorySegment.copy(source, 0, target, 0, bytes);
                    }
                    best[0] = Math.min(best[0], (System.nanoTime() - start) / (1e3 * copies));
                }
            }
        });
        try {
            copying.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while measuring memcpy", e);
        }
        return best[0];
    }
}
