package mpj.tests.openmpi.checks;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static mpj.tests.openmpi.checks.World.COMM;
import static mpj.tests.openmpi.checks.World.NEXT;
import static mpj.tests.openmpi.checks.World.PREVIOUS;
import static mpj.tests.openmpi.checks.World.RANK;
import static mpj.tests.openmpi.checks.World.SIZE;
import static mpj.tests.openmpi.checks.World.assertError;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;
import mpj.tests.Check;
import mpj.tests.Runs;

/**
 * Calls that come again and again with the same buffer, counts and datatypes. A window remembers the last such call,
 * and checks less when it comes again. Whatever changes must be noticed all the same.
 */
@Runs(ranks = {1, 2, 3})
public final class WindowRepeatedChecks {
    private static final int BYTES = 64;
    private static final int UNIT = 4;
    /** After this many calls the window remembers the call for certain. */
    private static final int MANY = 20;

    @Check
    void putsAndGetsAtEachPlace() {
        WindowKind.each(BYTES, UNIT, window -> {
            Win win = window.win();
            IntBuffer out = MPI.newIntBuffer(4);
            IntBuffer in = MPI.newIntBuffer(4);
            win.lockAll(0);
            for (int count = 1; count <= 4; count++) {
                for (int round = 0; round < MANY; round++) {
                    int place = round % (BYTES / UNIT / SIZE - 4);
                    long disp = window.disp((long) (RANK * (BYTES / UNIT / SIZE) + place) * UNIT);
                    for (int i = 0; i < count; i++) {
                        out.put(i, RANK * 1_000 + round * 10 + i);
                    }
                    win.put(out, count, MPI.INT, NEXT, disp, count, MPI.INT);
                    win.flush(NEXT);
                    win.get(in, count, MPI.INT, NEXT, disp, count, MPI.INT);
                    win.flush(NEXT);
                    for (int i = 0; i < count; i++) {
                        assertEquals(out.get(i), in.get(i), "count " + count + ", round " + round);
                    }
                }
            }
            win.unlockAll();
            COMM.barrier();
        });
    }

    @Check
    void countersOfEachType() {
        WindowKind.each(BYTES, UNIT, window -> {
            Win win = window.win();
            MemorySegment one = Arena.ofAuto().allocate(JAVA_LONG);
            MemorySegment before = Arena.ofAuto().allocate(JAVA_LONG);
            win.lockAll(0);
            for (int round = 0; round < MANY; round++) {
                one.set(JAVA_INT, 0, round);
                win.fetchAndOp(one, before, MPI.INT, NEXT, window.disp(8), MPI.SUM);
                win.flush(NEXT);
                assertEquals(round * (round - 1) / 2, before.get(JAVA_INT, 0));
                win.fetchAndOp(one, before, MPI.INT, NEXT, window.disp(12), MPI.REPLACE);
                win.flush(NEXT);
                assertEquals(Math.max(0, round - 1), before.get(JAVA_INT, 0));
                one.set(JAVA_LONG, 0, 1L << 40);
                win.fetchAndOp(one, before, MPI.LONG, NEXT, window.disp(16), MPI.SUM);
                win.flush(NEXT);
                assertEquals(round * (1L << 40), before.get(JAVA_LONG, 0));
                one.set(JAVA_DOUBLE, 0, 0.5);
                win.fetchAndOp(one, before, MPI.DOUBLE, NEXT, window.disp(24), MPI.SUM);
                win.flush(NEXT);
                assertEquals(0.5 * round, before.get(JAVA_DOUBLE, 0), 0);
            }
            for (int round = 0; round < MANY; round++) {
                win.fetchAndOp(one, before, MPI.DOUBLE, NEXT, window.disp(24), MPI.NO_OP);
                win.flush(NEXT);
                assertEquals(0.5 * MANY, before.get(JAVA_DOUBLE, 0), 0);
            }
            win.unlockAll();
            COMM.barrier();
        });
    }

    /** Every second swap finds another value than it expects. */
    @Check
    void swapsThatFindTheirValueAndSwapsThatDoNot() {
        WindowKind.each(BYTES, UNIT, window -> {
            Win win = window.win();
            IntBuffer fresh = MPI.newIntBuffer(1);
            IntBuffer expected = MPI.newIntBuffer(1);
            IntBuffer there = MPI.newIntBuffer(1);
            win.lockAll(0);
            int value = 0;
            for (int round = 1; round <= MANY; round++) {
                boolean swaps = round % 2 == 0;
                expected.put(0, swaps ? value : value + 1);
                fresh.put(0, round);
                win.compareAndSwap(fresh, expected, there, MPI.INT, NEXT, window.disp(4));
                win.flush(NEXT);
                assertEquals(value, there.get(0), "round " + round);
                value = swaps ? round : value;
            }
            win.unlockAll();
            COMM.barrier();
        });
    }

