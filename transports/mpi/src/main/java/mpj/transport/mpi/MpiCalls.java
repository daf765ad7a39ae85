package mpj.transport.mpi;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import mpj.bindings.Linux;
import mpj.bindings.mpi.mpi_h;

/**
 * The functions that are called for each message. Handles and addresses are numbers here: a foreign call that gets a
 * segment keeps the segment's memory alive by two atomic instructions, which a handle does not need. Only a call that
 * never waits and never makes progress is critical, because the JVM has no safepoint during a critical call.
 */
final class MpiCalls {
    private static final MethodHandle SEND = handle(mpi_h.MPI_Send_c$address(), ADDRESS, JAVA_LONG, JAVA_LONG, JAVA_INT,
        JAVA_INT, JAVA_LONG);
    private static final MethodHandle ISEND = handle(mpi_h.MPI_Isend_c$address(), JAVA_LONG, JAVA_LONG, JAVA_LONG,
        JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG);
    private static final MethodHandle ISSEND = handle(mpi_h.MPI_Issend_c$address(), JAVA_LONG, JAVA_LONG, JAVA_LONG,
        JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG);
    private static final MethodHandle IRECEIVE = handle(mpi_h.MPI_Irecv_c$address(), JAVA_LONG, JAVA_LONG, JAVA_LONG,
        JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG);
    private static final MethodHandle IMRECEIVE = handle(mpi_h.MPI_Imrecv_c$address(), JAVA_LONG, JAVA_LONG, JAVA_LONG,
        JAVA_LONG, JAVA_LONG);
    private static final MethodHandle MRECEIVE = handle(mpi_h.MPI_Mrecv_c$address(), JAVA_LONG, JAVA_LONG, JAVA_LONG,
        JAVA_LONG, JAVA_LONG);
    private static final MethodHandle TEST = handle(mpi_h.MPI_Test$address(), JAVA_LONG, JAVA_LONG, JAVA_LONG);
    private static final MethodHandle WAIT = handle(mpi_h.MPI_Wait$address(), JAVA_LONG, JAVA_LONG);
    private static final MethodHandle IPROBE = handle(mpi_h.MPI_Iprobe$address(), JAVA_INT, JAVA_INT, JAVA_LONG,
        JAVA_LONG, JAVA_LONG);
    private static final MethodHandle IMPROBE = handle(mpi_h.MPI_Improbe$address(), JAVA_INT, JAVA_INT, JAVA_LONG,
        JAVA_LONG, JAVA_LONG, JAVA_LONG);
    private static final MethodHandle GET_COUNT = Linux.linker().downcallHandle(mpi_h.MPI_Get_count_c$address(),
        FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG), Linker.Option.critical(false));
    private static final long BYTE = mpi_h.MPI_BYTE().address();

    private MpiCalls() {
    }

    static MethodHandle handle(MemorySegment address, MemoryLayout... arguments) {
        return Linux.linker().downcallHandle(address, FunctionDescriptor.of(JAVA_INT, arguments));
    }

    static int send(MemorySegment memory, long bytes, int destination, int tag, long communicator) {
        try {
            return (int) SEND.invokeExact(memory, bytes, BYTE, destination, tag, communicator);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    static int isend(long address, long items, long datatype, int destination, int tag, long communicator,
                     long request, boolean synchronous) {
        try {
            return synchronous
                ? (int) ISSEND.invokeExact(address, items, datatype, destination, tag, communicator, request)
                : (int) ISEND.invokeExact(address, items, datatype, destination, tag, communicator, request);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    static int ireceive(long address, long items, long datatype, int source, int tag, long communicator,
                        long request) {
        try {
            return (int) IRECEIVE.invokeExact(address, items, datatype, source, tag, communicator, request);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    static int imreceive(long address, long items, long datatype, long message, long request) {
        try {
            return (int) IMRECEIVE.invokeExact(address, items, datatype, message, request);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    static int mreceive(long address, long bytes, long message, long status) {
        try {
            return (int) MRECEIVE.invokeExact(address, bytes, BYTE, message, status);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    static int test(long request, long flag, long status) {
        try {
            return (int) TEST.invokeExact(request, flag, status);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    static int await(long request, long status) {
        try {
            return (int) WAIT.invokeExact(request, status);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    static int iprobe(int source, int tag, long communicator, long flag, long status) {
        try {
            return (int) IPROBE.invokeExact(source, tag, communicator, flag, status);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    static int improbe(int source, int tag, long communicator, long flag, long message, long status) {
        try {
            return (int) IMPROBE.invokeExact(source, tag, communicator, flag, message, status);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    static int getCount(long status, long count) {
        try {
            return (int) GET_COUNT.invokeExact(status, BYTE, count);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /**
     * Returns the exception of a foreign call. It says that the program's memory was closed: a foreign call throws
     * nothing else.
     */
    static RuntimeException unexpected(Throwable e) {
        if (e instanceof RuntimeException closed) {
            return closed;
        }
        throw new AssertionError(e);
    }
}
