package mpj.tests.checks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;
import org.junit.jupiter.api.function.Executable;

/** This rank and its neighbours in the ring of all ranks. If there is one rank, it is its own neighbour. */
final class World {
    static final Intracomm COMM = MPI.COMM_WORLD;
    static final int RANK = COMM.Rank();
    static final int SIZE = COMM.Size();
    static final int NEXT = (RANK + 1) % SIZE;
    static final int PREVIOUS = (RANK + SIZE - 1) % SIZE;

    /**
     * Sizes of messages, in bytes, on both sides of every limit of the protocols: zero, the most that fits beside an
     * envelope, a cache line, a packet, the eager limit, and more.
     */
    static final int[] SIZES = {0, 1, 7, 8, 39, 40, 41, 63, 64, 65, 1000, 4095, 8191, 8192, 8193, 16383, 16384, 16385,
        32768, 65535, 65536, 65537, 131072, 262143, 262144, 262145, (1 << 20) - 1, 1 << 20, (1 << 20) + 1};

    private World() {
    }

    static void assertStatus(int source, int tag, int count, Status status) {
        assertEquals(source, status.source, "source in the status");
        assertEquals(tag, status.tag, "tag in the status");
        assertEquals(count, status.count, "count in the status");
    }

    /** Asserts that the call throws an error of this class, whose message contains these words. */
    static void assertError(int errorClass, String words, Executable call) {
        MPIException e = assertThrows(MPIException.class, call, () -> "expected an error that says: " + words);
        assertTrue(e.getMessage().contains(words), () -> "\"" + e.getMessage() + "\" does not say: " + words);
        assertEquals(errorClass, e.Get_error_class(), e.getMessage());
    }

    /**
     * Exchanges an empty message with a rank. Afterwards all earlier messages of that rank have arrived, and both ranks
     * have made progress.
     */
    static void meet(int other, int tag) {
        COMM.Sendrecv(new byte[0], 0, 0, MPI.BYTE, other, tag, new byte[0], 0, 0, MPI.BYTE, other, tag);
    }
}