    /** Repeats a put, a get, a fetch-and-op and a compare-and-swap. */
    private record Calls(Win win, IntBuffer buffer) {
        void make(long disp) {
            win.put(buffer, 1, MPI.INT, NEXT, disp, 1, MPI.INT);
            win.get(buffer, 1, MPI.INT, NEXT, disp, 1, MPI.INT);
            win.fetchAndOp(buffer, buffer, MPI.INT, NEXT, disp, MPI.NO_OP);
            win.compareAndSwap(buffer, buffer, buffer, MPI.INT, NEXT, disp);
            win.flush(NEXT);
        }

        void makeMany() {
            for (int i = 0; i < MANY; i++) {
                make(1);
            }
        }

        void assertEachFails(int errorClass, String words, long disp) {
            assertError(errorClass, words, () -> win.put(buffer, 1, MPI.INT, NEXT, disp, 1, MPI.INT));
            assertError(errorClass, words, () -> win.get(buffer, 1, MPI.INT, NEXT, disp, 1, MPI.INT));
            assertError(errorClass, words, () -> win.fetchAndOp(buffer, buffer, MPI.INT, NEXT, disp, MPI.NO_OP));
            assertError(errorClass, words, () -> win.compareAndSwap(buffer, buffer, buffer, MPI.INT, NEXT, disp));
        }
    }

    @Check
    void placesOutsideTheWindowAndTimesOutsideAnEpoch() {
        WindowKind.each(BYTES, UNIT, window -> {
            if (window.kind() != WindowKind.DYNAMIC) {
                Calls calls = new Calls(window.win(), MPI.newIntBuffer(1));
                window.win().lockAll(0);
                calls.makeMany();
                for (long disp : new long[] {-1, BYTES / UNIT, Long.MAX_VALUE, Long.MIN_VALUE,
                    Long.MAX_VALUE / UNIT + 2}) {
                    calls.assertEachFails(MPI.ERR_RMA_RANGE, "targetDisp " + disp, disp);
                }
                calls.make(BYTES / UNIT - 1);
                window.win().unlockAll();
                calls.assertEachFails(MPI.ERR_RMA_SYNC, "no epoch is open", 1);
                window.win().lock(MPI.LOCK_SHARED, NEXT, 0);
                calls.make(1);
                window.win().unlock(NEXT);
                if (PREVIOUS != NEXT && PREVIOUS != RANK) {
                    window.win().lock(MPI.LOCK_SHARED, PREVIOUS, 0);
                    calls.assertEachFails(MPI.ERR_RMA_SYNC, "no epoch is open", 1);
                    window.win().unlock(PREVIOUS);
                }
            }
            COMM.barrier();
        });
    }

    @Check
    void buffersWhoseMemoryIsGone() {
        WindowKind.each(BYTES, UNIT, window -> {
            Arena arena = Arena.ofShared();
            Calls calls = new Calls(window.win(), arena.allocate(JAVA_INT).asByteBuffer()
                .order(ByteOrder.nativeOrder()).asIntBuffer());
            window.win().lockAll(0);
            calls.makeMany();
            arena.close();
            calls.assertEachFails(MPI.ERR_BUFFER, "arena", 1);
            window.win().unlockAll();
            COMM.barrier();
        });
    }

    /** Only where ranks share memory: elsewhere the progress thread needs the buffer, too. */
    @Check
    void buffersThatAnotherThreadOwns() {
        if (!WindowKind.SHARED.isSupported()) {
            return;
        }
        WindowKind.SHARED.with(COMM, BYTES, UNIT, window -> {
            try (Arena arena = Arena.ofConfined()) {
                Calls calls = new Calls(window.win(), arena.allocate(JAVA_INT).asByteBuffer()
                    .order(ByteOrder.nativeOrder()).asIntBuffer());
                window.win().lockAll(0);
                calls.makeMany();
                CompletableFuture<Void> other = new CompletableFuture<>();
                Thread.ofPlatform().daemon().start(() -> {
                    try {
                        calls.assertEachFails(MPI.ERR_BUFFER, "thread", 1);
                        other.complete(null);
                    } catch (Throwable e) {
                        other.completeExceptionally(e);
                    }
                });
                other.get(60, TimeUnit.SECONDS);
                window.win().unlockAll();
            }
            COMM.barrier();
        });
    }

    @Check
    void byteOrderThatChanges() {
        WindowKind.each(BYTES, UNIT, window -> {
            Win win = window.win();
            ByteBuffer buffer = ByteBuffer.allocateDirect(Integer.BYTES).order(ByteOrder.nativeOrder());
            win.lockAll(0);
            for (int i = 0; i < MANY; i++) {
                win.put(buffer, 1, MPI.INT, NEXT, 0L, 1, MPI.INT);
                win.get(buffer, 1, MPI.INT, NEXT, 0L, 1, MPI.INT);
            }
            win.flush(NEXT);
            buffer.order(ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN ? ByteOrder.LITTLE_ENDIAN
                : ByteOrder.BIG_ENDIAN);
            assertError(MPI.ERR_TYPE, "byte order", () -> win.put(buffer, 1, MPI.INT, NEXT, 0L, 1, MPI.INT));
            assertError(MPI.ERR_TYPE, "byte order", () -> win.get(buffer, 1, MPI.INT, NEXT, 0L, 1, MPI.INT));
            win.unlockAll();
            COMM.barrier();
        });
    }

