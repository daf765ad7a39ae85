package mpj.core.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The words of locks, which several threads use as if they were processes. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MemoryLocksTest {
    private static final int THREADS = 4;
    private static final int TURNS = 2000;

    private final MemoryLocks locks = new MemoryLocks(Arena.ofAuto().allocate(MemoryLocks.BYTES, Long.BYTES));
    private int counter;

    @Test
    void accumulatesExcludeEachOther() throws Exception {
        inThreads(thread -> {
            while (!locks.tryAccumulate()) {
                Thread.onSpinWait();
            }
            counter++;
            locks.endAccumulate();
        });
        assertEquals(THREADS * TURNS, counter);
    }

    @Test
    void holderOfAnExclusiveLockIsAlone() throws Exception {
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger mistakes = new AtomicInteger();
        inThreads(thread -> {
            boolean exclusive = thread % 2 == 0;
            while (!(exclusive ? locks.tryExclusive() : locks.tryShared())) {
                Thread.yield();
            }
            int others = inside.getAndAdd(exclusive ? THREADS : 1);
            if (exclusive ? others != 0 : others >= THREADS) {
                mistakes.incrementAndGet();
            }
            counter += exclusive ? 1 : 0;
            inside.getAndAdd(exclusive ? -THREADS : -1);
            locks.unlock(exclusive);
        });
        assertEquals(0, mistakes.get());
        assertEquals(THREADS / 2 * TURNS, counter);
    }

    @Test
    void sharedLockBlocksOnlyAnExclusiveOne() {
        assertTrue(locks.tryShared());
        assertTrue(locks.tryShared());
        assertFalse(locks.tryExclusive());
        locks.unlock(false);
        assertFalse(locks.tryExclusive());
        assertTrue(locks.tryShared());
        locks.unlock(false);
        locks.unlock(false);
        assertTrue(locks.tryExclusive());
        assertFalse(locks.tryShared());
        assertFalse(locks.tryExclusive());
        locks.unlock(true);
        assertTrue(locks.tryShared());
    }

    private interface Turn {
        void take(int thread);
    }

    private static void inThreads(Turn turn) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int number = i;
            threads.add(Thread.ofPlatform().start(() -> {
                for (int n = 0; n < TURNS; n++) {
                    turn.take(number);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
