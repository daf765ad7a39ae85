package mpj.transport.mpi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import mpj.bindings.mpi.mpi_h;

/**
 * Finds out whether a library keeps a message's size in the first of its own words in an MPI_Status, as MPICH and Intel
 * MPI do. Then reading it is no call: of small messages a call would take a tenth of the time. Nothing in MPI promises
 * it, so it is tried with messages of several sizes. Later it is relied on only for a status whose other words are
 * zero, as they were then; the library is asked of any other, and so of sizes that an int does not hold.
 */
final class SizeWord {
    private static final int[] SIZES = {0, 1, 0x102, 0x1_0203};

    private SizeWord() {
    }

    static boolean isFirst() {
        MemorySegment self = mpi_h.MPI_COMM_SELF();
        MpiStatus status = new MpiStatus(false);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment request = arena.allocate(ValueLayout.ADDRESS);
            MemorySegment sent = arena.allocate(SIZES[SIZES.length - 1]);
            MemorySegment received = arena.allocate(sent.byteSize());
            boolean first = true;
            for (int size : SIZES) {
                MpiErrors.check(mpi_h.MPI_Isend_c(sent, size, mpi_h.MPI_BYTE(), 0, 0, self, request), "MPI_Isend_c");
                MpiErrors.check(mpi_h.MPI_Recv_c(received, received.byteSize(), mpi_h.MPI_BYTE(), 0, 0, self,
                    MemorySegment.ofAddress(status.address())), "MPI_Recv_c");
                MpiErrors.check(mpi_h.MPI_Wait(request, MemorySegment.NULL), "MPI_Wait");
                first &= status.bytes() == size && status.firstWord() == size && status.othersAreZero();
            }
            return first;
        }
    }
}
