package mpj.tests.openmpi.checks;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static mpj.tests.openmpi.checks.World.COMM;
import static mpj.tests.openmpi.checks.World.NEXT;
import static mpj.tests.openmpi.checks.World.PREVIOUS;
import static mpj.tests.openmpi.checks.World.RANK;
import static mpj.tests.openmpi.checks.World.SIZE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Win;
import mpj.tests.Check;
import mpj.tests.Runs;

/**
 * Operations whose buffers are off the heap, of sizes that a device may move itself: what was put must be there after
 * every kind of synchronisation, and nothing else may change.
 */
@Runs(ranks = {2, 3})
public final class WindowOffHeapChecks {
    private static final int MARGIN = 64;
    private static final int TAG = 12;
    private static final int TIMES = 8;
    /** Large enough that an origin may wait for a lock before it puts or gets. */
    private static final int LONGS = 50_000;
    private static final int BYTES = LONGS * Long.BYTES;
    private static final List<Integer> SIZES = List.of(1, 4_000, 32 << 10, 100_001, 1 << 20, (9 << 20) + 3);

    private static MemorySegment filled(long bytes, long seed) {
        MemorySegment segment = Arena.ofAuto().allocate(bytes, Long.BYTES);
        for (long i = 0; i < bytes; i++) {
            segment.set(JAVA_BYTE, i, (byte) (seed + i + (i >> 8)));
        }
        return segment;
    }

    private static MemorySegment longs(long value) {
        MemorySegment segment = Arena.ofAuto().allocate(BYTES, Long.BYTES);
        fill(segment, value);
        return segment;
    }

    private static void fill(MemorySegment longs, long value) {
        for (int i = 0; i < LONGS; i++) {
            longs.setAtIndex(JAVA_LONG, i, value);
        }
    }

    private static void assertAll(long value, MemorySegment longs, String what) {
        for (int i = 0; i < LONGS; i++) {
            assertEquals(value, longs.getAtIndex(JAVA_LONG, i), () -> what);
        }
    }

    @Check
    void putsAndGetsOfAllSizes() {
        WindowKind.each(SIZES.getLast() + 2L * MARGIN, 1, window -> {
            Win win = window.win();
            long disp = window.disp(MARGIN);
            for (int bytes : SIZES) {
                MemorySegment sent = filled(bytes, RANK);
                MemorySegment got = Arena.ofAuto().allocate(bytes + 2L * MARGIN, Long.BYTES);
                win.fence(0);
                win.put(sent, bytes, MPI.BYTE, NEXT, disp, bytes, MPI.BYTE);
                win.fence(0);
                assertEquals(-1, window.memory().asSlice(MARGIN, bytes).mismatch(filled(bytes, PREVIOUS)),
                    bytes + " bytes");
                win.get(got.asSlice(MARGIN, bytes), bytes, MPI.BYTE, NEXT, disp, bytes, MPI.BYTE);
                win.fence(0);
                assertEquals(-1, got.asSlice(MARGIN, bytes).mismatch(sent), bytes + " bytes");
                assertMargins(got, bytes);
                COMM.barrier();
                window.memory().fill((byte) 0);
            }
        });
    }

    private static void assertMargins(MemorySegment memory, long bytes) {
        for (long i = 0; i < MARGIN; i++) {
            assertEquals(0, memory.get(JAVA_BYTE, i));
            assertEquals(0, memory.get(JAVA_BYTE, MARGIN + bytes + i));
        }
    }

    /** The bytes beside what was put stay, up to both ends of the window. */
    @Check
    void nothingBesideThePutChanges() {
        int bytes = 40_000;
        WindowKind.each(bytes + 2L * MARGIN, 1, window -> {
            window.win().fence(0);
            window.win().put(filled(bytes, 1), bytes, MPI.BYTE, NEXT, window.disp(MARGIN), bytes, MPI.BYTE);
            window.win().fence(0);
            assertMargins(window.memory(), bytes);
            MPIException e = assertThrows(MPIException.class, () -> {
                window.win().put(filled(bytes, 2), bytes, MPI.BYTE, NEXT, 2L * MARGIN + 1, bytes, MPI.BYTE);
                window.win().fence(0); // in a dynamic window only the target knows which memory is attached
            });
            assertEquals(MPI.ERR_RMA_RANGE, e.getErrorClass());
            if (window.kind() != WindowKind.DYNAMIC) {
                window.win().fence(0);
            }
            assertMargins(window.memory(), bytes);
            assertEquals(-1, window.memory().asSlice(MARGIN, bytes).mismatch(filled(bytes, 1)));
        });
    }

