package mpj.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EngineLockTest {
    private static final int THREADS = 8;
    private static final int ROUNDS = 20_000;

    private final EngineLock lock = new EngineLock();
    /** Plain: the lock is what makes it right. */
    private long counter;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void oneThreadAtATimeHoldsIt(boolean virtual) throws Exception {
        List<Callable<Void>> tasks = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            boolean yields = i % 2 == 0;
            tasks.add(() -> {
                for (int round = 0; round < ROUNDS; round++) {
                    lock.acquire();
                    counter++;
                    if (yields && round % 100 == 0) {
                        lock.yield();
                        counter++;
                        counter--;
                    }
                    lock.release();
                }
                return null;
            });
        }
        try (ExecutorService threads = virtual ? Executors.newVirtualThreadPerTaskExecutor()
            : Executors.newFixedThreadPool(THREADS)) {
            for (Future<Void> task : threads.invokeAll(tasks)) {
                task.get();
            }
        }
        lock.acquire();
        assertEquals((long) THREADS * ROUNDS, counter);
        lock.release();
        assertFalse(lock.contended());
    }

    /** Many locks, since each favours its maker only once. The maker is in and out of the lock while others come. */
    @Test
    void favouredThreadGivesWay() throws InterruptedException {
        for (int i = 0; i < 200; i++) {
            EngineLock contested = new EngineLock();
            long[] count = {0};
            AtomicInteger running = new AtomicInteger(2);
            List<Thread> others = new ArrayList<>();
            for (int n = 0; n < 2; n++) {
                others.add(new Thread(() -> {
                    for (int round = 0; round < 1000; round++) {
                        contested.acquire();
                        count[0]++;
                        contested.release();
                    }
                    running.decrementAndGet();
                }));
            }
            long own = 0;
            for (int round = 0; round < 1000 || running.get() > 0; round++) {
                if (round == i) {
                    others.forEach(Thread::start);
                }
                contested.acquire();
                count[0]++;
                own++;
                contested.release();
            }
            for (Thread each : others) {
                each.join();
            }
            contested.acquire();
            assertEquals(own + 2000, count[0], "lock " + i);
            contested.release();
            assertFalse(contested.contended());
        }
    }

    /** Each thread has the lock for itself for so long that it is favoured, and then another comes. */
    @Test
    void favourPassesFromThreadToThread() throws InterruptedException {
        for (int i = 0; i < 4; i++) {
            Thread alone = new Thread(() -> {
                for (int round = 0; round < 200_000; round++) {
                    lock.acquire();
                    counter++;
                    lock.release();
                }
            });
            alone.start();
            if (i % 2 == 0) {
                alone.join();
            }
            for (int round = 0; round < 1000; round++) {
                lock.acquire();
                counter++;
                lock.release();
            }
            alone.join();
        }
        lock.acquire();
        assertEquals(4 * 201_000, counter);
        lock.release();
    }

    @Test
    void favouredThreadThatPollsLetsAnotherIn() throws InterruptedException {
        EngineLock own = new EngineLock();
        own.acquire();
        AtomicBoolean entered = new AtomicBoolean();
        Thread other = Thread.ofPlatform().start(() -> {
            own.acquire();
            entered.set(own.isHeldByMe());
            own.release();
        });
        while (!entered.get()) {
            assertTrue(own.isHeldByMe());
            if (own.contended()) {
                own.yield();
            }
        }
        own.release();
        other.join();
    }

    @Test
    void lockKnowsTheThreadThatHoldsIt() throws InterruptedException {
        assertFalse(lock.isHeldByMe());
        assertThrows(AssertionError.class, lock::release);
        lock.acquire();
        assertTrue(lock.isHeldByMe());
        AtomicBoolean heldByOther = new AtomicBoolean(true);
        Thread other = Thread.ofPlatform().start(() -> heldByOther.set(lock.isHeldByMe()));
        other.join();
        assertFalse(heldByOther.get());
        lock.yield();
        assertTrue(lock.isHeldByMe());
        lock.release();
        assertFalse(lock.isHeldByMe());
    }

    @Test
    void threadThatPollsLetsAnotherIn() throws InterruptedException {
        AtomicBoolean entered = new AtomicBoolean();
        lock.acquire();
        Thread other = Thread.ofPlatform().start(() -> {
            lock.acquire();
            entered.set(true);
            lock.release();
        });
        while (!lock.contended()) {
            Thread.onSpinWait();
        }
        while (!entered.get()) {
            lock.yield();
        }
        lock.release();
        other.join();
        assertTrue(entered.get());
    }
}
