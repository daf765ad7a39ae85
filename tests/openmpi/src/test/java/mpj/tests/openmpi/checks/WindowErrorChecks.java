package mpj.tests.openmpi.checks;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static mpj.tests.openmpi.checks.World.COMM;
import static mpj.tests.openmpi.checks.World.NEXT;
import static mpj.tests.openmpi.checks.World.PREVIOUS;
import static mpj.tests.openmpi.checks.World.RANK;
import static mpj.tests.openmpi.checks.World.SIZE;
import static mpj.tests.openmpi.checks.World.assertError;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mpi.Datatype;
import mpi.Group;
import mpi.Info;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.Request;
import mpi.UserFunction;
import mpi.Win;
import mpj.tests.Check;
import mpj.tests.Runs;
import org.junit.jupiter.api.function.Executable;

/** Wrong calls on windows. The error gives the reason, nothing is changed, and the window can still be used. */
@Runs(ranks = {1, 2, 3, 4})
public final class WindowErrorChecks {
    private static final int BYTES = 40;
    private static final int UNIT = 4;
    private static final int[] ONE = {1};
    private static final int[] ROOM = new int[16];

    /** A right operation after wrong ones, from each rank to the next. */
    private static void assertGoesOn(WindowKind.Opened window) {
        Win win = window.win();
        COMM.barrier();
        assertArrayEquals(new byte[BYTES], Elements.bytes(window.memory()), "wrong calls have changed the memory");
        COMM.barrier();
        win.fence(0);
        win.put(new int[] {RANK + 1}, 1, MPI.INT, NEXT, window.disp(UNIT), 1, MPI.INT);
        win.fence(MPI.MODE_NOSUCCEED);
        assertEquals(PREVIOUS + 1, window.memory().getAtIndex(JAVA_INT, 1));
    }

    /** The error names the target's rank, the displacement and the size of its window. */
    private static void assertOutside(WindowKind.Opened window, long disp, Executable call) {
        MPIException e = assertThrows(MPIException.class, call, () -> "at displacement " + disp);
        assertEquals(MPI.ERR_RMA_RANGE, e.getErrorClass(), e.getMessage());
        assertTrue(e.getMessage().contains("rank " + NEXT), e.getMessage());
        assertTrue(e.getMessage().contains("targetDisp " + disp + " "), e.getMessage());
        assertTrue(window.kind() == WindowKind.DYNAMIC || e.getMessage().contains(BYTES + " bytes"), e.getMessage());
    }

    /** A call with a displacement outside the window. */
    private interface At {
        void call(Win win, long disp);
    }

    private static Map<String, At> callsOfOneInt() {
        Map<String, At> calls = new LinkedHashMap<>();
        calls.put("put", (win, disp) -> win.put(ONE, 1, MPI.INT, NEXT, disp, 1, MPI.INT));
        calls.put("get", (win, disp) -> win.get(ROOM, 1, MPI.INT, NEXT, disp, 1, MPI.INT));
        calls.put("accumulate", (win, disp) -> win.accumulate(ONE, 1, MPI.INT, NEXT, disp, 1, MPI.INT, MPI.SUM));
        calls.put("getAccumulate", (win, disp) -> win.getAccumulate(ONE, 1, MPI.INT, ROOM, 1, MPI.INT, NEXT, disp, 1,
            MPI.INT, MPI.SUM));
        calls.put("fetchAndOp", (win, disp) -> win.fetchAndOp(ONE, ROOM, MPI.INT, NEXT, disp, MPI.SUM));
        calls.put("compareAndSwap", (win, disp) -> win.compareAndSwap(ONE, ROOM, ROOM, MPI.INT, NEXT, disp));
        calls.put("rPut", (win, disp) -> win.rPut(ONE, 1, MPI.INT, NEXT, disp, 1, MPI.INT));
        calls.put("rGet", (win, disp) -> win.rGet(ROOM, 1, MPI.INT, NEXT, disp, 1, MPI.INT));
        calls.put("rAccumulate", (win, disp) -> win.rAccumulate(ONE, 1, MPI.INT, NEXT, disp, 1, MPI.INT, MPI.SUM));
        calls.put("rGetAccumulate", (win, disp) -> win.rGetAccumulate(ONE, 1, MPI.INT, ROOM, 1, MPI.INT, NEXT, disp,
            1, MPI.INT, MPI.SUM));
        return calls;
    }

