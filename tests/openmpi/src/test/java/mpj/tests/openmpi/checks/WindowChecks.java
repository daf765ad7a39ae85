package mpj.tests.openmpi.checks;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static mpj.tests.openmpi.checks.World.COMM;
import static mpj.tests.openmpi.checks.World.NEXT;
import static mpj.tests.openmpi.checks.World.PREVIOUS;
import static mpj.tests.openmpi.checks.World.RANK;
import static mpj.tests.openmpi.checks.World.SIZE;
import static mpj.tests.openmpi.checks.World.assertError;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import mpi.Group;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Win;
import mpj.tests.Check;
import mpj.tests.Runs;

/** MPI 3.1, sections 11.2 and 6.7: windows, their properties, and their end. */
@Runs(ranks = {1, 2, 3, 4})
public final class WindowChecks {
    private static final int ELEMENTS = 10;

    /** Whether the transport of this job is certain to have shared memory. */
    private static final boolean SHARES =
        Set.of("shm", "threads", "mpi").contains(System.getProperty("mpj.transport", ""));

    /** The size and the unit are counted in elements of the buffer. Its position and limit are ignored. */
    @Check
    void memoryOfEachBuffer() {
        List<Map.Entry<Buffer, Integer>> buffers = List.of(Map.entry(MPI.newByteBuffer(ELEMENTS).position(2), 1),
            Map.entry(MPI.newCharBuffer(ELEMENTS).position(ELEMENTS), 2),
            Map.entry(MPI.newShortBuffer(ELEMENTS).limit(0), 2), Map.entry(MPI.newIntBuffer(ELEMENTS).position(1), 4),
            Map.entry(MPI.newLongBuffer(ELEMENTS).limit(1), 8), Map.entry(MPI.newFloatBuffer(ELEMENTS), 4),
            Map.entry(MPI.newDoubleBuffer(ELEMENTS).position(3), 8));
        for (Map.Entry<Buffer, Integer> each : buffers) {
            Buffer buffer = each.getKey();
            int bytes = each.getValue();
            for (int flavor : new int[] {-1, Win.FLAVOR_PRIVATE, Win.FLAVOR_SHARED}) {
                Win win = flavor < 0 ? new Win(buffer, ELEMENTS - 2, 2, MPI.INFO_NULL, COMM)
                    : new Win(ELEMENTS - 2, 2, MPI.INFO_NULL, COMM, buffer, flavor);
                assertSame(buffer, win.getAttr(MPI.WIN_BASE));
                assertEquals((ELEMENTS - 2) * bytes, win.getAttr(MPI.WIN_SIZE));
                assertEquals(2 * bytes, win.getAttr(MPI.WIN_DISP_UNIT));
                assertEquals(MPI.WIN_FLAVOR_CREATE, win.getAttr(MPI.WIN_CREATE_FLAVOR));
                win.fence(0);
                win.put(new byte[] {(byte) (RANK + 1)}, 1, MPI.BYTE, NEXT, 3, 1, MPI.BYTE);
                win.fence(0);
                MemorySegment memory = MemorySegment.ofBuffer(buffer.duplicate().clear());
                assertEquals((byte) (PREVIOUS + 1), memory.get(JAVA_BYTE, 3L * 2 * bytes), buffer.toString());
                assertEquals(memory.address(), win.getSegment().address());
                win.free();
            }
        }
    }

    @Check
    void memoryThatTheLibraryAllocates() {
        Win win = new Win(8 * ELEMENTS, 4, MPI.INFO_NULL, COMM, null, Win.FLAVOR_PRIVATE);
        assertEquals(MPI.WIN_FLAVOR_ALLOCATE, win.getAttr(MPI.WIN_CREATE_FLAVOR));
        assertEquals(8 * ELEMENTS, win.getAttr(MPI.WIN_SIZE));
        assertEquals(4, win.getAttr(MPI.WIN_DISP_UNIT));
        ByteBuffer base = (ByteBuffer) win.getAttr(MPI.WIN_BASE);
        assertEquals(ByteOrder.nativeOrder(), base.order());
        assertEquals(8 * ELEMENTS, base.capacity());
        assertArrayEquals(new byte[8 * ELEMENTS], Elements.bytes(win.getSegment()), "all is 0");
        win.fence(0);
        win.put(new int[] {RANK + 100}, 1, MPI.INT, NEXT, 1, 1, MPI.INT);
        win.fence(0);
        assertEquals(PREVIOUS + 100, base.getInt(4));
        assertEquals(PREVIOUS + 100, win.getSegment().getAtIndex(JAVA_INT, 1));
        win.free();
    }

