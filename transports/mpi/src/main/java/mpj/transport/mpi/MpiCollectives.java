package mpj.transport.mpi;

import java.lang.foreign.MemorySegment;
import mpj.bindings.mpi.mpi_h;
import mpj.transport.spi.LibraryCollectives;
import mpj.transport.spi.MessageLibrary.Element;
import mpj.transport.spi.MessageLibrary.Reduction;

/** The library's blocking collectives. */
final class MpiCollectives implements LibraryCollectives {
    private static final MemorySegment BYTE = mpi_h.MPI_BYTE();
    private static final MemorySegment NULL = MemorySegment.NULL;
    private static final MemorySegment IN_PLACE = mpi_h.MPI_IN_PLACE();

    private static MemorySegment handle(long communicator) {
        return MemorySegment.ofAddress(communicator);
    }

    private static MemorySegment orInPlace(MemorySegment memory) {
        return memory == null ? IN_PLACE : memory;
    }

    private static MemorySegment orNull(MemorySegment memory) {
        return memory == null ? NULL : memory;
    }

    private static MemorySegment datatype(Element element) {
        return switch (element) {
            case BYTE -> mpi_h.MPI_INT8_T();
            case CHAR -> mpi_h.MPI_UINT16_T();
            case SHORT -> mpi_h.MPI_INT16_T();
            case INT -> mpi_h.MPI_INT32_T();
            case LONG -> mpi_h.MPI_INT64_T();
            case FLOAT -> mpi_h.MPI_FLOAT();
            case DOUBLE -> mpi_h.MPI_DOUBLE();
            case BOOLEAN -> mpi_h.MPI_C_BOOL();
        };
    }

    private static MemorySegment operation(Reduction reduction) {
        return switch (reduction) {
            case MAX -> mpi_h.MPI_MAX();
            case MIN -> mpi_h.MPI_MIN();
            case SUM -> mpi_h.MPI_SUM();
            case PROD -> mpi_h.MPI_PROD();
            case LAND -> mpi_h.MPI_LAND();
            case BAND -> mpi_h.MPI_BAND();
            case LOR -> mpi_h.MPI_LOR();
            case BOR -> mpi_h.MPI_BOR();
            case LXOR -> mpi_h.MPI_LXOR();
            case BXOR -> mpi_h.MPI_BXOR();
        };
    }

    @Override
    public void barrier(long communicator) {
        MpiErrors.check(mpi_h.MPI_Barrier(handle(communicator)), "MPI_Barrier");
    }

    @Override
    public void bcast(MemorySegment memory, long bytes, int root, long communicator) {
        MpiErrors.check(mpi_h.MPI_Bcast_c(memory, bytes, BYTE, root, handle(communicator)), "MPI_Bcast_c");
    }

    @Override
    public void gather(MemorySegment sent, long bytes, MemorySegment received, MemorySegment sizes,
                       MemorySegment places, boolean varying, int root, long communicator) {
        if (varying) {
            MpiErrors.check(mpi_h.MPI_Gatherv_c(orInPlace(sent), bytes, BYTE, orNull(received), orNull(sizes),
                orNull(places), BYTE, root, handle(communicator)), "MPI_Gatherv_c");
        } else {
            MpiErrors.check(mpi_h.MPI_Gather_c(orInPlace(sent), bytes, BYTE, orNull(received), bytes, BYTE, root,
                handle(communicator)), "MPI_Gather_c");
        }
    }

    @Override
    public void scatter(MemorySegment sent, MemorySegment sizes, MemorySegment places, boolean varying,
                        MemorySegment received, long bytes, int root, long communicator) {
        if (varying) {
            MpiErrors.check(mpi_h.MPI_Scatterv_c(orNull(sent), orNull(sizes), orNull(places), BYTE,
                orInPlace(received), bytes, BYTE, root, handle(communicator)), "MPI_Scatterv_c");
        } else {
            MpiErrors.check(mpi_h.MPI_Scatter_c(orNull(sent), bytes, BYTE, orInPlace(received), bytes, BYTE, root,
                handle(communicator)), "MPI_Scatter_c");
        }
    }

    @Override
    public void allgather(MemorySegment sent, long bytes, MemorySegment received, MemorySegment sizes,
                          MemorySegment places, long communicator) {
        if (sizes != null) {
            MpiErrors.check(mpi_h.MPI_Allgatherv_c(orInPlace(sent), bytes, BYTE, received, sizes, places, BYTE,
                handle(communicator)), "MPI_Allgatherv_c");
        } else {
            MpiErrors.check(mpi_h.MPI_Allgather_c(orInPlace(sent), bytes, BYTE, received, bytes, BYTE,
                handle(communicator)), "MPI_Allgather_c");
        }
    }

    @Override
    public void alltoall(MemorySegment sent, MemorySegment sizes, MemorySegment places, MemorySegment received,
                         long bytes, MemorySegment receivedSizes, MemorySegment receivedPlaces, long communicator) {
        if (sizes != null) {
            MpiErrors.check(mpi_h.MPI_Alltoallv_c(orInPlace(sent), sizes, places, BYTE, received, receivedSizes,
                receivedPlaces, BYTE, handle(communicator)), "MPI_Alltoallv_c");
        } else {
            MpiErrors.check(mpi_h.MPI_Alltoall_c(orInPlace(sent), bytes, BYTE, received, bytes, BYTE,
                handle(communicator)), "MPI_Alltoall_c");
        }
    }

    @Override
    public void reduce(Form form, MemorySegment sent, MemorySegment received, long elements, Element element,
                       Reduction reduction, int root, long communicator) {
        MemorySegment from = orInPlace(sent);
        MemorySegment to = orNull(received);
        MemorySegment type = datatype(element);
        MemorySegment op = operation(reduction);
        MemorySegment comm = handle(communicator);
        MpiErrors.check(switch (form) {
            case REDUCE -> mpi_h.MPI_Reduce_c(from, to, elements, type, op, root, comm);
            case ALLREDUCE -> mpi_h.MPI_Allreduce_c(from, to, elements, type, op, comm);
            case SCAN -> mpi_h.MPI_Scan_c(from, to, elements, type, op, comm);
            case EXSCAN -> mpi_h.MPI_Exscan_c(from, to, elements, type, op, comm);
            case REDUCE_SCATTER_BLOCK -> mpi_h.MPI_Reduce_scatter_block_c(from, to, elements, type, op, comm);
        }, "MPI_Reduce_c or another reduction");
    }

    @Override
    public void reduceScatter(MemorySegment sent, MemorySegment received, MemorySegment elements, Element element,
                              Reduction reduction, long communicator) {
        MpiErrors.check(mpi_h.MPI_Reduce_scatter_c(orInPlace(sent), received, elements, datatype(element),
            operation(reduction), handle(communicator)), "MPI_Reduce_scatter_c");
    }
}
