package mpj.transport.mpi;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import mpj.bindings.mpi.mpi_h;
import mpj.transport.spi.LibraryWindows;
import mpj.transport.spi.MessageLibrary.Element;
import mpj.transport.spi.MessageLibrary.Reduction;

/**
 * The library's windows. As in {@link MpiCalls}, the arguments of operations are numbers, and a function is linked when
 * it is first called. MPI_MODE_NOCHECK tells the library that no rank will ask for an exclusive lock, so its shared
 * locks need no messages.
 */
final class MpiWindows implements LibraryWindows {
    private static final long BYTE = mpi_h.MPI_BYTE().address();
    private static final int UNIT = 1;

    private static final class Put {
        static final MethodHandle CALL = MpiCalls.handle(mpi_h.MPI_Put_c$address(), JAVA_LONG, JAVA_LONG, JAVA_LONG,
            JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    }

    private static final class Get {
        static final MethodHandle CALL = MpiCalls.handle(mpi_h.MPI_Get_c$address(), JAVA_LONG, JAVA_LONG, JAVA_LONG,
            JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    }

    private static final class Accumulate {
        static final MethodHandle CALL = MpiCalls.handle(mpi_h.MPI_Accumulate_c$address(), JAVA_LONG, JAVA_LONG,
            JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    }

    private static final class GetAccumulate {
        static final MethodHandle CALL = MpiCalls.handle(mpi_h.MPI_Get_accumulate_c$address(), JAVA_LONG, JAVA_LONG,
            JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG,
            JAVA_LONG);
    }

    private static final class FetchAndOp {
        static final MethodHandle CALL = MpiCalls.handle(mpi_h.MPI_Fetch_and_op$address(), JAVA_LONG, JAVA_LONG,
            JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    }

    private static final class CompareAndSwap {
        static final MethodHandle CALL = MpiCalls.handle(mpi_h.MPI_Compare_and_swap$address(), JAVA_LONG, JAVA_LONG,
            JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG);
    }

    private static final class Flush {
        static final MethodHandle CALL = MpiCalls.handle(mpi_h.MPI_Win_flush$address(), JAVA_INT, JAVA_LONG);
    }

    private static MemorySegment handle(long number) {
        return MemorySegment.ofAddress(number);
    }

    // ------------------------------------------------------------------------------------------- making and freeing

    @Override
    public long create(long address, long bytes, long communicator) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment made = arena.allocate(ADDRESS);
            MpiErrors.check(mpi_h.MPI_Win_create_c(handle(address), bytes, UNIT, mpi_h.MPI_INFO_NULL(),
                handle(communicator), made), "MPI_Win_create_c");
            return opened(made);
        }
    }

    @Override
    public Allocated allocate(long bytes, long communicator) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment made = arena.allocate(ADDRESS);
            MemorySegment base = arena.allocate(ADDRESS);
            MpiErrors.check(mpi_h.MPI_Win_allocate_c(bytes, UNIT, mpi_h.MPI_INFO_NULL(), handle(communicator), base,
                made), "MPI_Win_allocate_c");
            return new Allocated(opened(made), base.get(JAVA_LONG, 0));
        }
    }