    @Check
    void sharedMemory() {
        if (!WindowKind.SHARED.isSupported()) {
            assertTrue(!SHARES || SIZE == 1);
            return;
        }
        Win win = new Win(8 * ELEMENTS, 8, MPI.INFO_NULL, COMM, null, Win.FLAVOR_SHARED);
        assertEquals(MPI.WIN_FLAVOR_SHARED, win.getAttr(MPI.WIN_CREATE_FLAVOR));
        assertEquals(win.getSegment().address(), win.sharedQuery(RANK).address());
        win.lockAll(0);
        win.getSegment().setAtIndex(JAVA_LONG, 1, RANK + 7);
        win.sync();
        COMM.barrier();
        win.sync();
        for (int rank = 0; rank < SIZE; rank++) {
            MemorySegment theirs = win.sharedQuery(rank);
            assertEquals(8 * ELEMENTS, theirs.byteSize());
            assertEquals(rank + 7, theirs.getAtIndex(JAVA_LONG, 1));
            assertEquals(win.sharedQuery(0).address() + 8L * ELEMENTS * rank, theirs.address(), "adjacent");
        }
        COMM.barrier();
        win.sharedQuery(NEXT).setAtIndex(JAVA_LONG, 2, RANK + 70);
        win.sync();
        COMM.barrier();
        win.sync();
        assertEquals(PREVIOUS + 70, win.getSegment().getAtIndex(JAVA_LONG, 2));
        win.unlockAll();
        win.free();
    }

    /**
     * Some ranks have no memory. The memory of a rank may be apart from the others, so that the ranks do not share
     * cache lines.
     */
    @Check
    void sharedMemoryOfSomeRanks() {
        if (!WindowKind.SHARED.isSupported()) {
            return;
        }
        Info apart = new Info();
        apart.set("alloc_shared_noncontig", "true");
        for (Info info : new Info[] {MPI.INFO_NULL, apart}) {
            Win win = Win.allocateShared(RANK < SIZE - 1 ? 0 : 24, 8, info, COMM);
            MemorySegment first = win.sharedQuery(MPI.PROC_NULL);
            assertEquals(24, first.byteSize());
            assertEquals(first.address(), win.sharedQuery(SIZE - 1).address());
            win.fence(0);
            if (RANK == 0) {
                win.put(new long[] {5}, 1, MPI.LONG, SIZE - 1, 2, 1, MPI.LONG);
            }
            win.fence(0);
            assertEquals(5, first.getAtIndex(JAVA_LONG, 2));
            win.free();
        }
        assertError(MPI.ERR_RMA_FLAVOR, "allocateShared", () -> {
            Win other = Win.allocate(8, 1, MPI.INFO_NULL, COMM);
            try {
                other.sharedQuery(0);
            } finally {
                other.free();
            }
        });
    }

    /** All ranks must see the same layout, whatever each of them wants. */
    @Check(ranks = 2)
    void sharedMemoryThatOnlySomeRanksWantApart() {
        if (!WindowKind.SHARED.isSupported()) {
            return;
        }
        Info apart = new Info();
        apart.set("alloc_shared_noncontig", "true");
        Win win = Win.allocateShared(24, 8, RANK == 0 ? apart : MPI.INFO_NULL, COMM);
        win.getSegment().setAtIndex(JAVA_LONG, 0, RANK + 1);
        win.fence(0);
        for (int rank = 0; rank < SIZE; rank++) {
            assertEquals(rank + 1, win.sharedQuery(rank).getAtIndex(JAVA_LONG, 0));
            assertEquals(24L * rank, win.sharedQuery(rank).address() - win.sharedQuery(0).address());
        }
        win.fence(0);
        win.free();
    }

