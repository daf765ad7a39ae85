package mpj.transport.mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import mpj.bindings.mpi.MPI_Status;
import org.junit.jupiter.api.Test;

/** The memory of a status, as functions of the library fill it. No library is needed to read it. */
class MpiStatusTest {
    private final MpiStatus status = new MpiStatus();
    private final MemorySegment memory = MemorySegment.ofAddress(status.address()).reinterpret(MPI_Status.sizeof());

    private static MemorySegment at(long address, long bytes) {
        return MemorySegment.ofAddress(address).reinterpret(bytes);
    }

    @Test
    void sourceAndTagAreThoseOfTheStructure() {
        MPI_Status.MPI_SOURCE(memory, 7);
        MPI_Status.MPI_TAG(memory, 8);
        assertEquals(7, status.source());
        assertEquals(8, status.tag());
    }

    @Test
    void newStatusHasNoRequest() {
        assertEquals(0, status.request());
        assertFalse(status.flag());
    }

    @Test
    void requestAndFlagLieBesideTheStructure() {
        MPI_Status.MPI_SOURCE(memory, 7);
        at(status.requestAddress(), Long.BYTES).set(ValueLayout.JAVA_LONG, 0, -1L);
        assertEquals(-1L, status.request());
        assertFalse(status.flag());
        at(status.flagAddress(), Integer.BYTES).set(ValueLayout.JAVA_INT, 0, 1);
        assertTrue(status.flag());
        assertEquals(-1L, status.request());
        memory.fill((byte) 0);
        assertTrue(status.flag());
        assertEquals(-1L, status.request());
        assertTrue(status.flagAddress() >= status.address() + MPI_Status.sizeof());
    }

    @Test
    void wordsAreAligned() {
        assertEquals(0, status.address() % Long.BYTES);
        assertEquals(0, status.requestAddress() % Long.BYTES);
        assertEquals(0, status.flagAddress() % Long.BYTES); // MPI_Get_count_c stores a long there
    }
}
