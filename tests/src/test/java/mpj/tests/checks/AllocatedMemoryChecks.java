package mpj.tests.checks;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static mpj.tests.checks.World.COMM;
import static mpj.tests.checks.World.RANK;
import static mpj.tests.checks.World.assertError;
import static mpj.tests.checks.World.assertStatus;
import static mpj.tests.checks.World.meet;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import mpi.Datatype;
import mpi.MPI;
import mpi.Prequest;
import mpi.Request;
import mpj.tests.Check;

/**
 * Messages that are sent from memory of MPI.allocate, or received into it. A peer may read such memory where it lies.
 */
public final class AllocatedMemoryChecks {
    /** Sizes around a packet and around the largest piece that is copied at once, and a size larger than one read. */
    private static final int[] SIZES = {0, 1, 16_383, 16_384, 16_385, 65_536, 300_001, 1 << 20, (9 << 20) + 5};
    private static final int[] OFFSETS = {0, 1, 64, 4095, 4096};
    private static final int LONG = 300_000;

    /** Memory, and the place of a message in it. */
    private static MemorySegment pattern(MemorySegment memory, int offset, int message, int size) {
        MemorySegment.copy(MemorySegment.ofArray(Pattern.of(message, size)), 0, memory, offset, size);
        return memory;
    }

    private static void pass(LongFunction<MemorySegment> sender, LongFunction<MemorySegment> receiver, int offset,
                             int size) {
        if (RANK == 0) {
            COMM.Send(pattern(sender.apply(size + 2L * offset), offset, size, size), offset, size, MPI.BYTE, 1, 1);
        } else if (RANK == 1) {
            MemorySegment memory = receiver.apply(size + 2L * offset).fill((byte) 77);
            assertStatus(0, 1, size, COMM.Recv(memory, offset, size, MPI.BYTE, 0, 1));
            Pattern.assertIs(size, memory, offset, size);
            for (int i = 0; i < offset; i++) {
                assertEquals(77, memory.get(JAVA_BYTE, i), "before the message");
                assertEquals(77, memory.get(JAVA_BYTE, (long) offset + size + i), "behind the message");
            }
        }
    }

    @Check(ranks = 2)
    public void messagesOfAllSizesArriveFromAndToAnyMemory() {
        for (int size : SIZES) {
            for (int offset : OFFSETS) {
                try (Arena arena = Arena.ofShared()) {
                    pass(bytes -> MPI.allocate(bytes, arena), bytes -> MPI.allocate(bytes, arena), offset, size);
                    pass(bytes -> MPI.allocate(bytes, arena), arena::allocate, offset, size);
                    pass(arena::allocate, bytes -> MPI.allocate(bytes, arena), offset, size);
                    pass(MPI::allocate, MPI::allocate, offset, size);
                }
            }
        }
    }

    @Check(ranks = 2)
    public void arraysOfAllTypesReceiveIt() {
        for (ElementKind kind : ElementKind.values()) {
            if (RANK == 0) {
                MemorySegment memory = MPI.allocate((long) LONG * kind.bytes());
                for (int i = 0; i < LONG; i++) {
                    memory.set(JAVA_BYTE, (long) i * kind.bytes(), (byte) (i & 1));
                }
                COMM.Send(memory, 0, LONG, kind.datatype(), 1, 2);
            } else if (RANK == 1) {
                Object array = kind.array(LONG);
                assertStatus(0, 2, LONG, COMM.Recv(array, 0, LONG, kind.datatype(), 0, 2));
                MemorySegment received = Arena.ofAuto().allocate((long) LONG * kind.bytes(), Long.BYTES);
                kind.write(array, received);
                for (int i = 0; i < LONG; i++) {
                    assertEquals(i & 1, received.get(JAVA_BYTE, (long) i * kind.bytes()), kind + " " + i);
                }
            }
        }
    }

    @Check(ranks = 2)
    public void arrayArrivesInIt() {
        for (int size : SIZES) {
            if (RANK == 0) {
                COMM.Send(Pattern.of(size, size), 0, size, MPI.BYTE, 1, 3);
            } else if (RANK == 1) {
                MemorySegment memory = MPI.allocate(size);
                COMM.Recv(memory, 0, size, MPI.BYTE, 0, 3);
                Pattern.assertIs(size, memory, 0, size);
            }
        }
    }

    @Check(ranks = 2)
    public void partsAndBuffersOfIt() {
        MemorySegment memory = MPI.allocate(2 * LONG);
        MemorySegment part = memory.asSlice(123, LONG);
        if (RANK == 0) {
            pattern(part, 0, 4, LONG);
            COMM.Send(part, 0, LONG, MPI.BYTE, 1, 4);
            COMM.Send(part.asByteBuffer(), 0, LONG, MPI.BYTE, 1, 4);
            COMM.Send(part.asReadOnly(), 0, LONG, MPI.BYTE, 1, 4);
        } else if (RANK == 1) {
            for (int i = 0; i < 3; i++) {
                memory.fill((byte) i);
                COMM.Recv(part.asByteBuffer(), 0, LONG, MPI.BYTE, 0, 4);
                Pattern.assertIs(4, memory, 123, LONG);
                assertEquals(i, memory.get(JAVA_BYTE, 122));
                assertEquals(i, memory.get(JAVA_BYTE, 123 + LONG));
            }
        }
    }