    /** Ranks without memory take part, and reach the memory of the others. */
    @Check
    void memoryOfLengthZero() {
        boolean empty = RANK % 2 == 0;
        int has = empty ? 0 : 8;
        Win[] all = {new Win(MPI.newByteBuffer(has), has, 1, MPI.INFO_NULL, COMM),
            Win.allocate(has, 1, MPI.INFO_NULL, COMM),
            Win.create(empty ? MemorySegment.NULL : Arena.ofAuto().allocate(8), 1, MPI.INFO_NULL, COMM),
            Win.create(empty ? null : Arena.ofAuto().allocate(8), 1, MPI.INFO_NULL, COMM)};
        for (Win win : all) {
            assertEquals(has, win.getAttr(MPI.WIN_SIZE));
            assertEquals(has, win.getSegment().byteSize());
            win.fence(0);
            for (int rank = 0; rank < SIZE; rank++) {
                win.accumulate(new long[] {1}, rank % 2, MPI.LONG, rank, 0L, rank % 2, MPI.LONG, MPI.SUM);
            }
            win.put(new byte[0], 0, MPI.BYTE, 0, 0L, 0, MPI.BYTE);
            win.fence(0);
            if (!empty) {
                assertEquals(SIZE, win.getSegment().get(JAVA_LONG, 0));
            } else {
                assertError(MPI.ERR_RMA_RANGE, "0 bytes",
                    () -> win.put(new byte[1], 1, MPI.BYTE, RANK, 0L, 1, MPI.BYTE));
            }
            win.fence(MPI.MODE_NOSUCCEED);
            win.free();
        }
    }

    /** Each rank has its own size and unit. A displacement is counted in units of the target. */
    @Check
    void sizesAndUnitsOfEachRank() {
        Win win = Win.allocate(8L * (RANK + 2), 1 << RANK % 4, MPI.INFO_NULL, COMM);
        int unit = 1 << NEXT % 4;
        win.fence(0);
        win.put(new long[] {RANK + 10}, 1, MPI.LONG, NEXT, 8 * (NEXT + 1) / unit, 1, MPI.LONG);
        win.fence(0);
        assertEquals(PREVIOUS + 10, win.getSegment().getAtIndex(JAVA_LONG, RANK + 1));
        win.free();
    }

    @Check
    void dynamicMemory() {
        Win win = new Win(MPI.INFO_NULL, COMM);
        assertEquals(MPI.WIN_FLAVOR_DYNAMIC, win.getAttr(MPI.WIN_CREATE_FLAVOR));
        assertNull(win.getAttr(MPI.WIN_BASE));
        assertEquals(0, win.getAttr(MPI.WIN_SIZE));
        assertEquals(1, win.getAttr(MPI.WIN_DISP_UNIT));
        IntBuffer first = MPI.newIntBuffer(ELEMENTS);
        MemorySegment second = Arena.ofAuto().allocate(4L * ELEMENTS, 8);
        win.attach(first, ELEMENTS - 1);
        win.attach(second);
        assertEquals(0, win.getAddress(first));
        assertEquals(4, win.getAddress(MPI.slice(first, 1)));
        assertEquals(win.getAddress(second) + 8, win.getAddress(second.asSlice(8)));
        long[] addresses = new long[SIZE];
        COMM.allGather(new long[] {win.getAddress(second)}, 1, MPI.LONG, addresses, 1, MPI.LONG);
        win.fence(0);
        win.put(new int[] {RANK + 1, RANK + 2}, 2, MPI.INT, NEXT, 4, 2, MPI.INT);
        win.put(new int[] {RANK + 3}, 1, MPI.INT, NEXT, addresses[NEXT] + 4, 1, MPI.INT);
        win.fence(0);
        assertEquals(PREVIOUS + 2, first.get(2));
        assertEquals(PREVIOUS + 3, second.getAtIndex(JAVA_INT, 1));
        win.detach(first);
        COMM.barrier();
        int[] got = new int[1];
        win.get(got, 1, MPI.INT, NEXT, addresses[NEXT] + 4, 1, MPI.INT);
        win.fence(MPI.MODE_NOSUCCEED);
        assertEquals(RANK + 3, got[0]);
        assertError(MPI.ERR_RMA_ATTACH, "not attached", () -> win.getAddress(first));
        win.attach(first, ELEMENTS);
        assertEquals(4, win.getAddress(MPI.slice(first, 1)) - win.getAddress(first));
        win.detach(second);
        win.free();
    }

