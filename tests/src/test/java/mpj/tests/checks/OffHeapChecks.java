package mpj.tests.checks;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static mpj.tests.checks.World.COMM;
import static mpj.tests.checks.World.RANK;
import static mpj.tests.checks.World.SIZE;
import static mpj.tests.checks.World.assertError;
import static mpj.tests.checks.World.assertStatus;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import mpi.MPI;
import mpi.Request;
import mpi.Status;
import mpj.tests.Check;

/** Messages from and into memory outside the heap, which a transport may read in place. */
public final class OffHeapChecks {
    private static final int[] SIZES = {0, 8, 60_000, 65_536, 300_001, 3 << 20};

    @Check(ranks = 2)
    public void messagesOfAllSizesArrive() {
        try (Arena arena = Arena.ofShared()) {
            for (int size : SIZES) {
                // Room before and after the message, which no call may change.
                MemorySegment memory = arena.allocate(size + 32);
                if (RANK == 0) {
                    MemorySegment.copy(MemorySegment.ofArray(Pattern.of(size, size)), 0, memory, 16, size);
                    COMM.Send(memory, 16, size, MPI.BYTE, 1, 1);
                } else if (RANK == 1) {
                    memory.fill((byte) 77);
                    assertStatus(0, 1, size, COMM.Recv(memory, 16, size, MPI.BYTE, 0, 1));
                    Pattern.assertIs(size, memory.asSlice(16, size).toArray(JAVA_BYTE),
                        0, size);
                    for (int i = 0; i < 16; i++) {
                        assertEquals(77, memory.get(JAVA_BYTE, i));
                        assertEquals(77, memory.get(JAVA_BYTE, 16L + size + i));
                    }
                }
            }
        }
    }

    @Check(ranks = 2)
    public void heapAndOffHeapMeet() {
        int size = 500_000;
        try (Arena arena = Arena.ofShared()) {
            MemorySegment memory = arena.allocate(size);
            byte[] array = Pattern.of(3, size);
            if (RANK == 0) {
                COMM.Send(array, 0, size, MPI.BYTE, 1, 2);
                MemorySegment.copy(MemorySegment.ofArray(array), 0, memory, 0, size);
                COMM.Send(memory, 0, size, MPI.BYTE, 1, 3);
            } else if (RANK == 1) {
                COMM.Recv(memory, 0, size, MPI.BYTE, 0, 2);
                Pattern.assertIs(3, memory.toArray(JAVA_BYTE), 0, size);
                byte[] received = new byte[size];
                COMM.Recv(received, 0, size, MPI.BYTE, 0, 3);
                Pattern.assertIs(3, received, 0, size);
            }
        }
    }

    /**
     * The registration of one arena's memory must not be used for the memory of the next arena, which may lie at the
     * same address.
     */
    @Check(ranks = 2)
    public void memoryThatComesAndGoesIsNeverMistaken() {
        int size = 1 << 20;
        for (int lap = 0; lap < 40; lap++) {
            try (Arena arena = Arena.ofShared()) {
                MemorySegment memory = arena.allocate(size);
                if (RANK == 0) {
                    memory.fill((byte) lap);
                    COMM.Send(memory, 0, size, MPI.BYTE, 1, 4);
                } else if (RANK == 1) {
                    COMM.Recv(memory, 0, size, MPI.BYTE, 0, 4);
                    assertEquals(-1, memory.mismatch(arena.allocate(size).fill((byte) lap)), "lap " + lap);
                }
            }
        }
    }

    @Check(ranks = 2)
    public void manyAreUnderWayBothWaysAtOnce() {
        if (RANK > 1) {
            return;
        }
        int size = 400_000;
        int messages = 20;
        try (Arena arena = Arena.ofShared()) {
            Request[] requests = new Request[2 * messages];
            MemorySegment[] in = new MemorySegment[messages];
            for (int i = 0; i < messages; i++) {
                in[i] = arena.allocate(size);
                requests[i] = COMM.Irecv(in[i], 0, size, MPI.BYTE, 1 - RANK, 5);
            }
            for (int i = 0; i < messages; i++) {
                MemorySegment out = arena.allocate(size).fill((byte) (10 * RANK + i));
                requests[messages + i] = COMM.Isend(out, 0, size, MPI.BYTE, 1 - RANK, 5);
            }
            Request.Waitall(requests);
            for (int i = 0; i < messages; i++) {
                MemorySegment expected = arena.allocate(size).fill((byte) (10 * (1 - RANK) + i));
                assertEquals(-1, in[i].mismatch(expected), "message " + i);
            }
        }
    }

