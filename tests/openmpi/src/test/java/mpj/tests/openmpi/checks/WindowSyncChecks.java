package mpj.tests.openmpi.checks;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static mpj.tests.openmpi.checks.World.COMM;
import static mpj.tests.openmpi.checks.World.NEXT;
import static mpj.tests.openmpi.checks.World.PREVIOUS;
import static mpj.tests.openmpi.checks.World.RANK;
import static mpj.tests.openmpi.checks.World.SIZE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import mpi.Datatype;
import mpi.Group;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpi.Win;
import mpj.tests.Check;
import mpj.tests.Runs;

/** MPI 3.1, section 11.5: synchronisation of windows of each kind. */
@Runs(ranks = {1, 2, 3, 4})
public final class WindowSyncChecks {
    private static final int TAG = 11;
    private static final int TIMES = 50;
    private static final int LONG_MESSAGE = 1 << 20;
    private static final int INTERRUPTS = 8;
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final VarHandle INT = JAVA_INT.varHandle();

    private static Group group(Win win, int... ranks) {
        return win.getGroup().incl(ranks);
    }

    private static int[] allButOwn() {
        return IntStream.range(0, SIZE).filter(rank -> rank != RANK).toArray();
    }

    /** One item for each rank, including this rank itself. */
    @Check
    void fences() {
        WindowKind.each((long) SIZE * Integer.BYTES, Integer.BYTES, window -> {
            Win win = window.win();
            int[] got = new int[SIZE];
            for (int step = 0; step < TIMES; step++) {
                win.fence(step == 0 ? MPI.MODE_NOPRECEDE : 0);
                for (int rank = 0; rank < SIZE; rank++) {
                    win.put(new int[] {RANK * 1_000 + step}, 1, MPI.INT, rank, window.disp(4L * RANK), 1, MPI.INT);
                }
                win.fence(MPI.MODE_NOSTORE);
                for (int rank = 0; rank < SIZE; rank++) {
                    assertEquals(rank * 1_000 + step, window.memory().getAtIndex(JAVA_INT, rank));
                    win.get(MPI.slice(got, rank), 1, MPI.INT, rank, window.disp(4L * ((RANK + 1) % SIZE)), 1, MPI.INT);
                }
                win.fence(MPI.MODE_NOSTORE | MPI.MODE_NOPUT);
                for (int rank = 0; rank < SIZE; rank++) {
                    assertEquals(NEXT * 1_000 + step, got[rank]);
                }
            }
            win.fence(MPI.MODE_NOSTORE | MPI.MODE_NOPUT | MPI.MODE_NOPRECEDE | MPI.MODE_NOSUCCEED);
        });
    }

    /** What a rank does while messages to it have come that it receives later. */
    private interface Meanwhile {
        void run(Win win);
    }

    /**
     * Two ranks send each other more messages than a rank keeps without holding up the senders, and receive them only
     * after something else. Even an empty message then waits until it is received.
     */
    private static void whileMessagesWait(int count, int bytes, Meanwhile meanwhile) {
        ByteBuffer sent = MPI.newByteBuffer(bytes);
        ByteBuffer received = MPI.newByteBuffer(bytes);
        Win win = new Win(MPI.newIntBuffer(1), 1, 1, MPI.INFO_NULL, COMM);
        Request[] sends = new Request[RANK < 2 ? count : 0];
        for (int i = 0; i < sends.length; i++) {
            sends[i] = COMM.iSend(sent, bytes, MPI.BYTE, 1 - RANK, TAG);
        }
        COMM.barrier();
        COMM.iProbe(MPI.ANY_SOURCE, TAG);
        meanwhile.run(win);
        for (int i = 0; i < sends.length; i++) {
            COMM.recv(received, bytes, MPI.BYTE, 1 - RANK, TAG);
        }
        Request.waitAll(sends);
        win.free();
    }