    /** Each rank adds to what the ranks before it have put. */
    @Check
    void exclusiveLockGuardsGetsAndPuts() {
        WindowKind.each(BYTES, Long.BYTES, window -> {
            Win win = window.win();
            MemorySegment block = longs(-1);
            for (int i = 0; i < TIMES; i++) {
                win.lock(MPI.LOCK_EXCLUSIVE, 0, 0);
                win.get(block, LONGS, MPI.LONG, 0, 0L, LONGS, MPI.LONG);
                win.flush(0);
                long before = block.getAtIndex(JAVA_LONG, 0);
                assertAll(before, block, "a put is there in part");
                fill(block, before + 1);
                win.put(block, LONGS, MPI.LONG, 0, 0L, LONGS, MPI.LONG);
                win.unlock(0);
            }
            COMM.barrier();
            if (RANK == 0) {
                win.lock(MPI.LOCK_SHARED, 0, 0);
                assertAll((long) SIZE * TIMES, window.memory(), "a put is lost");
                win.unlock(0);
            }
            COMM.barrier();
        });
    }

    /** The end of the epoch, too, completes the get, before another rank gets the lock and puts. */
    @Check
    void exclusiveLockGuardsGetsUntilItIsGivenBack() {
        WindowKind.each(BYTES, Long.BYTES, window -> {
            Win win = window.win();
            MemorySegment put = longs(RANK);
            MemorySegment got = longs(-1);
            for (int i = 0; i < TIMES; i++) {
                win.lock(MPI.LOCK_EXCLUSIVE, 0, 0);
                win.get(got, LONGS, MPI.LONG, 0, 0L, LONGS, MPI.LONG);
                win.unlock(0);
                assertAll(got.getAtIndex(JAVA_LONG, 0), got, "a get has seen a put in part");
                win.lock(MPI.LOCK_EXCLUSIVE, 0, 0);
                win.put(put, LONGS, MPI.LONG, 0, 0L, LONGS, MPI.LONG);
                win.unlock(0);
            }
        });
    }

    /** The first operation of the epoch is the put. */
    @Check
    void putWaitsForTheLock() {
        WindowKind.each(BYTES, Long.BYTES, window -> {
            Win win = window.win();
            MemorySegment block = longs(RANK + 1);
            for (int i = 0; i < TIMES; i++) {
                win.lock(MPI.LOCK_EXCLUSIVE, 0, 0);
                win.put(block, LONGS, MPI.LONG, 0, 0L, LONGS, MPI.LONG);
                win.flush(0);
                MemorySegment found = longs(-1);
                win.get(found, LONGS, MPI.LONG, 0, 0L, LONGS, MPI.LONG);
                win.flush(0);
                assertAll(RANK + 1, found, "another rank has put although it does not hold the lock");
                win.unlock(0);
            }
        });
    }

    @Check
    void targetSeesWhatWasPutWhenItsWaitIsOver() {
        WindowKind.each(BYTES, Long.BYTES, window -> {
            Win win = window.win();
            for (int i = 1; i <= TIMES; i++) {
                win.post(win.getGroup().incl(new int[] {PREVIOUS}), 0);
                win.start(win.getGroup().incl(new int[] {NEXT}), 0);
                win.put(longs(10L * i + RANK), LONGS, MPI.LONG, NEXT, 0L, LONGS, MPI.LONG);
                win.complete();
                win.waitFor();
                assertAll(10L * i + PREVIOUS, window.memory(), "put " + i);
            }
        });
    }

    /** The target hears of the flush by a message, and then looks into its own memory. */
    @Check
    void targetSeesWhatWasPutAfterAFlush() {
        WindowKind.each(BYTES, Long.BYTES, window -> {
            Win win = window.win();
            win.lockAll(0);
            long[] news = new long[1];
            for (int i = 1; i <= TIMES; i++) {
                win.put(longs(10L * i + RANK), LONGS, MPI.LONG, NEXT, 0L, LONGS, MPI.LONG);
                win.flush(NEXT);
                Request sent = COMM.iSend(MPI.newLongBuffer(1).put(0, i), 1, MPI.LONG, NEXT, TAG);
                COMM.recv(news, 1, MPI.LONG, PREVIOUS, TAG);
                sent.waitFor();
                win.sync();
                assertEquals(i, news[0]);
                assertAll(10L * i + PREVIOUS, window.memory(), "put " + i);
                COMM.barrier();
            }
            win.unlockAll();
        });
    }

    @Check
    void requestsEndWhenBuffersMayBeUsed() {
        WindowKind.each(BYTES, Long.BYTES, window -> {
            Win win = window.win();
            win.lockAll(0);
            for (int i = 1; i <= TIMES; i++) {
                MemorySegment block = longs(10L * i + RANK);
                win.rPut(block, LONGS, MPI.LONG, NEXT, 0L, LONGS, MPI.LONG).waitFor();
                fill(block, -1);
                win.flush(NEXT);
                win.rGet(block, LONGS, MPI.LONG, NEXT, 0L, LONGS, MPI.LONG).waitFor();
                assertAll(10L * i + RANK, block, "get " + i);
            }
            win.unlockAll();
        });
    }

