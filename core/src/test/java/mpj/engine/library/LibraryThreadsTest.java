package mpj.engine.library;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeoutException;
import mpj.engine.packet.Limit;
import mpj.transport.spi.MessageLibrary;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which threads may wait within the library, and what each of them has for its messages. */
class LibraryThreadsTest {
    /** Threads whose tasks the tests hand over one after the other. */
    private final List<ExecutorService> others = new ArrayList<>();

    @AfterEach
    void end() {
        others.forEach(ExecutorService::shutdownNow);
    }

    private ExecutorService thread() {
        ExecutorService thread = Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().factory());
        others.add(thread);
        return thread;
    }

    private static <T> T in(ExecutorService thread, Callable<T> call) {
        try {
            return Limit.await(thread.submit(call));
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new AssertionError(e);
        }
    }

    private static LibraryThreads threads(int localSize, int cores) {
        MessageLibrary library = new MemoryLibraries(8, localSize, true, 0).rank(0);
        return new LibraryThreads(library, cores);
    }

    @Test
    void threadMayWaitIfEachRankOfTheHostHasACore() {
        assertNotNull(threads(4, 4).waiter());
        assertNull(threads(4, 3).waiter());
        assertNotNull(threads(1, 1).waiter());
    }

    /** Each rank is taken to have as many threads as this one. */
    @Test
    void secondThreadNeedsACoreOnEachRank() {
        LibraryThreads enough = threads(2, 4);
        assertNotNull(enough.waiter());
        assertNotNull(in(thread(), enough::waiter));
        assertNotNull(enough.waiter());

        LibraryThreads few = threads(2, 3);
        assertNotNull(few.waiter());
        assertNull(in(thread(), few::waiter));
        assertNull(few.waiter()); // the first thread would keep its core from others as well
    }

    @Test
    void coreOfAThreadThatHasEndedIsFree() throws Exception {
        LibraryThreads threads = threads(1, 2);
        assertNotNull(threads.waiter());
        Thread ended = Thread.ofPlatform().start(threads::waiter);
        ended.join(Limit.SECONDS * 1000);
        assertFalse(ended.isAlive());
        assertNotNull(in(thread(), threads::waiter));
        assertNull(in(thread(), threads::waiter));
    }

    @Test
    void virtualThreadMayNotWaitAndCountsAsNone() throws Exception {
        LibraryThreads threads = threads(1, 1);
        ExecutorService virtual = Executors.newSingleThreadExecutor(Thread.ofVirtual().factory());
        others.add(virtual);
        assertNull(in(virtual, threads::waiter));
        assertNotNull(threads.waiter());
    }

    @Test
    void eachThreadHasItsOwnRecordEachTime() {
        LibraryThreads threads = threads(1, 2);
        LibraryThread mine = threads.waiter();
        assertSame(mine, threads.waiter());
        assertSame(Thread.currentThread(), mine.owner);
        assertSame(Thread.currentThread(), mine.receive.owner);
        ExecutorService other = thread();
        LibraryThread others = in(other, threads::waiter);
        assertNotSame(mine, others);
        assertNotSame(mine.status, others.status);
        assertSame(others, in(other, threads::waiter));
    }

    @Test
    void memoryOfAThreadIsUsedAgainForItsNextMessage() {
        LibraryThread mine = threads(1, 1).waiter();
        MemorySegment first = mine.bounce(100);
        assertTrue(first.byteSize() >= 100);
        assertEquals(first.address(), mine.bounce(first.byteSize()).address());
        MemorySegment larger = mine.bounce(first.byteSize() + 1);
        assertEquals(first.byteSize() + 1, larger.byteSize());
        assertEquals(larger.address(), mine.bounce(1).address());
    }

    @Test
    void memoryForAVeryLongMessageIsNotKept() {
        LibraryThread mine = threads(1, 1).waiter();
        long most = 16 << 20;
        MemorySegment kept = mine.bounce(most);
        MemorySegment once = mine.bounce(most + 1);
        assertEquals(most + 1, once.byteSize());
        assertEquals(kept.address(), mine.bounce(most).address());
    }

    @Test
    void onlyThreadsInACallAreTakenOut() {
        MemoryLibrary library = new MemoryLibraries(1).rank(0);
        LibraryThreads threads = new LibraryThreads(library, 1);
        assertFalse(threads.cancelReceives());
        LibraryThread mine = threads.waiter();
        assertFalse(threads.cancelReceives());
        mine.enter();
        assertTrue(threads.cancelReceives());
        assertEquals(1, library.calls().count("cancelReceive"));
        mine.leave();
        assertFalse(threads.cancelReceives());
    }
}