    @Override
    public Allocated allocateShared(long bytes, boolean contiguous, long communicator) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment made = arena.allocate(ADDRESS);
            MemorySegment base = arena.allocate(ADDRESS);
            MemorySegment info = arena.allocate(ADDRESS);
            MpiErrors.check(mpi_h.MPI_Info_create(info), "MPI_Info_create");
            MpiErrors.check(mpi_h.MPI_Info_set(info.get(ADDRESS, 0), arena.allocateFrom("alloc_shared_noncontig"),
                arena.allocateFrom(contiguous ? "false" : "true")), "MPI_Info_set");
            int result = mpi_h.MPI_Win_allocate_shared_c(bytes, UNIT, info.get(ADDRESS, 0), handle(communicator), base,
                made);
            mpi_h.MPI_Info_free(info);
            MpiErrors.check(result, "MPI_Win_allocate_shared_c");
            return new Allocated(opened(made), base.get(JAVA_LONG, 0));
        }
    }

    private static long opened(MemorySegment made) {
        MemorySegment window = made.get(ADDRESS, 0);
        MpiErrors.check(mpi_h.MPI_Win_set_errhandler(window, mpi_h.MPI_ERRORS_RETURN()), "MPI_Win_set_errhandler");
        MpiErrors.check(mpi_h.MPI_Win_lock_all(mpi_h.MPI_MODE_NOCHECK(), window), "MPI_Win_lock_all");
        return window.address();
    }

    @Override
    public long address(int rank, long window) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment size = arena.allocate(JAVA_LONG);
            MemorySegment unit = arena.allocate(JAVA_LONG);
            MemorySegment base = arena.allocate(ADDRESS);
            MpiErrors.check(mpi_h.MPI_Win_shared_query_c(handle(window), rank, size, unit, base),
                "MPI_Win_shared_query_c");
            return base.get(JAVA_LONG, 0);
        }
    }

    @Override
    @SuppressWarnings("restricted")
    public boolean isUnified(long window) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment value = arena.allocate(ADDRESS);
            MemorySegment flag = arena.allocate(JAVA_INT);
            MpiErrors.check(mpi_h.MPI_Win_get_attr(handle(window), mpi_h.MPI_WIN_MODEL(), value, flag),
                "MPI_Win_get_attr");
            return flag.get(JAVA_INT, 0) != 0
                && value.get(ADDRESS, 0).reinterpret(Integer.BYTES).get(JAVA_INT, 0) == mpi_h.MPI_WIN_UNIFIED();
        }
    }

    @Override
    public void free(long window) {
        try (Arena arena = Arena.ofConfined()) {
            MpiErrors.check(mpi_h.MPI_Win_unlock_all(handle(window)), "MPI_Win_unlock_all");
            MpiErrors.check(mpi_h.MPI_Win_free(arena.allocateFrom(JAVA_LONG, window)), "MPI_Win_free");
        }
    }

    // ------------------------------------------------------------------------------------------- completion

    @Override
    public void flush(int target, long window) {
        int result;
        try {
            result = (int) Flush.CALL.invokeExact(target, window);
        } catch (Throwable e) {
            throw MpiCalls.unexpected(e);
        }
        MpiErrors.check(result, "MPI_Win_flush");
    }

    @Override
    public void flushLocal(int target, long window) {
        MpiErrors.check(mpi_h.MPI_Win_flush_local(target, handle(window)), "MPI_Win_flush_local");
    }

    @Override
    public void sync(long window) {
        MpiErrors.check(mpi_h.MPI_Win_sync(handle(window)), "MPI_Win_sync");
    }

    // ------------------------------------------------------------------------------------------- operations

    @Override
    public void put(long address, long items, long datatype, int target, long displacement, long targetItems,
                    long targetType, long window) {
        int result;
        try {
            result = (int) Put.CALL.invokeExact(address, items, datatype, target, displacement, targetItems, targetType,
                window);
        } catch (Throwable e) {
            throw MpiCalls.unexpected(e);
        }
        MpiErrors.check(result, "MPI_Put_c");
    }

    @Override
    public long startPut(long address, long items, long datatype, int target, long displacement, long targetItems,
                         long targetType, long window) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment request = arena.allocate(ADDRESS);
            MpiErrors.check(mpi_h.MPI_Rput_c(handle(address), items, handle(datatype), target, displacement,
                targetItems, handle(targetType), handle(window), request), "MPI_Rput_c");
            return request.get(JAVA_LONG, 0);
        }
    }

    @Override
    public void get(long address, long items, long datatype, int target, long displacement, long targetItems,
                    long targetType, long window) {
        int result;
        try {
            result = (int) Get.CALL.invokeExact(address, items, datatype, target, displacement, targetItems, targetType,
                window);
        } catch (Throwable e) {
            throw MpiCalls.unexpected(e);
        }
        MpiErrors.check(result, "MPI_Get_c");
    }

    @Override
    public long startGet(long address, long items, long datatype, int target, long displacement, long targetItems,
                         long targetType, long window) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment request = arena.allocate(ADDRESS);
            MpiErrors.check(mpi_h.MPI_Rget_c(handle(address), items, handle(datatype), target, displacement,
                targetItems, handle(targetType), handle(window), request), "MPI_Rget_c");
            return request.get(JAVA_LONG, 0);
        }
    }

    @Override
    public void accumulate(long address, long elements, long datatype, int target, long displacement, long targetItems,
                           long targetType, long operation, long window) {
        int result;
        try {
            result = (int) Accumulate.CALL.invokeExact(address, elements, datatype, target, displacement, targetItems,
                targetType, operation, window);
        } catch (Throwable e) {
            throw MpiCalls.unexpected(e);
        }
        MpiErrors.check(result, "MPI_Accumulate_c");
    }

    @Override
    public long startAccumulate(long address, long elements, long datatype, int target, long displacement,
                                long targetItems, long targetType, long operation, long window) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment request = arena.allocate(ADDRESS);
            MpiErrors.check(mpi_h.MPI_Raccumulate_c(handle(address), elements, handle(datatype), target, displacement,
                targetItems, handle(targetType), handle(operation), handle(window), request), "MPI_Raccumulate_c");
            return request.get(JAVA_LONG, 0);
        }
    }

    @Override
    public void getAccumulate(long address, long result, long elements, long datatype, int target, long displacement,
                              long targetItems, long targetType, long operation, long window) {
        int outcome;
        try {
            outcome = (int) GetAccumulate.CALL.invokeExact(address, elements, datatype, result, elements, datatype,
                target, displacement, targetItems, targetType, operation, window);
        } catch (Throwable e) {
            throw MpiCalls.unexpected(e);
        }
        MpiErrors.check(outcome, "MPI_Get_accumulate_c");
    }

    @Override
    public long startGetAccumulate(long address, long result, long elements, long datatype, int target,
                                   long displacement, long targetItems, long targetType, long operation, long window) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment request = arena.allocate(ADDRESS);
            MpiErrors.check(mpi_h.MPI_Rget_accumulate_c(handle(address), elements, handle(datatype), handle(result),
                elements, handle(datatype), target, displacement, targetItems, handle(targetType), handle(operation),
                handle(window), request), "MPI_Rget_accumulate_c");
            return request.get(JAVA_LONG, 0);
        }
    }

    @Override
    public void fetchAndOp(long address, long result, long datatype, int target, long displacement, long operation,
                           long window) {
        int outcome;
        try {
            outcome = (int) FetchAndOp.CALL.invokeExact(address, result, datatype, target, displacement, operation,
                window);
        } catch (Throwable e) {
            throw MpiCalls.unexpected(e);
        }
        MpiErrors.check(outcome, "MPI_Fetch_and_op");
    }

    @Override
    public void compareAndSwap(long address, long compare, long result, long datatype, int target, long displacement,
                               long window) {
        int outcome;
        try {
            outcome = (int) CompareAndSwap.CALL.invokeExact(address, compare, result, datatype, target, displacement,
                window);
        } catch (Throwable e) {
            throw MpiCalls.unexpected(e);
        }
        MpiErrors.check(outcome, "MPI_Compare_and_swap");
    }

    // ------------------------------------------------------------------------------------------- what they take

    @Override
    public long bytes() {
        return BYTE;
    }

    @Override
    public long datatype(Element element) {
        return MpiCollectives.datatype(element);
    }

    @Override
    public long blocks(long datatype, long[] displacements, long[] lengths, long extent) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment blocks = arena.allocate(ADDRESS);
            MpiErrors.check(mpi_h.MPI_Type_create_hindexed_c(lengths.length, arena.allocateFrom(JAVA_LONG, lengths),
                arena.allocateFrom(JAVA_LONG, displacements), handle(datatype), blocks), "MPI_Type_create_hindexed_c");
            return MpiLibrary.committed(blocks, extent, arena);
        }
    }

    @Override
    public void freeDatatype(long datatype) {
        try (Arena arena = Arena.ofConfined()) {
            MpiErrors.check(mpi_h.MPI_Type_free(arena.allocateFrom(JAVA_LONG, datatype)), "MPI_Type_free");
        }
    }

    @Override
    public long operation(Reduction reduction) {
        return MpiCollectives.operation(reduction);
    }

    @Override
    public long replace() {
        return mpi_h.MPI_REPLACE().address();
    }

    @Override
    public long noOp() {
        return mpi_h.MPI_NO_OP().address();
    }
}