    /** Accumulates of all ranks on the first number, and a put of each rank behind it, in one epoch. */
    @Check
    void putsAndAccumulatesInOneEpoch() {
        WindowKind.each((SIZE + 1L) * BYTES, Long.BYTES, window -> {
            Win win = window.win();
            for (int i = 1; i <= TIMES; i++) {
                win.fence(0);
                for (int rank = 0; rank < SIZE; rank++) {
                    win.accumulate(new long[] {1}, 1, MPI.LONG, rank, 0L, 1, MPI.LONG, MPI.SUM);
                    win.put(longs(10L * i + RANK), LONGS, MPI.LONG, rank, window.disp((RANK + 1L) * BYTES), LONGS,
                        MPI.LONG);
                    win.accumulate(new long[] {1}, 1, MPI.LONG, rank, 0L, 1, MPI.LONG, MPI.SUM);
                }
                win.fence(0);
                assertEquals(2L * SIZE * i, window.memory().get(JAVA_LONG, 0));
                for (int rank = 0; rank < SIZE; rank++) {
                    assertAll(10L * i + rank, window.memory().asSlice((rank + 1L) * BYTES, BYTES), "put " + i);
                }
                win.fence(MPI.MODE_NOSUCCEED);
            }
        });
    }

    /** A derived datatype whose items are adjacent, and one with blocks at a distance. */
    @Check
    void putsOfDerivedTypes() {
        int block = 40_000;
        Datatype whole = Datatype.createContiguous(block, MPI.BYTE);
        Datatype blocks = Datatype.createVector(3, block, block + MARGIN, MPI.BYTE);
        whole.commit();
        blocks.commit();
        WindowKind.each(3L * (block + MARGIN), 1, window -> {
            Win win = window.win();
            MemorySegment sent = filled(3L * block, RANK);
            win.fence(0);
            win.put(sent, 3, whole, NEXT, 0L, 1, blocks);
            win.fence(0);
            MemorySegment expected = filled(3L * block, PREVIOUS);
            for (long i = 0; i < 3; i++) {
                assertEquals(-1, window.memory().asSlice(i * (block + MARGIN), block)
                    .mismatch(expected.asSlice(i * block, block)), "block " + i);
            }
            for (long i = block; i < block + MARGIN; i++) {
                assertEquals(0, window.memory().get(JAVA_BYTE, i));
            }
            MemorySegment got = Arena.ofAuto().allocate(3L * block);
            win.get(got, 3, whole, NEXT, 0L, 1, blocks);
            win.fence(0);
            assertEquals(-1, got.mismatch(sent));
            win.put(sent, 2, whole, NEXT, 0L, 2, whole);
            win.fence(0);
            assertEquals(-1, window.memory().asSlice(0, 2L * block).mismatch(expected.asSlice(0, 2L * block)));
        });
        whole.free();
        blocks.free();
    }

    /** A window is freed right after the epoch of its last puts. The memory of the next window may be the same. */
    @Check
    void windowsAreFreedAfterPuts() {
        for (int i = 1; i <= TIMES; i++) {
            Win win = Win.allocate(BYTES, Long.BYTES, MPI.INFO_NULL, COMM);
            MemorySegment block = longs(i);
            MemorySegment memory = win.getSegment();
            assertEquals(0, memory.getAtIndex(JAVA_LONG, LONGS - 1));
            COMM.barrier(); // no rank puts before all have looked
            win.lockAll(0);
            for (int rank = 0; rank < SIZE; rank++) {
                win.put(block, LONGS, MPI.LONG, rank, 0L, LONGS, MPI.LONG);
            }
            win.unlockAll();
            win.free();
            assertThrows(IllegalStateException.class, () -> memory.getAtIndex(JAVA_LONG, 0));
        }
    }

    /** As {@link WindowErrorChecks#memoryThatGoesWhileItIsInAWindow}, for operations that a device may carry out. */
    @Check
    void largeMemoryThatGoesWhileItIsInAWindow() {
        Arena arena = Arena.ofShared();
        Win win = Win.create(arena.allocate(BYTES, Long.BYTES), Long.BYTES, MPI.INFO_NULL, COMM);
        arena.close();
        COMM.barrier();
        win.lock(MPI.LOCK_SHARED, NEXT, 0);
        MPIException e = assertThrows(MPIException.class, () -> {
            try {
                win.put(longs(1), LONGS, MPI.LONG, NEXT, 0L, LONGS, MPI.LONG);
                win.flush(NEXT);
            } finally {
                win.unlock(NEXT);
            }
        });
        assertEquals(MPI.ERR_WIN, e.getErrorClass(), e.getMessage());
        COMM.barrier();
        win.free();
    }
}
