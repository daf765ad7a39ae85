package mpj.engine.wait;

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
import mpj.engine.Completion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EngineLockTest {
    private static final int THREADS = 8;
    private static final int ROUNDS = 20_000;

    private static final Completion NEVER = () -> false;
    private static final int LOOKS = 10_000;

    private final EngineLock lock = new EngineLock();
    /** Not volatile: only the lock makes its value correct. */
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
                        lock.letAskersIn(NEVER, true);
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
        assertFalse(lock.isAskedFor());
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
        lock.letAskersIn(NEVER, true);
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
        while (!lock.isAskedFor()) {
            Thread.onSpinWait();
        }
        while (!entered.get()) {
            lock.letAskersIn(NEVER, true);
        }
        lock.release();
        other.join();
        assertTrue(entered.get());
    }

    /** A thread that takes the lock again as soon as it has released it must not keep others out. */
    @Test
    void threadThatFindsOthersWaitingDoesNotTakeTheLockBeforeThem() throws InterruptedException {
        for (int round = 0; round < 100; round++) {
            AtomicBoolean mayRelease = new AtomicBoolean();
            lock.acquire();
            Thread other = Thread.ofPlatform().start(() -> {
                lock.acquire();
                while (!mayRelease.get()) {
                    Thread.onSpinWait();
                }
                lock.release();
            });
            while (!lock.isAskedFor()) {
                Thread.onSpinWait();
            }
            lock.release();
            assertFalse(lock.tryAcquire()); // the other thread still waits for the lock, or holds it
            mayRelease.set(true);
            other.join();
        }
    }

    /** If the thread asked for the lock, two threads that wait would hand the lock to each other after each poll. */
    @Test
    void threadThatHasYieldedDoesNotAskForTheLock() throws InterruptedException {
        AtomicBoolean over = new AtomicBoolean();
        lock.acquire();
        AtomicBoolean askedBefore = new AtomicBoolean();
        Thread other = Thread.ofPlatform().start(() -> {
            lock.acquire();
            for (int look = 0; look < LOOKS; look++) {
                askedBefore.compareAndSet(false, lock.isAskedFor());
            }
            over.set(true);
            while (lock.hasOnlookers()) {
                Thread.onSpinWait(); // the onlooker leaves although the lock is held
            }
            lock.release();
        });
        while (!lock.isAskedFor()) {
            Thread.onSpinWait();
        }
        boolean held = true;
        while (held && !over.get()) {
            held = lock.letAskersIn(seenWhen(over), true);
        }
        assertFalse(held);
        assertFalse(lock.isHeldByMe());
        other.join();
        assertFalse(askedBefore.get());
    }

    @Test
    void threadWhoseWaitIsOverDoesNotNeedTheLock() throws InterruptedException {
        AtomicBoolean over = new AtomicBoolean();
        lock.acquire();
        AtomicBoolean held = new AtomicBoolean(true);
        Thread other = Thread.ofPlatform().start(() -> held.set(lock.acquireUnlessSeen(seenWhen(over))));
        while (!lock.hasOnlookers()) {
            Thread.onSpinWait();
        }
        over.set(true);
        other.join();
        assertFalse(held.get());
        assertFalse(lock.hasOnlookers());
        lock.release();
        assertTrue(lock.acquireUnlessSeen(NEVER));
        lock.release();
    }

    /**
     * A lock that no thread has ever found held has no fence at the end of a stay. So nothing may be handed off to the
     * thread that holds it.
     */
    @Test
    void onlyTheFirstThreadThatFindsAStayWaitsForIt() throws InterruptedException {
        AtomicBoolean entered = new AtomicBoolean();
        lock.acquire();
        lock.stay();
        Thread first = enter(entered);
        while (!lock.isAskedFor()) {
            Thread.onSpinWait();
        }
        lock.endStay();
        assertTrue(lock.looked());
        lock.release();
        first.join();
        assertTrue(entered.get());

        lock.acquire();
        lock.stay();
        enter(entered).join();
        assertFalse(entered.get());
        lock.endStay();
        assertTrue(lock.looked());
        Thread last = enter(entered);
        while (!lock.isAskedFor()) {
            Thread.onSpinWait();
        }
        lock.release();
        last.join();
        assertTrue(entered.get());
    }

    private Thread enter(AtomicBoolean entered) {
        return Thread.ofPlatform().start(() -> {
            boolean held = lock.acquireUnlessStaying();
            entered.set(held);
            if (held) {
                lock.release();
            }
        });
    }

    @Test
    void lockIsNotReleasedDuringAStay() {
        lock.acquire();
        lock.stay();
        assertThrows(AssertionError.class, lock::release);
    }

    @Test
    void afterAStayTheLockIsNotReleasedBeforeALookAtTheHandoff() {
        lock.acquire();
        lock.stay();
        lock.endStay();
        assertThrows(AssertionError.class, lock::release);
    }

    @Test
    void lockIsNotAcquiredTwice() {
        lock.acquire();
        assertThrows(AssertionError.class, lock::acquire);
        assertThrows(AssertionError.class, lock::tryAcquire);
        assertThrows(AssertionError.class, lock::acquireUnlessStaying);
        assertThrows(AssertionError.class, () -> lock.acquireUnlessSeen(NEVER));
        lock.release();
    }

    @Test
    void engineDoesNotEndWhileAThreadIsAside() {
        lock.acquire();
        lock.stepAside();
        lock.beginEnd();
        assertThrows(AssertionError.class, lock::end);
        lock.stepBack();
        assertThrows(AssertionError.class, lock::stepBack);
        lock.end();
        assertThrows(AssertionError.class, lock::release);
    }

    private static Completion seenWhen(AtomicBoolean over) {
        return new Completion() {
            @Override
            public boolean reached() {
                return over.get();
            }

            @Override
            public boolean isSeen() {
                return over.get();
            }
        };
    }
}