    @Check(ranks = 2)
    public void derivedTypesMeetIt() {
        int blocks = 20_000;
        Datatype vector = Datatype.Vector(blocks, 2, 3, MPI.INT);
        vector.Commit();
        MemorySegment memory = MPI.allocate(3L * blocks * Integer.BYTES);
        int[] plain = new int[2 * blocks];
        if (RANK == 0) {
            for (int i = 0; i < 3 * blocks; i++) {
                memory.setAtIndex(JAVA_INT, i, i);
            }
            COMM.Send(memory, 0, 1, vector, 1, 5);
            COMM.Send(memory, 0, 2 * blocks, MPI.INT, 1, 5);
        } else if (RANK == 1) {
            COMM.Recv(plain, 0, 2 * blocks, MPI.INT, 0, 5);
            for (int i = 0; i < plain.length; i++) {
                assertEquals(i / 2 * 3 + i % 2, plain[i]);
            }
            COMM.Recv(memory, 0, 1, vector, 0, 5);
            for (int i = 0; i < plain.length; i++) {
                assertEquals(i, memory.getAtIndex(JAVA_INT, i / 2 * 3 + i % 2));
            }
        }
    }

    @Check(ranks = 2)
    public void manyAreUnderWayBothWaysAtOnce() {
        if (RANK > 1) {
            return;
        }
        List<MemorySegment> in = new ArrayList<>();
        Request[] requests = new Request[40];
        for (int i = 0; i < 20; i++) {
            in.add(MPI.allocate(LONG));
            requests[i] = COMM.Irecv(in.get(i), 0, LONG, MPI.BYTE, 1 - RANK, 6);
        }
        for (int i = 0; i < 20; i++) {
            requests[20 + i] = COMM.Isend(pattern(MPI.allocate(LONG), 0, 100 * RANK + i, LONG), 0, LONG, MPI.BYTE,
                1 - RANK, 6);
        }
        Request.Waitall(requests);
        for (int i = 0; i < 20; i++) {
            Pattern.assertIs(100 * (1 - RANK) + i, in.get(i), 0, LONG);
        }
    }

    @Check(ranks = 2)
    public void synchronousAndUnexpectedMessagesOfIt() {
        MemorySegment memory = MPI.allocate(LONG);
        if (RANK == 0) {
            Request sent = COMM.Issend(pattern(memory, 0, 7, LONG), 0, LONG, MPI.BYTE, 1, 7);
            meet(1, 8);
            assertFalse(sent.Test() != null, "the send is complete although nothing has matched it");
            meet(1, 8);
            sent.Wait();
        } else if (RANK == 1) {
            meet(0, 8);
            assertStatus(0, 7, LONG, COMM.Probe(0, 7));
            meet(0, 8);
            COMM.Recv(memory, 0, LONG, MPI.BYTE, 0, 7);
            Pattern.assertIs(7, memory, 0, LONG);
        }
    }

    @Check(ranks = 2)
    public void persistentSendTakesThePresentContentAtEachStart() {
        MemorySegment memory = MPI.allocate(LONG);
        if (RANK == 0) {
            Prequest send = COMM.Send_init(memory, 0, LONG, MPI.BYTE, 1, 9);
            for (int lap = 0; lap < 10; lap++) {
                pattern(memory, 0, lap, LONG);
                send.Start();
                send.Wait();
            }
            send.Free();
        } else if (RANK == 1) {
            Prequest receive = COMM.Recv_init(memory, 0, LONG, MPI.BYTE, 0, 9);
            for (int lap = 0; lap < 10; lap++) {
                receive.Start();
                receive.Wait();
                Pattern.assertIs(lap, memory, 0, LONG);
            }
            receive.Free();
        }
    }

    @Check(ranks = 2)
    public void messageThatDoesNotFitHarmsNothing() {
        MemorySegment memory = MPI.allocate(LONG);
        if (RANK == 0) {
            COMM.Send(pattern(memory, 0, 10, LONG), 0, LONG, MPI.BYTE, 1, 10);
            COMM.Send(memory, 0, LONG, MPI.BYTE, 1, 10);
        } else if (RANK == 1) {
            memory.fill((byte) 5);
            assertError(MPI.ERR_TRUNCATE, "raise its count",
                () -> COMM.Recv(memory, 0, LONG - 1000, MPI.BYTE, 0, 10));
            for (int i = LONG - 1000; i < LONG; i++) {
                assertEquals(5, memory.get(JAVA_BYTE, i), "beyond what is received");
            }
            COMM.Recv(memory, 0, LONG, MPI.BYTE, 0, 10);
            Pattern.assertIs(10, memory, 0, LONG);
        }
    }

