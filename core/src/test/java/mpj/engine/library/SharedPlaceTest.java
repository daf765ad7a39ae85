package mpj.engine.library;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeoutException;
import mpj.engine.packet.Limit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Threads that take their place in {@link LibraryThreads} from each other, each time that they send or receive. */
class SharedPlaceTest {
    private static final int PLACES = 64;

    private final List<Worker> workers = new ArrayList<>();

    /** A thread that does what it is told. */
    private static final class Worker {
        private final LinkedBlockingQueue<FutureTask<?>> tasks = new LinkedBlockingQueue<>();
        private final Thread thread = Thread.ofPlatform().daemon().unstarted(this::run);

        private void run() {
            try {
                while (true) {
                    tasks.take().run();
                }
            } catch (InterruptedException e) {
                return; // the test is over
            }
        }

        <T> T call(Callable<T> call) {
            FutureTask<T> task = new FutureTask<>(call);
            tasks.add(task);
            try {
                return Limit.await(task);
            } catch (InterruptedException | ExecutionException | TimeoutException e) {
                throw new AssertionError(e);
            }
        }
    }

    @AfterEach
    void end() {
        workers.forEach(worker -> worker.thread.interrupt());
    }

    /** Makes threads until one of them has the place of the first. The numbers of threads follow each other. */
    private void twoInOnePlace() {
        Worker first = new Worker();
        Worker second = new Worker();
        while ((second.thread.threadId() - first.thread.threadId()) % PLACES != 0) {
            second = new Worker();
        }
        workers.addAll(List.of(first, second));
        workers.forEach(worker -> worker.thread.start());
    }

    @Test
    void threadThatComesBackHasItsRecordAgain() {
        MemoryLibrary library = new MemoryLibraries(1).rank(0);
        LibraryThreads threads = new LibraryThreads(library, PLACES);
        twoInOnePlace();
        LibraryThread first = workers.get(0).call(threads::waiter);
        LibraryThread second = workers.get(1).call(threads::waiter);
        for (int i = 0; i < 3; i++) {
            assertSame(first, workers.get(0).call(threads::waiter));
            assertSame(second, workers.get(1).call(threads::waiter));
        }
    }

    @Test
    void bothThreadsNeedACore() {
        twoInOnePlace();
        LibraryThreads threads = new LibraryThreads(new MemoryLibraries(1).rank(0), 1);
        assertNotNull(workers.get(0).call(threads::waiter));
        assertNull(workers.get(1).call(threads::waiter));
        assertNull(workers.get(0).call(threads::waiter));
    }

    @Test
    void threadThatHasLostItsPlaceIsTakenOutOfItsCall() {
        MemoryLibrary library = new MemoryLibraries(1).rank(0);
        LibraryThreads threads = new LibraryThreads(library, PLACES);
        twoInOnePlace();
        LibraryThread first = workers.get(0).call(threads::waiter);
        workers.get(1).call(threads::waiter);
        assertFalse(threads.cancelReceives());
        first.enter();
        assertTrue(threads.cancelReceives());
        assertEquals(1, library.calls().count("cancelReceive"));
    }
}