    @Check
    void displacementsOutsideTheWindow() {
        WindowKind.each(BYTES, UNIT, window -> {
            if (window.kind() == WindowKind.DYNAMIC) {
                return;
            }
            window.win().lockAll(0);
            callsOfOneInt().forEach((name, call) -> {
                for (long disp : new long[] {-1, BYTES / UNIT, BYTES, Integer.MAX_VALUE, Integer.MIN_VALUE,
                    Long.MAX_VALUE, Long.MIN_VALUE, Long.MAX_VALUE / UNIT + 1, Long.MIN_VALUE / UNIT}) {
                    assertOutside(window, disp, () -> call.call(window.win(), disp));
                }
            });
            window.win().unlockAll();
            assertGoesOn(window);
        });
    }

    @Check
    void aSizeThatNoProcessCanHaveIsNamed() {
        assertError(MPI.ERR_NO_MEM, Long.toString(Long.MAX_VALUE),
            () -> Win.allocate(Long.MAX_VALUE, 1, MPI.INFO_NULL, COMM));
    }

    /** The rank that owns the memory has no error of its own to which the text could point. */
    @Check
    void anAddressThatIsNotAttachedIsNamedAtTheFlush() {
        Win win = new Win(MPI.INFO_NULL, COMM);
        win.lockAll(0);
        assertError(MPI.ERR_RMA_RANGE, "attach the memory", () -> {
            win.put(ONE, 1, MPI.INT, NEXT, 1L << 20, 1, MPI.INT);
            win.flush(NEXT);
        });
        win.unlockAll();
        win.free();
    }

    @Check
    void countsThatReachOutsideTheWindow() {
        Datatype spread = Datatype.createVector(2, 1, 8, MPI.INT);
        Datatype back = Datatype.createIndexed(new int[] {1}, new int[] {-2}, MPI.INT);
        spread.commit();
        back.commit();
        WindowKind.each(BYTES, UNIT, window -> {
            if (window.kind() == WindowKind.DYNAMIC) {
                return;
            }
            Win win = window.win();
            win.fence(0);
            assertOutside(window, 0, () -> win.put(ROOM, 11, MPI.INT, NEXT, 0L, 11, MPI.INT));
            assertOutside(window, 9, () -> win.get(ROOM, 2, MPI.INT, NEXT, 9L, 2, MPI.INT));
            assertOutside(window, 7, () -> win.put(ROOM, 2, MPI.INT, NEXT, 7L, 1, spread));
            assertOutside(window, 1, () -> win.put(ROOM, 1, MPI.INT, NEXT, 1L, 1, back));
            assertOutside(window, 1, () -> win.get(new int[1], 1, MPI.INT, NEXT, 1L, Integer.MAX_VALUE, MPI.INT));
            win.fence(MPI.MODE_NOSUCCEED);
            assertGoesOn(window);
        });
        spread.free();
        back.free();
    }

    /** The items have more bytes than a long can count. */
    @Check
    void countsWhoseBytesOverflow() {
        Datatype huge = Datatype.createContiguous(Integer.MAX_VALUE, MPI.DOUBLE);
        huge.commit();
        double[] room = new double[4];
        WindowKind.each(BYTES, UNIT, window -> {
            Win win = window.win();
            win.fence(0);
            for (int count : new int[] {Integer.MAX_VALUE, 1 << 30, 1 << 29}) {
                assertOutside(window, 0, () -> win.get(room, 1, MPI.DOUBLE, NEXT, 0L, count, huge));
                assertOutside(window, 0, () -> win.put(room, 1, MPI.DOUBLE, NEXT, 0L, count, huge));
                assertOutside(window, 0, () -> win.accumulate(room, 1, MPI.DOUBLE, NEXT, 0L, count, huge, MPI.SUM));
            }
            win.fence(MPI.MODE_NOSUCCEED);
            assertGoesOn(window);
        });
        huge.free();
    }

    /** A put that was taken back would leave the target waiting for its elements. */
    @Check
    void requestsCannotBeCancelled() {
        int bytes = 1 << 20;
        byte[] sent = new byte[bytes];
        Arrays.fill(sent, (byte) (RANK + 1));
        byte[] got = new byte[bytes];
        WindowKind.each(bytes, 1, window -> {
            Win win = window.win();
            win.lockAll(0);
            Request put = win.rPut(sent, bytes, MPI.BYTE, NEXT, 0L, bytes, MPI.BYTE);
            assertError(MPI.ERR_REQUEST, "cannot be cancelled", put::cancel);
            put.waitFor();
            win.flush(NEXT);
            Request get = win.rGet(got, bytes, MPI.BYTE, NEXT, 0L, bytes, MPI.BYTE);
            assertError(MPI.ERR_REQUEST, "cannot be cancelled", get::cancel);
            get.waitFor();
            assertArrayEquals(sent, got);
            win.unlockAll();
            COMM.barrier();
        });
    }

