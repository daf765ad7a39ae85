package mpj.transport.mpi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import mpj.bindings.mpi.MPI_Status;
import mpj.bindings.mpi.mpi_h;
import mpj.transport.spi.LibraryStatus;

/** An MPI_Status. */
final class MpiStatus implements LibraryStatus {
    private static final long NUMBER_AT = MPI_Status.sizeof();

    private final MemorySegment memory = Arena.ofAuto().allocate(NUMBER_AT + Long.BYTES, Long.BYTES);

    long address() {
        return memory.address();
    }

    @Override
    public int source() {
        return MPI_Status.MPI_SOURCE(memory);
    }

    @Override
    public int tag() {
        return MPI_Status.MPI_TAG(memory);
    }

    @Override
    public long bytes() {
        MpiErrors.check(MpiCalls.getCount(address(), address() + NUMBER_AT), "MPI_Get_count_c");
        return memory.get(ValueLayout.JAVA_LONG, NUMBER_AT);
    }

    @Override
    public boolean cancelled() {
        MemorySegment flag = memory.asSlice(NUMBER_AT);
        MpiErrors.check(mpi_h.MPI_Test_cancelled(memory, flag), "MPI_Test_cancelled");
        return flag.get(ValueLayout.JAVA_INT, 0) != 0;
    }
}