    @Check
    void groupNameAndInfo() {
        Info hints = new Info();
        hints.set("no_locks", "false");
        Win win = Win.allocate(8, 1, hints, COMM);
        Group group = win.getGroup();
        assertEquals(MPI.IDENT, Group.compare(COMM.getGroup(), group));
        assertEquals(RANK, group.getRank());
        assertEquals("", win.getName());
        win.setName("halo");
        assertEquals("halo", win.getName());
        assertError(MPI.ERR_ARG, "name", () -> win.setName(null));
        Info info = win.getInfo();
        assertEquals("false", info.get("no_locks"));
        info.set("no_locks", "changed in the copy");
        assertEquals("false", win.getInfo().get("no_locks"));
        hints.set("same_disp_unit", "true");
        win.setInfo(hints);
        assertEquals("true", win.getInfo().get("same_disp_unit"));
        win.setInfo(MPI.INFO_NULL);
        assertError(MPI.ERR_INFO, "info is null", () -> win.setInfo(null));
        win.free();
    }

    @Check
    void attributes() {
        int keyval = Win.createKeyval();
        Win win = Win.allocate(8, 1, MPI.INFO_NULL, COMM);
        assertNull(win.getAttr(keyval));
        win.setAttr(keyval, "value");
        assertEquals("value", win.getAttr(keyval));
        win.deleteAttr(keyval);
        assertNull(win.getAttr(keyval));
        assertError(MPI.ERR_ARG, "the window has no attribute", () -> win.deleteAttr(keyval));
        assertError(MPI.ERR_ARG, "value is null", () -> win.setAttr(keyval, null));
        assertEquals(MPI.WIN_UNIFIED, win.getAttr(MPI.WIN_MODEL));
        for (int own : new int[] {MPI.WIN_BASE, MPI.WIN_SIZE, MPI.WIN_DISP_UNIT, MPI.WIN_CREATE_FLAVOR,
            MPI.WIN_MODEL}) {
            assertError(MPI.ERR_KEYVAL, "can only be read", () -> win.setAttr(own, 1));
            assertError(MPI.ERR_KEYVAL, "can only be read", () -> win.deleteAttr(own));
            assertError(MPI.ERR_KEYVAL, "can only be read", () -> Win.freeKeyval(own));
        }
        Win.freeKeyval(keyval);
        assertError(MPI.ERR_KEYVAL, "keyval is " + keyval, () -> win.getAttr(keyval));
        win.free();
        assertError(MPI.ERR_WIN, "freed", () -> win.getAttr(MPI.WIN_BASE));
        assertError(MPI.ERR_WIN, "freed", () -> win.getAttr(keyval));
    }

    /**
     * Errors of a window are thrown until the program chooses another handler, whatever the handler of the communicator
     * is.
     */
    @Check
    void errorHandlers() {
        Intracomm comm = COMM.dup();
        comm.setErrhandler(MPI.ERRORS_ARE_FATAL);
        Win win = Win.allocate(8, 1, MPI.INFO_NULL, comm);
        assertSame(MPI.ERRORS_RETURN, win.getErrhandler());
        assertError(MPI.ERR_RMA_SYNC, "no epoch", () -> win.put(new int[1], 1, MPI.INT, NEXT, 0, 1, MPI.INT));
        win.setErrhandler(MPI.ERRORS_ABORT);
        assertSame(MPI.ERRORS_ABORT, win.getErrhandler());
        win.setErrhandler(MPI.ERRORS_RETURN);
        assertError(MPI.ERR_ARG, "handler is null", () -> win.setErrhandler(null));
        for (int error = MPI.SUCCESS + 1; error <= MPI.ERR_LASTCODE; error++) {
            int code = error;
            assertError(code, "the program has called the error handler", () -> win.callErrhandler(code));
        }
        assertError(MPI.ERR_ARG, "errorCode is 0", () -> win.callErrhandler(MPI.SUCCESS));
        win.free();
        comm.free();
    }

    /** A window needs its communicator only while it is made. */
    @Check
    void communicatorMayBeFreedFirst() {
        Intracomm comm = COMM.dup();
        Win win = Win.allocate(8, 1, MPI.INFO_NULL, comm);
        comm.free();
        win.fence(0);
        win.put(new int[] {RANK + 1}, 1, MPI.INT, NEXT, 0, 1, MPI.INT);
        win.fence(0);
        assertEquals(PREVIOUS + 1, win.getSegment().get(JAVA_INT, 0));
        win.free();
    }

