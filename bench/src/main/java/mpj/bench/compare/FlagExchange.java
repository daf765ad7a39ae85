package mpj.bench.compare;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * The bare exchange of a flag between two cores through shared memory: the floor of any latency, and what tells how
 * far apart the two cores are at the moment.
 */
final class FlagExchange {
    private static final VarHandle FLAG = ValueLayout.JAVA_LONG.varHandle();
    private static final int EXCHANGES = 4_000;
    private static final int BATCHES = 3;
    /** Two lines apart: the prefetcher of some processors fetches lines in pairs. */
    private static final long ECHO_OFFSET = 128;

    private final int firstCpu;
    private final int secondCpu;

    FlagExchange(int firstCpu, int secondCpu) {
        this.firstCpu = firstCpu;
        this.secondCpu = secondCpu;
    }

    /** Half a round trip in microseconds: the best of a few batches, since an interrupt only ever adds to one. */
    double microseconds() {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment flags = arena.allocate(2 * ECHO_OFFSET, ECHO_OFFSET);
            Thread echo = Thread.ofPlatform().daemon().start(() -> {
                Affinity.bindCurrentThread(secondCpu);
                for (int batch = 0; batch < BATCHES; batch++) {
                    echo(flags, batch * (long) EXCHANGES);
                }
            });
            double[] best = {Double.MAX_VALUE};
            Thread lead = Thread.ofPlatform().daemon().start(() -> {
                Affinity.bindCurrentThread(firstCpu);
                for (int batch = 0; batch < BATCHES; batch++) {
                    long start = System.nanoTime();
                    lead(flags, batch * (long) EXCHANGES);
                    best[0] = Math.min(best[0], (System.nanoTime() - start) / (2e3 * EXCHANGES));
                }
            });
            lead.join();
            echo.join();
            return best[0];
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while measuring the flag exchange", e);
        }
    }

    private static void lead(MemorySegment flags, long from) {
        for (long i = from + 1; i <= from + EXCHANGES; i++) {
            FLAG.setRelease(flags, 0L, i);
            while ((long) FLAG.getAcquire(flags, ECHO_OFFSET) != i) {
                Thread.onSpinWait();
            }
        }
    }

    private static void echo(MemorySegment flags, long from) {
        for (long i = from + 1; i <= from + EXCHANGES; i++) {
            while ((long) FLAG.getAcquire(flags, 0L) != i) {
                Thread.onSpinWait();
            }
            FLAG.setRelease(flags, ECHO_OFFSET, i);
        }
    }
}
