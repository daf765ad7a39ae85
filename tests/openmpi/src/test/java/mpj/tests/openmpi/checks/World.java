package mpj.tests.openmpi.checks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.stream.IntStream;
import mpi.Comm;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;
import org.junit.jupiter.api.function.Executable;

/**
 * What checks of several ranks have in common: this rank and its neighbours in the ring of all ranks (a single rank is
 * its own neighbour), values that show which rank they belong to, and assertions.
 */
final class World {
    static final Intracomm COMM = MPI.COMM_WORLD;
    static final int RANK = COMM.getRank();
    static final int SIZE = COMM.getSize();
    static final int NEXT = (RANK + 1) % SIZE;
    static final int PREVIOUS = (RANK + SIZE - 1) % SIZE;

    private World() {
    }

    /** Values that show which rank sends them, and to which rank. */
    static int[] items(int rank, int to, int count) {
        return IntStream.range(0, count).map(i -> rank * 10_000 + to * 100 + i).toArray();
    }

    /** Arrays one after the other. */
    static int[] joined(int[]... parts) {
        return Arrays.stream(parts).flatMapToInt(Arrays::stream).toArray();
    }

    /** The values that each rank's number gives, one rank after the other. */
    static int[] ofEach(int ranks, Blocks.Block part) {
        return joined(IntStream.range(0, ranks).mapToObj(part::values).toArray(int[][]::new));
    }

    static void assertStatus(int source, int tag, Datatype type, int count, Status status) {
        assertEquals(source, status.getSource(), "source in the status");
        assertEquals(tag, status.getTag(), "tag in the status");
        assertEquals(count, status.getCount(type), "count in the status");
        assertEquals(MPI.SUCCESS, status.getError(), "error in the status");
    }

    /** Exchanges an empty message with a rank. Afterwards all earlier messages of that rank have arrived. */
    static void meet(int other, int tag) {
        COMM.sendRecv(new byte[0], 0, MPI.BYTE, other, tag, new byte[0], 0, MPI.BYTE, other, tag);
    }

    /** Asserts that the call throws an error of this class, whose message contains these words. */
    static void assertError(int errorClass, String words, Executable call) {
        MPIException e = assertThrows(MPIException.class, call, () -> "expected an error that says: " + words);
        assertTrue(e.getMessage().contains(words), () -> "\"" + e.getMessage() + "\" does not say: " + words);
        assertEquals(errorClass, e.getErrorClass(), e.getMessage());
    }

    /** Asserts that a communicator of one group works: every rank sends its number in the world around the ring. */
    static void assertRing(Comm comm, int... worldRanks) {
        int size = comm.getSize();
        assertEquals(worldRanks.length, size);
        assertEquals(worldRanks[comm.getRank()], RANK);
        int[] received = new int[1];
        comm.sendRecv(new int[] {RANK}, 1, MPI.INT, (comm.getRank() + 1) % size, 3, received, 1, MPI.INT,
            (comm.getRank() + size - 1) % size, 3);
        assertEquals(worldRanks[(comm.getRank() + size - 1) % size], received[0]);
    }
}