    /** Ranks are numbered as in the communicator that the window was made of. */
    @Check
    void windowsOfPartsOfTheWorld() {
        Intracomm part = COMM.split(RANK % 2, -RANK);
        int size = part.getSize();
        int own = part.getRank();
        for (WindowKind kind : WindowKind.values()) {
            if (kind.isSupported()) {
                kind.with(part, 8, 4, window -> {
                    window.win().fence(0);
                    window.win().put(new int[] {RANK + 5}, 1, MPI.INT, (own + 1) % size, window.disp(4), 1, MPI.INT);
                    window.win().fence(0);
                    int[] theirs = Group.translateRanks(part.getGroup(), new int[] {(own + size - 1) % size},
                        COMM.getGroup());
                    assertEquals(theirs[0] + 5, window.memory().getAtIndex(JAVA_INT, 1));
                    assertError(MPI.ERR_RANK, "rank is " + size,
                        () -> window.win().put(new int[1], 1, MPI.INT, size, 0, 1, MPI.INT));
                });
            }
        }
        part.free();
    }

    /** Windows are independent of each other and of messages. */
    @Check
    void severalWindowsAtOnce() {
        Win[] all = new Win[8];
        for (int i = 0; i < all.length; i++) {
            all[i] = i % 2 == 0 ? Win.allocate(16, 8, MPI.INFO_NULL, COMM)
                : new Win(MPI.newLongBuffer(2), 2, 1, MPI.INFO_NULL, COMM);
            all[i].fence(0);
        }
        for (int i = 0; i < all.length; i++) {
            all[i].put(new long[] {RANK * 100 + i}, 1, MPI.LONG, NEXT, 1, 1, MPI.LONG);
            World.meet(RANK % 2 == 0 && RANK + 1 < SIZE ? NEXT : RANK % 2 == 0 ? RANK : PREVIOUS, i);
        }
        for (int i = all.length - 1; i >= 0; i--) {
            all[i].fence(0);
            assertEquals(PREVIOUS * 100 + i, all[i].getSegment().getAtIndex(JAVA_LONG, 1));
            all[i].free();
        }
    }

    /** As many windows as a long program makes and frees, one after the other. */
    @Check
    void manyWindowsOneAfterTheOther() {
        for (int i = 0; i < 100; i++) {
            Win win = i % 2 == 0 ? Win.allocate(4096, 8, MPI.INFO_NULL, COMM)
                : Win.create(Arena.ofAuto().allocate(16, 8), 8, MPI.INFO_NULL, COMM);
            win.fence(0);
            win.put(new long[] {i}, 1, MPI.LONG, NEXT, 1, 1, MPI.LONG);
            win.fence(0);
            assertEquals(i, win.getSegment().getAtIndex(JAVA_LONG, 1));
            win.free();
        }
    }

    /** Any access to the memory of a freed window throws an exception. The program's own memory is kept. */
    @Check
    void memoryOfFreedWindowsIsClosed() {
        Win win = Win.allocate(64, 1, MPI.INFO_NULL, COMM);
        MemorySegment segment = win.getSegment();
        ByteBuffer buffer = (ByteBuffer) win.getAttr(MPI.WIN_BASE);
        segment.set(JAVA_INT, 0, 1);
        assertEquals(1, buffer.getInt(0));
        win.free();
        assertThrows(IllegalStateException.class, () -> segment.get(JAVA_INT, 0));
        assertThrows(IllegalStateException.class, () -> buffer.getInt(0));
        if (WindowKind.SHARED.isSupported()) {
            Win shared = Win.allocateShared(64, 1, MPI.INFO_NULL, COMM);
            MemorySegment theirs = shared.sharedQuery(NEXT);
            theirs.set(JAVA_INT, 0, 1);
            shared.free();
            assertThrows(IllegalStateException.class, () -> theirs.get(JAVA_INT, 0));
        }
        IntBuffer mine = MPI.newIntBuffer(1);
        Win created = new Win(mine, 1, 1, MPI.INFO_NULL, COMM);
        created.free();
        assertEquals(0, mine.put(0, 0).get(0));
    }

    /** Another thread reads the memory all the time, while the window is freed. */
    @Check
    void memoryIsFreedWhileAnotherThreadLooks() throws InterruptedException {
        for (int i = 0; i < 10; i++) {
            Win win = Win.allocate(64, 1, MPI.INFO_NULL, COMM);
            MemorySegment segment = win.getSegment();
            Thread looks = Thread.ofPlatform().daemon().start(() -> {
                long sum = 0;
                try {
                    for (;;) {
                        sum += segment.get(JAVA_INT, 4);
                    }
                } catch (IllegalStateException e) {
                    assertEquals(0, sum);
                }
            });
            win.free();
            assertTrue(looks.join(Duration.ofSeconds(30)), "it got no exception");
        }
    }
}
