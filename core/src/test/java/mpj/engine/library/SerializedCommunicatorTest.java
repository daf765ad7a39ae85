package mpj.engine.library;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import mpj.engine.Context;
import mpj.engine.packet.Limit;
import org.junit.jupiter.api.Test;

/** A thread makes a communicator while another thread of its rank makes progress. */
class SerializedCommunicatorTest {
    private static final int[] MEMBERS = {1, 0};

    private static void await(BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Limit.SECONDS);
        while (!condition.getAsBoolean()) {
            assertFalse(System.nanoTime() > end, "the other thread has neither returned nor asked for the lock");
            Thread.onSpinWait();
        }
    }

    /** Only a library that takes calls of several threads lets the other thread in meanwhile. */
    @Test
    void otherThreadComesInOnlyIfTheLibraryTakesCallsOfSeveralThreads() {
        for (boolean threadSafe : new boolean[] {false, true}) {
            MemoryLibraries job = new MemoryLibraries(2, threadSafe);
            try (LibraryRanks ranks = new LibraryRanks(job)) {
                AtomicReference<Future<?>> other = new AtomicReference<>();
                ranks.library(0).calls().duringNext("communicator", () -> {
                    other.set(ranks.beside(() -> {
                        ranks.engine(0).progress();
                        return null;
                    }));
                    await(() -> other.get().isDone() || !threadSafe && ranks.packets(0).lock().isAskedFor());
                    assertEquals(threadSafe, other.get().isDone());
                });
                ranks.onEveryRank(rank -> ranks.engine(rank).open(new Context(1), MEMBERS));
                LibraryRanks.await(other.get());
            }
        }
    }
}