    /** Where another thread would read the buffer, the put is refused. It never writes anything else instead. */
    @Check(ranks = 2)
    void buffersOfOneThread() {
        int bytes = 1 << 20;
        byte[] zeros = new byte[bytes];
        byte[] sevens = new byte[bytes];
        Arrays.fill(sevens, (byte) 7);
        WindowKind.each(bytes, 1, window -> {
            Win win = window.win();
            boolean[] refused = new boolean[1];
            win.lockAll(0);
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment mine = arena.allocate(bytes).fill((byte) 7);
                try {
                    win.put(mine, bytes, MPI.BYTE, NEXT, 0L, bytes, MPI.BYTE);
                } catch (MPIException e) {
                    assertEquals(MPI.ERR_BUFFER, e.getErrorClass(), e.getMessage());
                    refused[0] = true;
                }
                win.flush(NEXT);
            }
            win.unlockAll();
            boolean[] theirs = new boolean[1];
            COMM.sendRecv(refused, 1, MPI.BOOLEAN, NEXT, 0, theirs, 1, MPI.BOOLEAN, PREVIOUS, 0);
            assertArrayEquals(theirs[0] ? zeros : sevens, Elements.bytes(window.memory()));
            COMM.barrier();
        });
    }

    /**
     * Only the target knows which memory is attached there. The origin gets the error at the latest when its epoch
     * ends.
     */
    @Check
    void addressesThatAreNotAttached() {
        WindowKind.DYNAMIC.with(COMM, BYTES, 1, window -> {
            Win win = window.win();
            callsOfOneInt().forEach((name, call) -> {
                for (long disp : new long[] {BYTES, BYTES - 2, 1 << 20}) {
                    win.lock(MPI.LOCK_EXCLUSIVE, NEXT, 0);
                    MPIException e = assertThrows(MPIException.class, () -> {
                        try {
                            call.call(win, disp);
                            win.flush(NEXT);
                        } finally {
                            win.unlock(NEXT);
                        }
                    }, () -> name + " at " + disp);
                    assertEquals(MPI.ERR_RMA_RANGE, e.getErrorClass(), e.getMessage());
                    assertTrue(e.getMessage().contains("rank " + NEXT), e.getMessage());
                }
                assertOutside(window, -1, () -> {
                    win.lock(MPI.LOCK_SHARED, NEXT, 0);
                    try {
                        call.call(win, -1);
                    } finally {
                        win.unlock(NEXT);
                    }
                });
            });
            assertGoesOn(window);
        });
    }

    /** A call that ends an epoch first does its part for the other ranks, and then throws the error of the epoch. */
    @Check
    void epochsEndAlsoWithErrors() {
        WindowKind.DYNAMIC.with(COMM, BYTES, 1, window -> {
            Win win = window.win();
            Map<String, Executable> epochs = new LinkedHashMap<>();
            epochs.put("fence", () -> {
                win.fence(0);
                endsWithError(win, () -> win.fence(MPI.MODE_NOSUCCEED));
            });
            epochs.put("unlock", () -> {
                win.lock(MPI.LOCK_EXCLUSIVE, NEXT, 0);
                endsWithError(win, () -> win.unlock(NEXT));
            });
            epochs.put("unlockAll", () -> {
                win.lockAll(0);
                endsWithError(win, win::unlockAll);
            });
            epochs.put("complete", () -> {
                win.post(win.getGroup().incl(new int[] {PREVIOUS}), 0);
                win.start(win.getGroup().incl(new int[] {NEXT}), 0);
                endsWithError(win, win::complete);
                win.waitFor();
            });
            for (Map.Entry<String, Executable> epoch : epochs.entrySet()) {
                try {
                    epoch.getValue().execute();
                } catch (Throwable e) {
                    throw new AssertionError(epoch.getKey() + ": " + e, e);
                }
                COMM.barrier();
            }
            win.lock(MPI.LOCK_EXCLUSIVE, NEXT, 0);
            win.unlock(NEXT);
            assertGoesOn(window);
        });
    }

    /** Only one rank makes a mistake. If the rank sees the target's memory, it gets the error at once. */
    private static void endsWithError(Win win, Executable end) throws Throwable {
        if (RANK != 0) {
            end.execute();
            return;
        }
        boolean[] ended = new boolean[1];
        assertError(MPI.ERR_RMA_RANGE, "rank " + NEXT, () -> {
            try {
                win.put(ONE, 1, MPI.INT, NEXT, 1L << 20, 1, MPI.INT);
            } catch (MPIException e) {
                end.execute();
                ended[0] = true;
                throw e;
            }
            ended[0] = true;
            end.execute();
        });
        assertTrue(ended[0]);
    }

    @Check
    void operationsOutsideAnEpoch() {
        WindowKind.each(BYTES, UNIT, window -> {
            Win win = window.win();
            callsOfOneInt().forEach((name, call) -> {
                assertError(MPI.ERR_RMA_SYNC, "no epoch is open for rank " + NEXT, () -> call.call(win, 0));
                win.fence(MPI.MODE_NOSUCCEED);
                assertError(MPI.ERR_RMA_SYNC, "no epoch is open for rank " + NEXT, () -> call.call(win, 0));
                win.lock(MPI.LOCK_SHARED, RANK, 0);
                if (SIZE > 1) {
                    assertError(MPI.ERR_RMA_SYNC, "no epoch is open for rank " + NEXT, () -> call.call(win, 0));
                }
                win.unlock(RANK);
                assertError(MPI.ERR_RMA_SYNC, "no epoch is open for rank " + NEXT, () -> call.call(win, 0));
                win.post(MPI.GROUP_EMPTY, 0);
                win.start(MPI.GROUP_EMPTY, 0);
                assertError(MPI.ERR_RMA_SYNC, "no epoch is open for rank " + NEXT, () -> call.call(win, 0));
                win.complete();
                win.waitFor();
            });
            assertGoesOn(window);
        });
    }

    @Check
    void epochsInAWrongOrder() {
        WindowKind.each(BYTES, UNIT, window -> {
            Win win = window.win();
            int sync = MPI.ERR_RMA_SYNC;
            assertError(sync, "unlock of rank " + NEXT + ", which is not locked", () -> win.unlock(NEXT));
            assertError(sync, "unlockAll without lockAll", win::unlockAll);
            assertError(sync, "complete without start", win::complete);
            assertError(sync, "without post", win::waitFor);
            assertError(sync, "without post", win::test);
            assertError(sync, "flush of rank " + NEXT + " without a lock", () -> win.flush(NEXT));
            assertError(sync, "without a lock", () -> win.flushLocal(NEXT));
            assertError(sync, "without a lock", win::flushAll);
            assertError(sync, "without a lock", win::flushLocalAll);
            win.lock(MPI.LOCK_SHARED, NEXT, 0);
            assertError(sync, "locked already", () -> win.lock(MPI.LOCK_SHARED, NEXT, 0));
            assertError(sync, "locked already", () -> win.lock(MPI.LOCK_EXCLUSIVE, NEXT, 0));
            assertError(sync, "rank " + NEXT + " is locked", () -> win.lockAll(0));
            assertError(sync, "rank " + NEXT + " is locked", () -> win.fence(0));
            assertError(sync, "rank " + NEXT + " is locked", () -> win.start(MPI.GROUP_EMPTY, 0));
            assertError(sync, "rank " + NEXT + " is locked", win::free);
            assertError(sync, "unlockAll without lockAll", win::unlockAll);
            win.unlock(NEXT);
            win.lockAll(0);
            assertError(sync, "all ranks are locked", () -> win.lockAll(0));
            assertError(sync, "all ranks are locked", () -> win.fence(0));
            assertError(sync, "locked already", () -> win.lock(MPI.LOCK_SHARED, NEXT, 0));
            assertError(sync, "call unlockAll", () -> win.unlock(NEXT));
            assertError(sync, "all ranks are locked", win::free);
            win.unlockAll();
            win.post(win.getGroup().incl(new int[] {PREVIOUS}), 0);
            assertError(sync, "post while", () -> win.post(MPI.GROUP_EMPTY, 0));
            assertError(sync, "between post and waitFor", () -> win.fence(0));
            assertError(sync, "between post and waitFor", win::free);
            win.start(win.getGroup().incl(new int[] {NEXT}), 0);
            assertError(sync, "between start and complete", () -> win.start(MPI.GROUP_EMPTY, 0));
            assertError(sync, "between start and complete", () -> win.lockAll(0));
            assertError(sync, "between start and complete", () -> win.lock(MPI.LOCK_SHARED, NEXT, 0));
            assertError(sync, "between start and complete", () -> win.fence(0));
            win.complete();
            assertError(sync, "complete without start", win::complete);
            win.waitFor();
            assertError(sync, "without post", win::waitFor);
            assertGoesOn(window);
        });
    }

    @Check
    void wrongArgumentsOfSynchronisation() {
        WindowKind.each(BYTES, UNIT, window -> {
            Win win = window.win();
            assertError(MPI.ERR_LOCKTYPE, "lockType is 7", () -> win.lock(7, NEXT, 0));
            assertError(MPI.ERR_RANK, "rank is " + SIZE, () -> win.lock(MPI.LOCK_SHARED, SIZE, 0));
            assertError(MPI.ERR_RANK, "rank is " + MPI.ANY_SOURCE, () -> win.lock(MPI.LOCK_SHARED, MPI.ANY_SOURCE, 0));
            assertError(MPI.ERR_RANK, "rank is -7", () -> win.unlock(-7));
            assertError(MPI.ERR_RANK, "rank is " + SIZE, () -> win.flush(SIZE));
            assertError(MPI.ERR_RANK, "rank is " + SIZE, () -> win.flushLocal(SIZE));
            for (int assertion : new int[] {-1, 32, 1 << 20}) {
                String words = "assertion is " + assertion;
                assertError(MPI.ERR_ASSERT, words, () -> win.fence(assertion));
                assertError(MPI.ERR_ASSERT, words, () -> win.lock(MPI.LOCK_SHARED, NEXT, assertion));
                assertError(MPI.ERR_ASSERT, words, () -> win.lockAll(assertion));
                assertError(MPI.ERR_ASSERT, words, () -> win.start(MPI.GROUP_EMPTY, assertion));
                assertError(MPI.ERR_ASSERT, words, () -> win.post(MPI.GROUP_EMPTY, assertion));
            }
            Group freed = win.getGroup();
            freed.free();
            assertError(MPI.ERR_GROUP, "group", () -> win.start(null, 0));
            assertError(MPI.ERR_GROUP, "group", () -> win.post(null, 0));
            assertError(MPI.ERR_GROUP, "group", () -> win.start(freed, 0));
            assertError(MPI.ERR_GROUP, "group", () -> win.post(freed, 0));
            assertGoesOn(window);
        });
    }

    @Check(ranks = 2)
    void groupsOfOtherProcesses() {
        Intracomm own = COMM.split(RANK, 0);
        Win win = Win.allocate(8, 1, MPI.INFO_NULL, own);
        assertError(MPI.ERR_GROUP, "not in the window's communicator", () -> win.start(COMM.getGroup(), 0));
        assertError(MPI.ERR_GROUP, "not in the window's communicator", () -> win.post(COMM.getGroup(), 0));
        win.free();
        own.free();
    }

    @Check
    void wrongArgumentsOfOperations() {
        Datatype open = Datatype.createContiguous(2, MPI.INT);
        Datatype freed = Datatype.createContiguous(2, MPI.INT);
        freed.commit();
        freed.free();
        Datatype apart = Datatype.createResized(MPI.INT, 0, 2 * Integer.BYTES);
        apart.commit();
        WindowKind.each(BYTES, UNIT, window -> {
            Win win = window.win();
            win.fence(0);
            assertError(MPI.ERR_RANK, "rank is " + SIZE, () -> win.put(ONE, 1, MPI.INT, SIZE, 0L, 1, MPI.INT));
            assertError(MPI.ERR_RANK, "rank is -9", () -> win.get(ROOM, 1, MPI.INT, -9, 0L, 1, MPI.INT));
            assertError(MPI.ERR_COUNT, "-1", () -> win.put(ONE, -1, MPI.INT, NEXT, 0L, 1, MPI.INT));
            assertError(MPI.ERR_COUNT, "-2", () -> win.put(ONE, 1, MPI.INT, NEXT, 0L, -2, MPI.INT));
            assertError(MPI.ERR_BUFFER, "origin is null", () -> win.put(null, 1, MPI.INT, NEXT, 0, 1, MPI.INT));
            assertError(MPI.ERR_BUFFER, "origin", () -> win.put(ONE, 2, MPI.INT, NEXT, 0L, 2, MPI.INT));
            assertError(MPI.ERR_BUFFER, "read-only",
                () -> win.get(MPI.newIntBuffer(1).asReadOnlyBuffer(), 1, MPI.INT, NEXT, 0, 1, MPI.INT));
            assertError(MPI.ERR_BUFFER, "result",
                () -> win.fetchAndOp(ONE, null, MPI.INT, NEXT, 0L, MPI.SUM));
            for (Datatype wrong : new Datatype[] {null, MPI.DATATYPE_NULL, open, freed}) {
                String which = String.valueOf(wrong);
                assertThrowsClass(MPI.ERR_TYPE, which, () -> win.put(ROOM, 1, wrong, NEXT, 0L, 1, MPI.INT));
                assertThrowsClass(MPI.ERR_TYPE, which, () -> win.put(ROOM, 1, MPI.INT, NEXT, 0L, 1, wrong));
                assertThrowsClass(MPI.ERR_TYPE, which, () -> win.get(ROOM, 1, wrong, NEXT, 0L, 1, MPI.INT));
                assertThrowsClass(MPI.ERR_TYPE, which, () -> win.get(ROOM, 1, MPI.INT, NEXT, 0L, 1, wrong));
                assertThrowsClass(MPI.ERR_TYPE, which,
                    () -> win.accumulate(ROOM, 1, MPI.INT, NEXT, 0L, 1, wrong, MPI.SUM));
                assertThrowsClass(MPI.ERR_TYPE, which, () -> win.fetchAndOp(ONE, ROOM, wrong, NEXT, 0L, MPI.SUM));
                assertThrowsClass(MPI.ERR_TYPE, which, () -> win.compareAndSwap(ONE, ONE, ROOM, wrong, NEXT, 0L));
            }
            assertError(MPI.ERR_TYPE, "MPI.FLOAT", () -> win.put(ONE, 1, MPI.INT, NEXT, 0L, 1, MPI.FLOAT));
            assertError(MPI.ERR_TYPE, "origin is of type int[]",
                () -> win.put(ONE, 1, MPI.FLOAT, NEXT, 0L, 1, MPI.FLOAT));
            assertError(MPI.ERR_TRUNCATE, "only 4", () -> win.put(ROOM, 2, MPI.INT, NEXT, 0L, 1, MPI.INT));
            assertError(MPI.ERR_TRUNCATE, "only 4", () -> win.get(ROOM, 1, MPI.INT, NEXT, 0L, 2, MPI.INT));
            assertError(MPI.ERR_TYPE, "not just single elements",
                () -> win.compareAndSwap(ROOM, ROOM, ROOM, MPI.INT2, NEXT, 0L));
            assertError(MPI.ERR_TYPE, "not just single elements", () -> win.compareAndSwap(ONE, ONE, ROOM, apart, NEXT,
                window.disp(UNIT)));
            win.fence(MPI.MODE_NOSUCCEED);
            assertGoesOn(window);
        });
        open.free();
        apart.free();
    }

    private static void assertThrowsClass(int error, String what, Executable call) {
        MPIException e = assertThrows(MPIException.class, call, what);
        assertEquals(error, e.getErrorClass(), () -> what + ": " + e.getMessage());
    }

    @Check
    void wrongOperations() {
        Op own = new Op(new UserFunction() {
        }, true);
        Op freed = new Op(new UserFunction() {
        }, true);
        freed.free();
        WindowKind.each(BYTES, UNIT, window -> {
            Win win = window.win();
            win.fence(0);
            for (Op op : new Op[] {null, own, freed, MPI.MINLOC}) {
                assertError(MPI.ERR_OP, "op is", () -> win.accumulate(ONE, 1, MPI.INT, NEXT, 0L, 1, MPI.INT, op));
                assertError(MPI.ERR_OP, "op is", () -> win.fetchAndOp(ONE, ROOM, MPI.INT, NEXT, 0L, op));
            }
            win.fence(MPI.MODE_NOSUCCEED);
            assertGoesOn(window);
        });
        own.free();
    }

    private static Executable rightOne() {
        return () -> new Win(MPI.newIntBuffer(BYTES), BYTES, 1, MPI.INFO_NULL, COMM);
    }

    /** Only the last rank has memory that no window can have. All ranks get an error, and may go on. */
    @Check
    void memoryThatNoWindowCanHave() {
        CharBuffer text = CharBuffer.wrap("no memory at all");
        for (Buffer heap : List.of(ByteBuffer.allocate(BYTES), IntBuffer.wrap(new int[BYTES]), text)) {
            assertNoWindow(MPI.ERR_BUFFER, "heap", () -> new Win(heap, 4, 1, MPI.INFO_NULL, COMM), rightOne());
        }
        Buffer fixed = MPI.newByteBuffer(BYTES).asReadOnlyBuffer();
        assertNoWindow(MPI.ERR_BUFFER, "read-only", () -> new Win(fixed, 4, 1, MPI.INFO_NULL, COMM), rightOne());
        assertNoWindow(MPI.ERR_BUFFER, "heap",
            () -> Win.create(MemorySegment.ofArray(new byte[BYTES]), 1, MPI.INFO_NULL, COMM), rightOne());
        try (Arena arena = Arena.ofConfined()) {
            assertNoWindow(MPI.ERR_BUFFER, "confined", () -> Win.create(arena.allocate(BYTES), 1, MPI.INFO_NULL, COMM),
                rightOne());
        }
    }

    @Check
    void memoryThatIsGone() {
        Arena closed = Arena.ofShared();
        MemorySegment gone = closed.allocate(BYTES);
        closed.close();
        assertNoWindow(MPI.ERR_BUFFER, "closed", () -> Win.create(gone, 1, MPI.INFO_NULL, COMM), rightOne());
        Win win = new Win(MPI.INFO_NULL, COMM);
        assertError(MPI.ERR_BUFFER, "closed", () -> win.attach(gone));
        win.free();
    }

    /**
     * A program closes its memory while the memory is in a window. A rank that accesses the memory gets an error, and
     * does not crash.
     */
    @Check
    void memoryThatGoesWhileItIsInAWindow() {
        Arena arena = Arena.ofShared();
        Win win = Win.create(arena.allocate(BYTES), 1, MPI.INFO_NULL, COMM);
        arena.close();
        COMM.barrier();
        callsOfOneInt().forEach((name, call) -> {
            win.lock(MPI.LOCK_SHARED, NEXT, 0);
            MPIException e = assertThrows(MPIException.class, () -> {
                try {
                    call.call(win, 0);
                    win.flush(NEXT);
                } finally {
                    win.unlock(NEXT);
                }
            }, name);
            assertTrue(e.getMessage().contains("rank " + NEXT), e.getMessage());
        });
        COMM.barrier();
        win.free();
        Win another = Win.allocate(BYTES, 1, MPI.INFO_NULL, COMM);
        another.fence(0);
        another.put(ONE, 1, MPI.INT, NEXT, 0L, 1, MPI.INT);
        another.fence(0);
        assertEquals(1, another.getSegment().get(JAVA_INT, 0));
        another.free();
    }

    @Check
    void invalidSizesAndUnits() {
        Buffer right = MPI.newIntBuffer(BYTES);
        assertNoWindow(MPI.ERR_SIZE, "size is -4", () -> new Win(right, -1, 1, MPI.INFO_NULL, COMM), rightOne());
        assertNoWindow(MPI.ERR_SIZE, "164 bytes, but base has only 160",
            () -> new Win(right, BYTES + 1, 1, MPI.INFO_NULL, COMM), rightOne());
        assertNoWindow(MPI.ERR_SIZE, "only", () -> new Win(right, Integer.MAX_VALUE, 1, MPI.INFO_NULL, COMM),
            rightOne());
        assertNoWindow(MPI.ERR_SIZE, "size is 4 bytes, but base has only 0",
            () -> new Win((Buffer) null, 4, 1, MPI.INFO_NULL, COMM), rightOne());
        for (int unit : new int[] {0, -1, Integer.MIN_VALUE}) {
            assertNoWindow(MPI.ERR_DISP, "must be positive", () -> new Win(right, 4, unit, MPI.INFO_NULL, COMM),
                rightOne());
        }
        Executable allocated = () -> Win.allocate(8, 1, MPI.INFO_NULL, COMM);
        assertNoWindow(MPI.ERR_SIZE, "size is -8", () -> Win.allocate(-8, 1, MPI.INFO_NULL, COMM), allocated);
        assertNoWindow(MPI.ERR_DISP, "dispUnit is 0", () -> Win.allocate(8, 0, MPI.INFO_NULL, COMM), allocated);
        assertNoWindow(MPI.ERR_INFO, "info is null", () -> Win.allocate(8, 1, null, COMM), allocated);
        assertNoWindow(MPI.ERR_INFO, "info is null", () -> new Win(null, COMM), () -> new Win(new Info(), COMM));
        assertNoWindow(MPI.ERR_DISP, "dispUnit is 8589934588 bytes",
            () -> new Win(right, 4, Integer.MAX_VALUE, MPI.INFO_NULL, COMM), rightOne());
        assertNoWindow(MPI.ERR_ARG, "flavor is 2", () -> new Win(8, 1, MPI.INFO_NULL, COMM, null, 2), rightOne());
    }

    /** The last rank makes the wrong call, and the others make a right one. All get an error of the same class. */
    private static void assertNoWindow(int error, String words, Executable wrong, Executable right) {
        if (RANK == SIZE - 1) {
            assertError(error, words, wrong);
        } else {
            assertError(error, "rank " + (SIZE - 1), right);
        }
    }

    /** More memory than the host has. Also on one rank only. */
    @Check
    void moreMemoryThanThereIs() {
        long much = RANK == 0 ? 1L << 60 : 8;
        MPIException e = assertThrows(MPIException.class, () -> Win.allocate(much, 1, MPI.INFO_NULL, COMM));
        assertEquals(MPI.ERR_NO_MEM, e.getErrorClass(), e.getMessage());
        Win win = Win.allocate(8, 1, MPI.INFO_NULL, COMM);
        win.free();
    }

    @Check(ranks = 2)
    void ranksThatMakeDifferentWindows() {
        assertThrowsClass(MPI.ERR_RMA_FLAVOR, "flavors", () -> {
            if (RANK == 0) {
                Win.allocate(8, 1, MPI.INFO_NULL, COMM);
            } else {
                new Win(MPI.INFO_NULL, COMM);
            }
        });
    }

    @Check
    void communicatorsThatHaveNoWindow() {
        assertError(MPI.ERR_COMM, "comm is null", () -> Win.allocate(8, 1, MPI.INFO_NULL, null));
        assertError(MPI.ERR_COMM, "comm is null", () -> new Win(MPI.newByteBuffer(1), 1, 1, MPI.INFO_NULL, null));
        Intracomm freed = COMM.dup();
        freed.free();
        assertError(MPI.ERR_COMM, "freed", () -> Win.allocate(8, 1, MPI.INFO_NULL, freed));
        if (SIZE > 1) {
            Intracomm part = COMM.split(RANK % 2, 0);
            Intercomm inter = COMM.createIntercomm(part, 0, 1 - RANK % 2, 5);
            assertError(MPI.ERR_COMM, "intercommunicator", () -> Win.allocate(8, 1, MPI.INFO_NULL, inter));
            inter.free();
            part.free();
        }
    }

    @Check
    void attachedMemory() {
        IntBuffer memory = MPI.newIntBuffer(8);
        MemorySegment segment = MemorySegment.ofBuffer(memory);
        Win other = Win.allocate(8, 1, MPI.INFO_NULL, COMM);
        assertError(MPI.ERR_RMA_FLAVOR, "not a dynamic one", () -> other.attach(memory, 8));
        assertError(MPI.ERR_RMA_FLAVOR, "not a dynamic one", () -> other.detach(memory));
        assertError(MPI.ERR_RMA_FLAVOR, "not a dynamic one", () -> other.getAddress(memory));
        other.free();
        Win win = new Win(MPI.INFO_NULL, COMM);
        assertError(MPI.ERR_BUFFER, "heap", () -> win.attach(IntBuffer.allocate(8), 8));
        assertError(MPI.ERR_BUFFER, "heap", () -> win.attach(MemorySegment.ofArray(new byte[8])));
        assertError(MPI.ERR_BUFFER, "base is null", () -> win.attach((MemorySegment) null));
        assertError(MPI.ERR_BUFFER, "base is null", () -> win.attach(null, 8));
        assertError(MPI.ERR_BUFFER, "base is null", () -> win.detach((MemorySegment) null));
        assertError(MPI.ERR_SIZE, "size is 9", () -> win.attach(memory, 9));
        assertError(MPI.ERR_SIZE, "size is -1", () -> win.attach(memory, -1));
        try (Arena arena = Arena.ofConfined()) {
            assertError(MPI.ERR_BUFFER, "confined", () -> win.attach(arena.allocate(8)));
        }
        assertError(MPI.ERR_RMA_ATTACH, "not attached", () -> win.detach(memory));
        win.attach(memory, 8);
        assertError(MPI.ERR_RMA_ATTACH, "overlaps", () -> win.attach(memory, 8));
        assertError(MPI.ERR_RMA_ATTACH, "overlaps", () -> win.attach(segment.asSlice(28, 4)));
        assertError(MPI.ERR_RMA_ATTACH, "", () -> win.detach(segment.asSlice(4, 4)));
        win.detach(memory);
        assertError(MPI.ERR_RMA_ATTACH, "not attached", () -> win.detach(memory));
        win.attach(memory, 8);
        win.free();
    }

    @Check
    void freedWindows() {
        for (WindowKind kind : WindowKind.values()) {
            if (kind.isSupported()) {
                Win[] freed = new Win[1];
                kind.with(COMM, BYTES, UNIT, window -> freed[0] = window.win());
                assertFreed(freed[0]);
            }
        }
    }

    private static void assertFreed(Win win) {
        callsOfOneInt().forEach((name, call) -> assertError(MPI.ERR_WIN, "freed", () -> call.call(win, 0)));
        Executable[] calls = {win::free, () -> win.fence(0), () -> win.start(MPI.GROUP_EMPTY, 0), win::complete,
            () -> win.post(MPI.GROUP_EMPTY, 0), win::waitFor, win::test, () -> win.lock(MPI.LOCK_SHARED, 0, 0),
            () -> win.unlock(0), () -> win.lockAll(0), win::unlockAll, () -> win.flush(0), win::flushAll,
            () -> win.flushLocal(0), win::flushLocalAll, win::sync, win::getGroup, win::getName,
            () -> win.setName("name"), win::getInfo, () -> win.setInfo(MPI.INFO_NULL), win::getErrhandler,
            () -> win.setErrhandler(MPI.ERRORS_RETURN), () -> win.callErrhandler(MPI.ERR_OTHER), win::getSegment,
            () -> win.sharedQuery(0), () -> win.attach(MPI.newByteBuffer(1), 1), () -> win.detach(MPI.newByteBuffer(1)),
            () -> win.getAddress(MPI.newByteBuffer(1)), () -> win.getAttr(MPI.WIN_SIZE),
            () -> win.setAttr(Integer.MAX_VALUE, 1), () -> win.deleteAttr(Integer.MAX_VALUE)};
        for (Executable call : calls) {
            assertError(MPI.ERR_WIN, "freed", call);
        }
    }
}
