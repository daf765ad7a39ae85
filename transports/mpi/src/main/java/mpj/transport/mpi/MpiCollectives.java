package mpj.transport.mpi;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import mpj.bindings.mpi.mpi_h;
import mpj.transport.spi.LibraryCollectives;
import mpj.transport.spi.MessageLibrary.Element;
import mpj.transport.spi.MessageLibrary.Reduction;

/**
 * The library's blocking collectives. As in {@link MpiCalls}, all arguments are numbers. A function is linked when it
 * is first called.
 */
final class MpiCollectives implements LibraryCollectives {
    private static final long BYTE = mpi_h.MPI_BYTE().address();
    private static final long INT8 = mpi_h.MPI_INT8_T().address();
    private static final long UINT16 = mpi_h.MPI_UINT16_T().address();
    private static final long INT16 = mpi_h.MPI_INT16_T().address();
    private static final long INT32 = mpi_h.MPI_INT32_T().address();
    private static final long INT64 = mpi_h.MPI_INT64_T().address();
    private static final long FLOAT = mpi_h.MPI_FLOAT().address();
    private static final long DOUBLE = mpi_h.MPI_DOUBLE().address();
    private static final long BOOL = mpi_h.MPI_C_BOOL().address();

    private static final class Barrier {
        static final MethodHandle CALL = MpiCalls.handle(mpi_h.MPI_Barrier$address(), JAVA_LONG);
    }

    private static final class Bcast {
        static final MethodHandle CALL = MpiCalls.handle(mpi_h.MPI_Bcast_c$address(), JAVA_LONG, JAVA_LONG, JAVA_LONG,
            JAVA_INT, JAVA_LONG);
    }

    private static final class Gather {
        static final MethodHandle CALL = rooted(mpi_h.MPI_Gather_c$address());
    }

    private static final class Scatter {
        static final MethodHandle CALL = rooted(mpi_h.MPI_Scatter_c$address());
    }

    private static final class Allgather {
        static final MethodHandle CALL = among(mpi_h.MPI_Allgather_c$address());
    }

    private static final class Alltoall {
        static final MethodHandle CALL = among(mpi_h.MPI_Alltoall_c$address());
    }

    private static final class Reduce {
        static final MethodHandle CALL = MpiCalls.handle(mpi_h.MPI_Reduce_c$address(), JAVA_LONG, JAVA_LONG, JAVA_LONG,
            JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG);
    }

    private static final class Allreduce {
        static final MethodHandle CALL = combining(mpi_h.MPI_Allreduce_c$address());
    }

    private static final class Scan {
        static final MethodHandle CALL = combining(mpi_h.MPI_Scan_c$address());
    }

    private static final class Exscan {
        static final MethodHandle CALL = combining(mpi_h.MPI_Exscan_c$address());
    }

    private static final class ReduceScatterBlock {
        static final MethodHandle CALL = combining(mpi_h.MPI_Reduce_scatter_block_c$address());
    }

    private static final class ReduceScatter {
        static final MethodHandle CALL = combining(mpi_h.MPI_Reduce_scatter_c$address());
    }

    private static MethodHandle rooted(MemorySegment function) {
        return MpiCalls.handle(function, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT,
            JAVA_LONG);
    }