    /** The message arrives before there is a receive for it. */
    @Check(ranks = 2)
    public void unexpectedMessagesAreProbedAndReceived() {
        try (Arena arena = Arena.ofShared()) {
            for (int size : SIZES) {
                MemorySegment memory = arena.allocate(size);
                if (RANK == 0) {
                    MemorySegment.copy(MemorySegment.ofArray(Pattern.of(size, size)), 0, memory, 0, size);
                    COMM.Send(memory, 0, size, MPI.BYTE, 1, 6);
                } else if (RANK == 1) {
                    assertStatus(0, 6, size, COMM.Probe(0, 6));
                    assertStatus(0, 6, size, COMM.Recv(memory, 0, size, MPI.BYTE, 0, 6));
                    Pattern.assertIs(size, memory.toArray(JAVA_BYTE), 0, size);
                }
            }
        }
    }

    /**
     * The message is expected in one case, and unexpected in the other. In both cases the receive fails, no memory
     * after its room is changed, and the next message is right.
     */
    @Check(ranks = 2)
    public void messageThatDoesNotFitHarmsNothing() {
        int size = 200_000;
        try (Arena arena = Arena.ofShared()) {
            MemorySegment memory = arena.allocate(size);
            for (int lap = 0; lap < 4; lap++) {
                boolean expected = lap % 2 == 0;
                if (RANK == 0) {
                    memory.fill((byte) lap);
                    if (expected) {
                        COMM.Recv(new byte[0], 0, 0, MPI.BYTE, 1, 8);
                    }
                    COMM.Send(memory, 0, size, MPI.BYTE, 1, 7);
                    COMM.Send(memory, 0, size, MPI.BYTE, 1, 7);
                } else if (RANK == 1) {
                    memory.fill((byte) 99);
                    int type = lap < 2 ? MPI.ERR_TRUNCATE : MPI.ERR_TYPE;
                    if (!expected) {
                        COMM.Probe(0, 7);
                    }
                    Request receive = lap < 2 ? COMM.Irecv(memory, 0, size - 8, MPI.BYTE, 0, 7)
                        : COMM.Irecv(memory, 0, size / 8, MPI.DOUBLE, 0, 7);
                    if (expected) {
                        COMM.Send(new byte[0], 0, 0, MPI.BYTE, 0, 8);
                    }
                    assertError(type, "with tag 7 from rank 0 of the job", receive::Wait);
                    for (int i = lap < 2 ? size - 8 : 0; i < size; i++) {
                        assertEquals(99, memory.get(JAVA_BYTE, i), "byte " + i);
                    }
                    assertStatus(0, 7, size, COMM.Recv(memory, 0, size, MPI.BYTE, 0, 7));
                    assertEquals(-1, memory.mismatch(arena.allocate(size).fill((byte) lap)));
                }
            }
        }
    }

    /** More messages at a time than there is memory for. Some of them are expected, and some are not. */
    @Check(ranks = 3)
    public void manySendToOne() {
        int messages = 60;
        int size = 150_000;
        try (Arena arena = Arena.ofShared()) {
            MemorySegment memory = arena.allocate(size);
            if (RANK > 0) {
                for (int i = 0; i < messages; i++) {
                    memory.fill((byte) (RANK + i));
                    COMM.Send(memory, 0, size, MPI.BYTE, 0, i);
                }
                return;
            }
            int[] next = new int[SIZE];
            for (int i = 0; i < messages * (SIZE - 1); i++) {
                Status status = COMM.Recv(memory, 0, size, MPI.BYTE, MPI.ANY_SOURCE, MPI.ANY_TAG);
                assertEquals(next[status.source]++, status.tag, "order from rank " + status.source);
                byte expected = (byte) (status.source + status.tag);
                assertEquals(expected, memory.get(JAVA_BYTE, 0));
                assertEquals(expected, memory.get(JAVA_BYTE, size - 1));
            }
        }
    }
}