    /**
     * The case in which the peer has read there before, and the case in which it has not. The device of a network must
     * stop using the memory.
     */
    @Check(ranks = 2)
    public void memoryThatIsFreedUnderWayIsAnErrorOfItsOwner() {
        if (!List.of("shm", "threads").contains(System.getProperty("mpj.transport"))) {
            return;
        }
        int size = 4 << 20;
        for (boolean before : new boolean[] {false, true}) {
            MemorySegment received = MPI.allocate(size);
            if (RANK == 0) {
                Request request;
                try (Arena arena = Arena.ofShared()) {
                    MemorySegment memory = MPI.allocate(size, arena);
                    if (before) {
                        COMM.Send(memory, 0, size, MPI.BYTE, 1, 11);
                    }
                    request = COMM.Isend(memory, 0, size, MPI.BYTE, 1, 12);
                }
                meet(1, 13);
                assertError(MPI.ERR_BUFFER, "became inaccessible while its message was under way", request::Wait);
            } else if (RANK == 1) {
                if (before) {
                    COMM.Recv(received, 0, size, MPI.BYTE, 0, 11);
                }
                meet(0, 13);
                COMM.Recv(received, 0, size, MPI.BYTE, 0, 12);
            }
        }
        if (RANK <= 1) {
            meet(1 - RANK, 13);
        }
    }

    /** The next allocation may lie at the same address. */
    @Check(ranks = 2)
    public void memoryThatComesAndGoesIsNeverMistaken() {
        for (int lap = 0; lap < 40; lap++) {
            try (Arena arena = Arena.ofConfined()) {
                boolean own = lap % 4 != 3;
                MemorySegment memory = own ? MPI.allocate(LONG, arena) : arena.allocate(LONG);
                if (RANK == 0) {
                    COMM.Send(pattern(memory, 0, lap, LONG), 0, LONG, MPI.BYTE, 1, 14);
                } else if (RANK == 1) {
                    COMM.Recv(memory, 0, LONG, MPI.BYTE, 0, 14);
                    Pattern.assertIs(lap, memory, 0, LONG);
                }
            }
        }
    }

    @Check
    public void collectivesTakeIt() {
        int count = 40_000;
        MemorySegment mine = MPI.allocate(8L * count);
        MemorySegment all = MPI.allocate(8L * count);
        for (int i = 0; i < count; i++) {
            mine.setAtIndex(JAVA_DOUBLE, i, RANK + i);
        }
        COMM.Allreduce(mine, 0, all, 0, count, MPI.DOUBLE, MPI.SUM);
        for (int i = 0; i < count; i++) {
            assertEquals(World.SIZE * (World.SIZE - 1) / 2.0 + World.SIZE * (double) i,
                all.getAtIndex(JAVA_DOUBLE, i));
        }
        COMM.Bcast(mine, 0, count, MPI.DOUBLE, 0);
        for (int i = 0; i < count; i++) {
            assertEquals(i, mine.getAtIndex(JAVA_DOUBLE, i));
        }
    }

    @Check
    public void memoryIsClearedAlignedAndFreedWithItsArena() {
        for (long bytes : new long[] {0, 1, 63, 4096, 20_000, 1 << 20}) {
            Arena arena = Arena.ofConfined();
            MemorySegment memory = MPI.allocate(bytes, arena);
            assertEquals(bytes, memory.byteSize());
            assertEquals(0, memory.address() % (bytes < 4096 ? 64 : 4096), "alignment of " + bytes);
            for (long i = 0; i < bytes; i++) {
                assertEquals(0, memory.get(JAVA_BYTE, i));
            }
            arena.close();
            assertFalse(memory.scope().isAlive());
        }
    }

    @Check
    public void allocationThatIsTooLargeIsAnError() throws InterruptedException {
        assertError(MPI.ERR_ARG, "bytes is -1; it must be 0 or more", () -> MPI.allocate(-1));
        assertError(MPI.ERR_ARG, "arena is null", () -> MPI.allocate(100_000, null));
        Arena arena = Arena.ofConfined();
        List<Throwable> failures = new ArrayList<>();
        Thread other = new Thread(() -> {
            try {
                assertError(MPI.ERR_ARG, "shared or belongs to this thread", () -> MPI.allocate(100_000, arena));
            } catch (AssertionError e) {
                failures.add(e);
            }
        });
        other.start();
        other.join();
        assertEquals(List.of(), failures);
        arena.close();
        assertError(MPI.ERR_ARG, "arena cannot be used", () -> MPI.allocate(100_000, arena));
        assertError(39, "cannot be allocated", () -> MPI.allocate(Long.MAX_VALUE / 2));
    }
}