    @Check(ranks = 2)
    void fencesDoNotWaitForMessagesThatAreReceivedLater() {
        whileMessagesWait(8, 1 << 20, win -> {
            win.fence(0);
            win.put(new int[] {RANK}, 1, MPI.INT, NEXT, 0, 1, MPI.INT);
            win.fence(MPI.MODE_NOSUCCEED);
        });
        whileMessagesWait(2048, 4096, win -> {
            win.fence(0);
            win.fence(MPI.MODE_NOSUCCEED);
        });
    }

    /** First of all each rank posts. So no rank may wait in this call. */
    @Check(ranks = 2)
    void postsDoNotWaitForMessagesThatAreReceivedLater() {
        Meanwhile epoch = win -> {
            Group before = group(win, PREVIOUS);
            Group after = group(win, NEXT);
            for (int step = 0; step < 3; step++) {
                win.post(before, 0);
                win.start(after, 0);
                win.put(new int[] {RANK}, 1, MPI.INT, NEXT, 0, 1, MPI.INT);
                win.complete();
                win.waitFor();
            }
        };
        whileMessagesWait(8, 1 << 20, epoch);
        whileMessagesWait(2048, 4096, epoch);
    }

    /** A rank stores into its own memory between fences, without an operation. */
    @Check
    void ownStoresAreSeenAfterAFence() {
        WindowKind.each(Integer.BYTES, 1, window -> {
            int[] got = new int[1];
            for (int step = 0; step < TIMES; step++) {
                window.win().fence(0);
                window.memory().set(JAVA_INT, 0, RANK * 1_000 + step);
                window.win().fence(0);
                window.win().get(got, 1, MPI.INT, NEXT, 0L, 1, MPI.INT);
                window.win().fence(0);
                assertEquals(NEXT * 1_000 + step, got[0]);
            }
        });
    }

    /** Around a ring: each rank exposes its window to the previous rank. */
    @Check
    void postStartCompleteWait() {
        WindowKind.each(Integer.BYTES, Integer.BYTES, window -> {
            Win win = window.win();
            Group before = group(win, PREVIOUS);
            Group after = group(win, NEXT);
            for (int step = 0; step < TIMES; step++) {
                win.post(before, 0);
                win.start(after, 0);
                win.put(new int[] {RANK * 1_000 + step}, 1, MPI.INT, NEXT, 0L, 1, MPI.INT);
                win.complete();
                if (step % 2 == 0) {
                    win.waitFor();
                } else {
                    awaitTest(win);
                }
                assertEquals(PREVIOUS * 1_000 + step, window.memory().get(JAVA_INT, 0));
            }
            before.free();
            after.free();
        });
    }

    /**
     * Rank 0 sends a long message and calls nothing but operations and flushes, or locks, until rank 1 has received it.
     * The message's elements lie apart, so rank 1 cannot read them from the memory of rank 0.
     */
    @Check(ranks = 2)
    void callsThatWaitForNothingMakeProgress() {
        Datatype apart = Datatype.createVector(LONG_MESSAGE, 1, 2, MPI.INT);
        apart.commit();
        IntBuffer sent = MPI.newIntBuffer(2 * LONG_MESSAGE);
        int[] message = new int[LONG_MESSAGE];
        WindowKind.each(Long.BYTES, 1, window -> {
            for (int i = 1; i <= 2; i++) {
                if (RANK == 0) {
                    Request send = COMM.iSend(sent, 1, apart, 1, TAG);
                    awaitNumber(window, i, i == 1);
                    send.waitFor();
                } else if (RANK == 1) {
                    COMM.recv(message, LONG_MESSAGE, MPI.INT, 0, TAG);
                    window.win().lock(MPI.LOCK_SHARED, 1, 0);
                    window.win().accumulate(new long[] {1}, 1, MPI.LONG, 1, window.disp(0), 1, MPI.LONG, MPI.SUM);
                    window.win().unlock(1);
                }
                COMM.barrier();
            }
        });
        apart.free();
    }