    /** A reference to a buffer that was collected refers to null. Still null is not that buffer. */
    @Check
    void buffersThatWereCollected() {
        WindowKind.each(BYTES, UNIT, window -> {
            Win win = window.win();
            Buffer none = null;
            IntBuffer there = MPI.newIntBuffer(1);
            long disp = window.disp(0);
            win.lockAll(0);
            WeakReference<ByteBuffer> buffer = callMany(win, disp, there);
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
            while (!buffer.refersTo(null)) {
                assertTrue(System.nanoTime() < deadline, "the window keeps the buffer");
                System.gc();
            }
            win.fetchAndOp(none, there, MPI.INT, NEXT, disp, MPI.NO_OP);
            win.flush(NEXT);
            assertError(MPI.ERR_BUFFER, "null", () -> win.put(none, 1, MPI.INT, NEXT, disp, 1, MPI.INT));
            assertError(MPI.ERR_BUFFER, "null", () -> win.get(none, 1, MPI.INT, NEXT, disp, 1, MPI.INT));
            assertError(MPI.ERR_BUFFER, "null", () -> win.fetchAndOp(none, there, MPI.INT, NEXT, disp, MPI.SUM));
            assertError(MPI.ERR_BUFFER, "null", () -> win.compareAndSwap(none, there, there, MPI.INT, NEXT, disp));
            win.unlockAll();
            COMM.barrier();
        });
    }

    /** Each call many times with the same buffer, to which only the result refers. */
    private static WeakReference<ByteBuffer> callMany(Win win, long disp, IntBuffer there) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(Integer.BYTES).order(ByteOrder.nativeOrder());
        for (int i = 0; i < MANY; i++) {
            win.put(buffer, 1, MPI.INT, NEXT, disp, 1, MPI.INT);
            win.get(buffer, 1, MPI.INT, NEXT, disp, 1, MPI.INT);
            win.fetchAndOp(buffer, there, MPI.INT, NEXT, disp, MPI.SUM);
            win.compareAndSwap(buffer, there, there, MPI.INT, NEXT, disp);
            win.flush(NEXT);
        }
        return new WeakReference<>(buffer);
    }

    @Check
    void datatypesThatWereFreed() {
        WindowKind.each(BYTES, UNIT, window -> {
            Win win = window.win();
            IntBuffer buffer = MPI.newIntBuffer(2);
            Datatype pair = Datatype.createContiguous(2, MPI.INT);
            pair.commit();
            win.lockAll(0);
            for (int i = 0; i < MANY; i++) {
                win.put(buffer, 2, MPI.INT, NEXT, 0L, 1, pair);
                win.get(buffer, 1, pair, NEXT, 0L, 2, MPI.INT);
            }
            win.flush(NEXT);
            pair.free();
            assertError(MPI.ERR_TYPE, "freed", () -> win.put(buffer, 2, MPI.INT, NEXT, 0L, 1, pair));
            assertError(MPI.ERR_TYPE, "freed", () -> win.get(buffer, 1, pair, NEXT, 0L, 2, MPI.INT));
            win.unlockAll();
            COMM.barrier();
        });
    }

    /** A window over memory whose arena is closed: neither the first nor a later call may reach it. */
    @Check
    void windowsThatWereFreed() {
        WindowKind.each(BYTES, UNIT, window -> {
            Win win = Win.allocate(BYTES, UNIT, MPI.INFO_NULL, COMM);
            Calls calls = new Calls(win, MPI.newIntBuffer(1));
            win.lockAll(0);
            calls.makeMany();
            win.unlockAll();
            win.free();
            calls.assertEachFails(MPI.ERR_WIN, "freed", 1);
        });
    }

    /** Two threads whose calls alternate, with other buffers. */
    @Check
    void threadsOnOneWindow() {
        WindowKind.each(BYTES, UNIT, window -> {
            Win win = window.win();
            win.lockAll(0);
            CompletableFuture<Void> other = new CompletableFuture<>();
            Thread.ofPlatform().daemon().start(() -> {
                try {
                    count(window, 8 + RANK * 16);
                    other.complete(null);
                } catch (Throwable e) {
                    other.completeExceptionally(e);
                }
            });
            count(window, RANK * 16);
            other.get(60, TimeUnit.SECONDS);
            win.unlockAll();
            COMM.barrier();
        });
    }

    private static void count(WindowKind.Opened window, int at) throws MPIException {
        IntBuffer number = MPI.newIntBuffer(1);
        IntBuffer there = MPI.newIntBuffer(1);
        for (int i = 0; i < 50 * MANY; i++) {
            number.put(0, i);
            window.win().put(number, 1, MPI.INT, NEXT, window.disp(at), 1, MPI.INT);
            window.win().flush(NEXT);
            window.win().get(there, 1, MPI.INT, NEXT, window.disp(at), 1, MPI.INT);
            window.win().flush(NEXT);
            assertEquals(i, there.get(0));
            number.put(0, 1);
            window.win().fetchAndOp(number, there, MPI.INT, NEXT, window.disp(at + 4), MPI.SUM);
            window.win().flush(NEXT);
            assertEquals(i, there.get(0));
        }
    }
}