    private static MethodHandle among(MemorySegment function) {
        return MpiCalls.handle(function, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    }

    private static MethodHandle combining(MemorySegment function) {
        return MpiCalls.handle(function, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    }

    static long datatype(Element element) {
        return switch (element) {
            case BYTE -> INT8;
            case CHAR -> UINT16;
            case SHORT -> INT16;
            case INT -> INT32;
            case LONG -> INT64;
            case FLOAT -> FLOAT;
            case DOUBLE -> DOUBLE;
            case BOOLEAN -> BOOL;
        };
    }

    static long operation(Reduction reduction) {
        return switch (reduction) {
            case MAX -> mpi_h.MPI_MAX().address();
            case MIN -> mpi_h.MPI_MIN().address();
            case SUM -> mpi_h.MPI_SUM().address();
            case PROD -> mpi_h.MPI_PROD().address();
            case LAND -> mpi_h.MPI_LAND().address();
            case BAND -> mpi_h.MPI_BAND().address();
            case LOR -> mpi_h.MPI_LOR().address();
            case BOR -> mpi_h.MPI_BOR().address();
            case LXOR -> mpi_h.MPI_LXOR().address();
            case BXOR -> mpi_h.MPI_BXOR().address();
        };
    }

    @Override
    public void barrier(long communicator) {
        try {
            MpiErrors.check((int) Barrier.CALL.invokeExact(communicator), "MPI_Barrier");
        } catch (Throwable e) {
            throw MpiCalls.unexpected(e);
        }
    }

    @Override
    public void bcast(long memory, long bytes, int root, long communicator) {
        try {
            MpiErrors.check((int) Bcast.CALL.invokeExact(memory, bytes, BYTE, root, communicator), "MPI_Bcast_c");
        } catch (Throwable e) {
            throw MpiCalls.unexpected(e);
        }
    }

    @Override
    public void gather(long sent, long bytes, long received, int root, long communicator) {
        try {
            MpiErrors.check((int) Gather.CALL.invokeExact(sent, bytes, BYTE, received, bytes, BYTE, root, communicator),
                "MPI_Gather_c");
        } catch (Throwable e) {
            throw MpiCalls.unexpected(e);
        }
    }

    @Override
    public void scatter(long sent, long received, long bytes, int root, long communicator) {
        try {
            MpiErrors.check((int) Scatter.CALL.invokeExact(sent, bytes, BYTE, received, bytes, BYTE, root,
                communicator), "MPI_Scatter_c");
        } catch (Throwable e) {
            throw MpiCalls.unexpected(e);
        }
    }

    @Override
    public void allgather(long sent, long bytes, long received, long communicator) {
        try {
            MpiErrors.check((int) Allgather.CALL.invokeExact(sent, bytes, BYTE, received, bytes, BYTE, communicator),
                "MPI_Allgather_c");
        } catch (Throwable e) {
            throw MpiCalls.unexpected(e);
        }
    }

    @Override
    public void alltoall(long sent, long received, long bytes, long communicator) {
        try {
            MpiErrors.check((int) Alltoall.CALL.invokeExact(sent, bytes, BYTE, received, bytes, BYTE, communicator),
                "MPI_Alltoall_c");
        } catch (Throwable e) {
            throw MpiCalls.unexpected(e);
        }
    }

    @Override
    public void reduce(Form form, long sent, long received, long elements, Element element, Reduction reduction,
                       int root, long communicator) {
        long type = datatype(element);
        long op = operation(reduction);
        try {
            MpiErrors.check(switch (form) {
                case REDUCE -> (int) Reduce.CALL.invokeExact(sent, received, elements, type, op, root, communicator);
                case ALLREDUCE -> (int) Allreduce.CALL.invokeExact(sent, received, elements, type, op, communicator);
                case SCAN -> (int) Scan.CALL.invokeExact(sent, received, elements, type, op, communicator);
                case EXSCAN -> (int) Exscan.CALL.invokeExact(sent, received, elements, type, op, communicator);
                case REDUCE_SCATTER_BLOCK -> (int) ReduceScatterBlock.CALL.invokeExact(sent, received, elements, type,
                    op, communicator);
            }, "MPI_Reduce_c or another reduction");
        } catch (Throwable e) {
            throw MpiCalls.unexpected(e);
        }
    }

    @Override
    public void reduceScatter(long sent, long received, long elements, Element element, Reduction reduction,
                              long communicator) {
        long type = datatype(element);
        long op = operation(reduction);
        try {
            MpiErrors.check((int) ReduceScatter.CALL.invokeExact(sent, received, elements, type, op, communicator),
                "MPI_Reduce_scatter_c");
        } catch (Throwable e) {
            throw MpiCalls.unexpected(e);
        }
    }
}
