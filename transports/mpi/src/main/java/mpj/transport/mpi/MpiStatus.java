package mpj.transport.mpi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import mpj.bindings.mpi.MPI_Status;
import mpj.bindings.mpi.mpi_h;
import mpj.transport.spi.LibraryStatus;

/** An MPI_Status, with room for the request that fills it. */
final class MpiStatus implements LibraryStatus {
    private static final long SOURCE_AT = MPI_Status.MPI_SOURCE$offset();
    private static final long TAG_AT = MPI_Status.MPI_TAG$offset();
    private static final long NUMBER_AT = MPI_Status.sizeof();
    private static final long REQUEST_AT = NUMBER_AT + Long.BYTES;
    private static final long ALL_BYTES = REQUEST_AT + Long.BYTES;
    /** Memory is read through this segment, whose bounds and lifetime the compiler knows. */
    private static final MemorySegment MEMORY = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    private final MemorySegment memory = Arena.ofAuto().allocate(ALL_BYTES, Long.BYTES);
    private final long address = memory.address();

    long address() {
        return address;
    }

    /** The address where a call stores a request. */
    long requestAddress() {
        return address + REQUEST_AT;
    }

    /** The request stored there; 0 before the first call. */
    long request() {
        return MEMORY.get(ValueLayout.JAVA_LONG, requestAddress());
    }

    /** The address where a call stores a flag. */
    long flagAddress() {
        return address + NUMBER_AT;
    }

    boolean flag() {
        return MEMORY.get(ValueLayout.JAVA_INT, address + NUMBER_AT) != 0;
    }

    @Override
    public int source() {
        return MEMORY.get(ValueLayout.JAVA_INT, address + SOURCE_AT);
    }

    @Override
    public int tag() {
        return MEMORY.get(ValueLayout.JAVA_INT, address + TAG_AT);
    }

    @Override
    public long bytes() {
        MpiErrors.check(MpiCalls.getCount(address, address + NUMBER_AT), "MPI_Get_count_c");
        return memory.get(ValueLayout.JAVA_LONG, NUMBER_AT);
    }

    @Override
    public boolean cancelled() {
        MemorySegment flag = memory.asSlice(NUMBER_AT);
        MpiErrors.check(mpi_h.MPI_Test_cancelled(memory, flag), "MPI_Test_cancelled");
        return flag.get(ValueLayout.JAVA_INT, 0) != 0;
    }
}
