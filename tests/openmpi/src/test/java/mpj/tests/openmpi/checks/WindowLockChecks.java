package mpj.tests.openmpi.checks;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static mpj.tests.openmpi.checks.World.COMM;
import static mpj.tests.openmpi.checks.World.RANK;
import static mpj.tests.openmpi.checks.World.SIZE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.function.LongPredicate;
import mpi.MPI;
import mpi.Win;
import mpj.tests.Check;
import mpj.tests.Runs;

/**
 * A lock that programs make of one-sided operations: the queue lock of Mellor-Crummey and Scott. A rank that waits
 * reads a word of its own window, which the rank before it in the queue writes.
 */
@Runs(ranks = {2, 4})
public final class WindowLockChecks {
    private static final int TIMES = 40;
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final VarHandle WORD = JAVA_LONG.varHandle();
    private static final long NIL = 0;
    /** Words of each rank's window. */
    private static final int NEXT_AT = 0;
    private static final int WAITS_AT = 1;
    /** Words that are used only at rank 0: the end of the queue, and the data that the lock guards. */
    private static final int TAIL_AT = 2;
    private static final int COUNTER_AT = 3;
    private static final int HOLDER_AT = 4;
    private static final int WORDS = 5;

    /** The queue in one window. Ranks are numbered from 1, because {@link #NIL} is 0. */
    private record Queue(WindowKind.Opened window, Win win) {
        private long disp(int word) {
            return window.disp((long) word * Long.BYTES);
        }

        void acquire() {
            WORD.setRelease(window.memory(), (long) NEXT_AT * Long.BYTES, NIL);
            WORD.setRelease(window.memory(), (long) WAITS_AT * Long.BYTES, 1L);
            win.sync();
            long[] before = new long[1];
            win.fetchAndOp(new long[] {RANK + 1}, before, MPI.LONG, 0, disp(TAIL_AT), MPI.REPLACE);
            win.flush(0);
            if (before[0] != NIL) {
                write((int) before[0] - 1, NEXT_AT, RANK + 1);
                await(WAITS_AT, waits -> waits == 0);
            }
        }

        void release() {
            if (own(NEXT_AT) == NIL) {
                long[] last = new long[1];
                win.compareAndSwap(new long[] {NIL}, new long[] {RANK + 1}, last, MPI.LONG, 0, disp(TAIL_AT));
                win.flush(0);
                if (last[0] == RANK + 1) {
                    return;
                }
                await(NEXT_AT, next -> next != NIL); // another rank is about to write that it is next
            }
            write((int) own(NEXT_AT) - 1, WAITS_AT, 0);
        }

        private void write(int rank, int word, long value) {
            win.accumulate(new long[] {value}, 1, MPI.LONG, rank, disp(word), 1, MPI.LONG, MPI.REPLACE);
            win.flush(rank);
        }

        private long own(int word) {
            return (long) WORD.getAcquire(window.memory(), (long) word * Long.BYTES);
        }

        private void await(int word, LongPredicate reached) {
            long start = System.nanoTime();
            while (!reached.test(own(word))) {
                win.sync();
                assertTrue(System.nanoTime() - start < LIMIT.toNanos(), () -> "word " + word + " of rank " + RANK
                    + " is still " + own(word));
                Thread.yield(); // the rank that is to write the word may have no core
            }
        }

        long get(int word) {
            long[] value = new long[1];
            win.get(value, 1, MPI.LONG, 0, disp(word), 1, MPI.LONG);
            win.flush(0);
            return value[0];
        }

        void put(int word, long value) {
            win.put(new long[] {value}, 1, MPI.LONG, 0, disp(word), 1, MPI.LONG);
            win.flush(0);
        }
    }

    /**
     * Every rank locks all ranks exclusively, in the same order. Each rank must have the first lock before it asks for
     * the second one, or the ranks would wait for each other.
     */
    @Check
    void exclusiveLocksOfAllInTheSameOrder() {
        WindowKind.each(Long.BYTES, 1, window -> {
            Win win = window.win();
            long place = window.disp(0);
            long[] count = new long[1];
            for (int i = 0; i < TIMES; i++) {
                for (int rank = 0; rank < SIZE; rank++) {
                    win.lock(MPI.LOCK_EXCLUSIVE, rank, 0);
                }
                for (int rank = 0; rank < SIZE; rank++) {
                    win.get(count, 1, MPI.LONG, rank, place, 1, MPI.LONG);
                    win.flush(rank);
                    count[0]++;
                    win.put(count, 1, MPI.LONG, rank, place, 1, MPI.LONG);
                    win.unlock(rank);
                }
            }
            COMM.barrier();
            win.lock(MPI.LOCK_SHARED, RANK, 0);
            win.get(count, 1, MPI.LONG, RANK, place, 1, MPI.LONG);
            win.unlock(RANK);
            assertEquals(TIMES * SIZE, count[0]);
            COMM.barrier();
        });
    }

    /** The data that the lock guards is read and written with puts and gets, which are not atomic. */
    @Check
    void onlyOneRankHoldsTheLock() {
        WindowKind.each((long) WORDS * Long.BYTES, Long.BYTES, window -> {
            Queue queue = new Queue(window, window.win());
            window.win().lockAll(0);
            for (int i = 0; i < TIMES; i++) {
                queue.acquire();
                assertEquals(NIL, queue.get(HOLDER_AT));
                queue.put(HOLDER_AT, RANK + 1);
                queue.put(COUNTER_AT, queue.get(COUNTER_AT) + 1);
                assertEquals(RANK + 1, queue.get(HOLDER_AT));
                queue.put(HOLDER_AT, NIL);
                queue.release();
            }
            COMM.barrier();
            assertEquals((long) SIZE * TIMES, queue.get(COUNTER_AT));
            assertEquals(NIL, queue.get(TAIL_AT));
            window.win().unlockAll();
        });
    }
}