    /**
     * Looks again and again until rank 1 has this number.
     *
     * @param flushes whether a look ends with a flush; otherwise it ends with unlock and lock
     */
    private static void awaitNumber(WindowKind.Opened window, long awaited, boolean flushes) {
        Win win = window.win();
        long end = System.nanoTime() + LIMIT.toNanos();
        long[] number = new long[1];
        long target = window.disp(0);
        win.lock(MPI.LOCK_SHARED, 1, 0);
        do {
            win.fetchAndOp(number, number, MPI.LONG, 1, target, MPI.NO_OP);
            if (flushes) {
                win.flush(1);
            } else {
                win.unlock(1);
                win.lock(MPI.LOCK_SHARED, 1, 0);
            }
            assertTrue(System.nanoTime() < end, "rank 1 has not received the message");
        } while (number[0] < awaited);
        win.unlock(1);
    }

    private static void awaitTest(Win win) {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!win.test()) {
            assertTrue(System.nanoTime() < end, "the epoch does not end");
        }
    }

    /** Every rank accesses every other one, in epochs that follow each other without a pause. */
    @Check
    void postStartCompleteWaitAmongAll() {
        WindowKind.each((long) SIZE * Integer.BYTES, Integer.BYTES, window -> {
            Win win = window.win();
            Group others = group(win, allButOwn());
            for (int step = 0; step < TIMES; step++) {
                win.post(others, step % 2 == 0 ? 0 : MPI.MODE_NOSTORE);
                win.start(others, 0);
                for (int rank : allButOwn()) {
                    win.put(new int[] {RANK * 1_000 + step}, 1, MPI.INT, rank, window.disp(4L * RANK), 1, MPI.INT);
                }
                win.complete();
                win.waitFor();
                for (int rank : allButOwn()) {
                    assertEquals(rank * 1_000 + step, window.memory().getAtIndex(JAVA_INT, rank));
                }
            }
        });
    }

    /**
     * All other ranks read from rank 0. They need not know of each other. A rank that starts late still finds the
     * posted epoch.
     */
    @Check(ranks = 2)
    void oneTargetOfManyOrigins() {
        WindowKind.each(Long.BYTES, 1, window -> {
            Win win = window.win();
            for (int step = 0; step < TIMES; step++) {
                if (RANK == 0) {
                    window.memory().set(JAVA_LONG, 0, step);
                    Group others = group(win, allButOwn());
                    win.post(others, MPI.MODE_NOPUT);
                    win.waitFor();
                    others.free();
                } else {
                    long[] got = new long[1];
                    Group target = group(win, 0);
                    win.start(target, 0);
                    target.free();
                    win.get(got, 1, MPI.LONG, 0, 0L, 1, MPI.LONG);
                    win.complete();
                    assertEquals(step, got[0]);
                }
            }
        });
    }

    @Check
    void emptyGroupsAndNoCheck() {
        WindowKind.each(Integer.BYTES, 1, window -> {
            Win win = window.win();
            win.post(MPI.GROUP_EMPTY, 0);
            win.start(MPI.GROUP_EMPTY, 0);
            win.complete();
            win.waitFor();
            win.post(group(win, PREVIOUS), MPI.MODE_NOCHECK);
            COMM.barrier();
            win.start(group(win, NEXT), MPI.MODE_NOCHECK);
            win.put(new int[] {RANK + 1}, 1, MPI.INT, NEXT, 0L, 1, MPI.INT);
            win.complete();
            win.waitFor();
            assertEquals(PREVIOUS + 1, window.memory().get(JAVA_INT, 0));
        });
    }

    /**
     * Each step reads a number, adds one and writes it. Without the lock, ranks would overwrite each other's numbers.
     */
    @Check
    void exclusiveLocks() {
        WindowKind.each(Long.BYTES, Long.BYTES, window -> {
            Win win = window.win();
            long[] number = new long[1];
            for (int step = 0; step < TIMES; step++) {
                win.lock(MPI.LOCK_EXCLUSIVE, 0, 0);
                win.get(number, 1, MPI.LONG, 0, 0L, 1, MPI.LONG);
                win.flush(0);
                number[0]++;
                win.put(number, 1, MPI.LONG, 0, 0L, 1, MPI.LONG);
                win.unlock(0);
            }
            COMM.barrier();
            if (RANK == 0) {
                assertEquals(SIZE * (long) TIMES, window.memory().get(JAVA_LONG, 0));
            }
        });
    }

    /** All ranks hold the lock at the same time: no rank goes on before all have read. */
    @Check
    void sharedLocks() {
        WindowKind.each(Long.BYTES, Long.BYTES, window -> {
            long[] number = {-1};
            for (int step = 0; step < TIMES; step++) {
                window.win().lock(MPI.LOCK_SHARED, step % SIZE, 0);
                window.win().get(number, 1, MPI.LONG, step % SIZE, 0L, 1, MPI.LONG);
                window.win().flush(step % SIZE);
                assertEquals(0, number[0]);
                COMM.barrier();
                window.win().unlock(step % SIZE);
            }
        });
    }

    /** Readers see both numbers from the same writer. */
    @Check
    void sharedLocksKeepExclusiveOnesOut() {
        WindowKind.each(2 * Long.BYTES, Long.BYTES, window -> {
            Win win = window.win();
            for (int step = 0; step < TIMES; step++) {
                if ((step + RANK) % 3 == 0) {
                    win.lock(MPI.LOCK_EXCLUSIVE, 0, 0);
                    win.put(new long[] {RANK * 1_000 + step}, 1, MPI.LONG, 0, 0L, 1, MPI.LONG);
                    win.put(new long[] {RANK * 1_000 + step}, 1, MPI.LONG, 0, window.disp(8), 1, MPI.LONG);
                } else {
                    long[] both = new long[2];
                    win.lock(MPI.LOCK_SHARED, 0, 0);
                    win.get(MPI.slice(both, 1), 1, MPI.LONG, 0, window.disp(8), 1, MPI.LONG);
                    win.flush(0);
                    win.get(both, 1, MPI.LONG, 0, 0L, 1, MPI.LONG);
                    win.flush(0);
                    assertEquals(both[0], both[1]);
                }
                win.unlock(0);
            }
        });
    }

    /** Some ranks lock all ranks. The others take one exclusive lock at a time, and change two numbers under it. */
    @Check
    void locksOfAllRanksCompeteWithExclusiveOnes() {
        WindowKind.each(2 * Long.BYTES, Long.BYTES, window -> {
            Win win = window.win();
            long[] both = new long[2];
            for (int step = 0; step < TIMES; step++) {
                if (RANK % 2 == 0) {
                    win.lockAll(0);
                    for (int rank = 0; rank < SIZE; rank++) {
                        win.get(both, 1, MPI.LONG, rank, 0L, 1, MPI.LONG);
                        win.flush(rank);
                        win.get(MPI.slice(both, 1), 1, MPI.LONG, rank, window.disp(8), 1, MPI.LONG);
                        win.flush(rank);
                        assertEquals(both[0], both[1], "numbers that only change together");
                    }
                    win.unlockAll();
                } else {
                    int target = (step + RANK) % SIZE;
                    win.lock(MPI.LOCK_EXCLUSIVE, target, 0);
                    win.get(both, 2, MPI.LONG, target, 0L, 2, MPI.LONG);
                    win.flush(target);
                    assertEquals(both[0], both[1], "numbers that only change together");
                    win.put(new long[] {both[0] + 1}, 1, MPI.LONG, target, 0L, 1, MPI.LONG);
                    win.put(new long[] {both[1] + 1}, 1, MPI.LONG, target, window.disp(8), 1, MPI.LONG);
                    win.unlock(target);
                }
            }
            COMM.barrier();
            long expected = IntStream.range(0, SIZE).filter(rank -> rank % 2 == 1).mapToLong(rank -> IntStream
                .range(0, TIMES).filter(step -> (step + rank) % SIZE == RANK).count()).sum();
            assertEquals(expected, window.memory().getAtIndex(JAVA_LONG, 0));
        });
    }

    /** A thread is interrupted while it waits. The wait goes on, and the thread is still marked as interrupted. */
    @Check(ranks = 2)
    void waitsOfAThreadThatIsInterrupted() {
        Intracomm pair = COMM.split(RANK < 2 ? 0 : MPI.UNDEFINED, RANK);
        if (RANK >= 2) {
            return;
        }
        for (WindowKind kind : WindowKind.values()) {
            if (kind.isSupported()) {
                kind.with(pair, Long.BYTES, 1, window -> waitsInTurn(window.win(), pair));
            }
        }
        pair.free();
    }

    private static void waitsInTurn(Win win, Intracomm pair) throws InterruptedException {
        Group other = group(win, 1 - RANK);
        interrupted("fence", () -> win.fence(MPI.MODE_NOSUCCEED), () -> win.fence(MPI.MODE_NOSUCCEED));
        interrupted("start", () -> win.start(other, 0), () -> win.post(other, 0));
        if (RANK == 1) {
            win.complete();
            win.post(other, 0);
        } else {
            win.waitFor();
            win.start(other, 0);
        }
        interrupted("waitFor", win::waitFor, win::complete);
        for (int target = 0; target < 2; target++) {
            int locked = target;
            if (RANK == 0) {
                win.lock(MPI.LOCK_EXCLUSIVE, locked, 0);
                win.flush(locked);
            }
            pair.barrier();
            // If operations are messages, it is not the first of these calls that waits, but the second one.
            interrupted("lock", () -> {
                win.lock(MPI.LOCK_EXCLUSIVE, locked, 0);
                win.flush(locked);
            }, () -> win.unlock(locked));
            if (RANK == 1) {
                win.unlock(locked);
            }
        }
    }

    /** Rank 1 waits. When its thread has been interrupted several times, rank 0 ends the wait. */
    private static void interrupted(String what, Runnable wait, Runnable end) throws InterruptedException {
        if (RANK == 0) {
            COMM.recv(new byte[0], 0, MPI.BYTE, 1, TAG);
            end.run();
            return;
        }
        Thread waiting = Thread.currentThread();
        AtomicInteger seen = new AtomicInteger();
        Thread disturbs = Thread.ofPlatform().start(() -> {
            long limit = System.nanoTime() + LIMIT.toNanos();
            while (seen.get() < INTERRUPTS && System.nanoTime() < limit) {
                if (Stream.of(waiting.getStackTrace()).anyMatch(call -> call.getClassName().equals("mpi.Win"))) {
                    seen.incrementAndGet();
                    waiting.interrupt();
                }
                LockSupport.parkNanos(500_000);
            }
            COMM.send(new byte[0], 0, MPI.BYTE, 0, TAG);
        });
        wait.run();
        assertTrue(Thread.interrupted(), () -> what + " has taken the interrupt away");
        disturbs.join();
        assertEquals(INTERRUPTS, seen.get(), () -> "interrupts during " + what);
    }

    /** Several locks of one rank, each on another target. */
    @Check
    void locksOfSeveralTargets() {
        WindowKind.each((long) SIZE * Integer.BYTES, Integer.BYTES, window -> {
            Win win = window.win();
            for (int rank = 0; rank < SIZE; rank++) {
                win.lock(MPI.LOCK_SHARED, rank, 0);
            }
            for (int rank = SIZE - 1; rank >= 0; rank--) {
                win.put(new int[] {RANK + rank}, 1, MPI.INT, rank, window.disp(4L * RANK), 1, MPI.INT);
            }
            for (int rank = SIZE - 1; rank >= 0; rank--) {
                win.unlock(rank);
            }
            COMM.barrier();
            for (int rank = 0; rank < SIZE; rank++) {
                assertEquals(RANK + rank, window.memory().getAtIndex(JAVA_INT, rank));
            }
        });
    }

    /** After a flush, the data is visible to a rank that learns of the flush by a message. */
    @Check
    void flushes() {
        WindowKind.each(3L * Integer.BYTES, Integer.BYTES, window -> {
            Win win = window.win();
            win.lockAll(0);
            for (int step = 0; step < TIMES; step++) {
                win.put(new int[] {RANK + step, step}, 2, MPI.INT, NEXT, 0L, 2, MPI.INT);
                if (step % 2 == 0) {
                    win.flush(NEXT);
                } else {
                    win.flushAll();
                }
                COMM.sendRecv(new byte[0], 0, MPI.BYTE, NEXT, TAG, new byte[0], 0, MPI.BYTE, PREVIOUS, TAG);
                win.sync();
                assertEquals(PREVIOUS + step, window.memory().getAtIndex(JAVA_INT, 0));
                assertEquals(step, window.memory().getAtIndex(JAVA_INT, 1));
                COMM.barrier();
            }
            win.unlockAll();
        });
    }

    /** After a local flush, buffers may be used again, and data that was read has arrived. */
    @Check
    void localFlushes() {
        int count = 40_000;
        WindowKind.each((long) count * Integer.BYTES, Integer.BYTES, window -> {
            Win win = window.win();
            IntBuffer buffer = MPI.newIntBuffer(count);
            IntBuffer got = MPI.newIntBuffer(count);
            win.lock(MPI.LOCK_SHARED, NEXT, 0);
            for (int size : new int[] {1, count}) {
                for (int i = 0; i < size; i++) {
                    buffer.put(i, RANK + i);
                }
                win.put(buffer, size, MPI.INT, NEXT, 0, size, MPI.INT);
                win.flushLocal(NEXT);
                for (int i = 0; i < size; i++) {
                    buffer.put(i, -1);
                }
                win.flush(NEXT);
                win.get(got, size, MPI.INT, NEXT, 0, size, MPI.INT);
                win.flushLocalAll();
                for (int i = 0; i < size; i++) {
                    assertEquals(RANK + i, got.get(i));
                }
            }
            win.unlock(NEXT);
        });
    }

    /** Fences, groups and locks, one after the other on one window. */
    @Check
    void kindsOfSynchronisationInTurn() {
        WindowKind.each(Integer.BYTES, 1, window -> {
            Win win = window.win();
            int[] got = new int[1];
            for (int step = 0; step < 10; step++) {
                win.fence(0);
                win.accumulate(new int[] {1}, 1, MPI.INT, NEXT, 0L, 1, MPI.INT, MPI.SUM);
                win.fence(0);
                win.post(group(win, PREVIOUS), 0);
                win.start(group(win, NEXT), 0);
                win.accumulate(new int[] {10}, 1, MPI.INT, NEXT, 0L, 1, MPI.INT, MPI.SUM);
                win.complete();
                win.waitFor();
                win.lock(MPI.LOCK_EXCLUSIVE, NEXT, 0);
                win.accumulate(new int[] {100}, 1, MPI.INT, NEXT, 0L, 1, MPI.INT, MPI.SUM);
                win.unlock(NEXT);
                win.lockAll(0);
                win.fetchAndOp(new int[] {1_000}, got, MPI.INT, NEXT, 0L, MPI.SUM);
                win.unlockAll();
                assertEquals(1_111 * step + 111, got[0]);
                COMM.barrier();
                assertEquals(1_111 * (step + 1), window.memory().get(JAVA_INT, 0));
            }
        });
    }

    /**
     * Operations of other ranks are carried out while this rank is in a call that has nothing to do with the window.
     */
    @Check(ranks = 2)
    void ranksInOtherCallsAreTargets() {
        WindowKind.each(Integer.BYTES, 1, window -> {
            if (RANK == 0) {
                COMM.recv(new byte[0], 0, MPI.BYTE, SIZE - 1, TAG);
                window.win().sync();
                assertEquals(7, window.memory().get(JAVA_INT, 0));
            } else if (RANK == SIZE - 1) {
                window.win().lock(MPI.LOCK_EXCLUSIVE, 0, 0);
                window.win().put(new int[] {7}, 1, MPI.INT, 0, 0L, 1, MPI.INT);
                window.win().unlock(0);
                COMM.send(new byte[0], 0, MPI.BYTE, 0, TAG);
            }
        });
    }

    /** Rank 0 calls nothing of MPI until it sees what another rank has put. */
    @Check(ranks = 2)
    void ranksThatComputeAreTargets() {
        WindowKind.each(2L * Integer.BYTES, 1, window -> {
            MemorySegment memory = window.memory();
            if (RANK == 0) {
                long end = System.nanoTime() + LIMIT.toNanos();
                while ((int) INT.getAcquire(memory, 4L) == 0) {
                    assertTrue(System.nanoTime() < end, "the put does not come while the target computes");
                    Thread.onSpinWait();
                }
                assertEquals(8, memory.get(JAVA_INT, 0));
            } else if (RANK == SIZE - 1) {
                int[] got = new int[1];
                window.win().lock(MPI.LOCK_SHARED, 0, 0);
                window.win().put(new int[] {8}, 1, MPI.INT, 0, 0L, 1, MPI.INT);
                window.win().flush(0);
                window.win().get(got, 1, MPI.INT, 0, 0L, 1, MPI.INT);
                window.win().flush(0);
                assertEquals(8, got[0]);
                window.win().accumulate(new int[] {1}, 1, MPI.INT, 0, 4L, 1, MPI.INT, MPI.REPLACE);
                window.win().unlock(0);
            }
        });
    }

    /** Any thread may start operations and flush. */
    @Check
    void threadsOfOneRank() throws Exception {
        int threads = 3;
        try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
            WindowKind.each(2L * Long.BYTES, Long.BYTES, window -> {
                window.win().lockAll(0);
                List<Callable<Void>> all = new ArrayList<>();
                for (int i = 0; i < threads; i++) {
                    all.add(() -> {
                        long[] old = new long[1];
                        for (int step = 0; step < TIMES; step++) {
                            window.win().fetchAndOp(new long[] {1}, old, MPI.LONG, 0, 0L, MPI.SUM);
                            window.win().flush(0);
                            window.win().accumulate(new long[] {1}, 1, MPI.LONG, NEXT, window.disp(8), 1, MPI.LONG,
                                MPI.SUM);
                        }
                        return null;
                    });
                }
                for (Future<Void> each : pool.invokeAll(all, LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                    each.get();
                }
                window.win().unlockAll();
                COMM.barrier();
                assertEquals(threads * TIMES, window.memory().getAtIndex(JAVA_LONG, 1));
                if (RANK == 0) {
                    assertEquals((long) SIZE * threads * TIMES, window.memory().getAtIndex(JAVA_LONG, 0));
                }
            });
        }
    }

    /** Ranks load from and store into each other's memory, and tell each other so by messages. */
    @Check
    void storesInSharedMemory() {
        if (!WindowKind.SHARED.isSupported()) {
            return;
        }
        WindowKind.SHARED.with(COMM, 4_000, 4, window -> {
            MemorySegment theirs = window.win().sharedQuery(NEXT);
            window.win().lockAll(MPI.MODE_NOCHECK);
            for (int step = 0; step < TIMES; step++) {
                for (int i = 0; i < 1_000; i++) {
                    theirs.setAtIndex(JAVA_INT, i, RANK + step + i);
                }
                window.win().sync();
                COMM.sendRecv(new byte[0], 0, MPI.BYTE, NEXT, TAG, new byte[0], 0, MPI.BYTE, PREVIOUS, TAG);
                window.win().sync();
                int from = PREVIOUS + step;
                assertArrayEquals(IntStream.range(0, 1_000).map(i -> from + i).toArray(),
                    window.memory().toArray(JAVA_INT));
                COMM.barrier();
            }
            window.win().unlockAll();
        });
    }
}
