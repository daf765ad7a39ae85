package mpj.tests.openmpi.checks;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static mpj.tests.openmpi.checks.World.COMM;
import static mpj.tests.openmpi.checks.World.NEXT;
import static mpj.tests.openmpi.checks.World.PREVIOUS;
import static mpj.tests.openmpi.checks.World.RANK;
import static mpj.tests.openmpi.checks.World.assertError;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import mpi.MPI;
import mpi.Request;
import mpj.tests.Check;

/** MPI_Alloc_mem: memory that peers may read where it lies. */
public final class AllocatedMemoryChecks {
    private static final int[] COUNTS = {0, 1, 4096, 4097, 100_000, 1 << 20};
    private static final int TAG = 7;

    private static MemorySegment filled(int count) {
        MemorySegment memory = MPI.allocate((long) count * Integer.BYTES);
        for (int i = 0; i < count; i++) {
            memory.setAtIndex(JAVA_INT, i, RANK + i);
        }
        return memory;
    }

    private static void assertReceived(MemorySegment memory, int count) {
        for (int i = 0; i < count; i++) {
            assertEquals(PREVIOUS + i, memory.getAtIndex(JAVA_INT, i), "element " + i + " of " + count);
        }
    }

    @Check
    public void messagesOfItArrive() {
        for (int count : COUNTS) {
            MemorySegment received = MPI.allocate((long) count * Integer.BYTES);
            Request sent = COMM.iSend(filled(count), count, MPI.INT, NEXT, TAG);
            COMM.recv(received, count, MPI.INT, PREVIOUS, TAG);
            sent.waitFor();
            assertReceived(received, count);
        }
    }

    @Check
    public void buffersAndArraysMeetIt() {
        int count = 100_000;
        int[] received = new int[count];
        COMM.sendRecv(filled(count).asByteBuffer().order(ByteOrder.nativeOrder()).asIntBuffer(), count, MPI.INT, NEXT,
            TAG, received, count, MPI.INT, PREVIOUS, TAG);
        assertReceived(MemorySegment.ofArray(received), count);
        MemorySegment memory = MPI.allocate((long) count * Integer.BYTES);
        int[] own = filled(count).toArray(JAVA_INT);
        COMM.sendRecv(own, count, MPI.INT, NEXT, TAG, memory, count, MPI.INT, PREVIOUS, TAG);
        assertReceived(memory, count);
    }

    @Check
    public void collectivesTakeIt() {
        int count = 50_000;
        MemorySegment sum = MPI.allocate((long) count * Integer.BYTES);
        COMM.allReduce(filled(count), sum, count, MPI.INT, MPI.MAX);
        for (int i = 0; i < count; i++) {
            assertEquals(COMM.getSize() - 1 + i, sum.getAtIndex(JAVA_INT, i));
        }
    }

    @Check
    public void allocationThatIsTooLargeIsAnError() {
        assertError(MPI.ERR_ARG, "bytes is -8; it must be 0 or more", () -> MPI.allocate(-8));
        assertError(MPI.ERR_ARG, "arena is null", () -> MPI.allocate(8, null));
        assertError(MPI.ERR_NO_MEM, "cannot be allocated", () -> MPI.allocate(Long.MAX_VALUE / 2, Arena.ofAuto()));
    }
}
