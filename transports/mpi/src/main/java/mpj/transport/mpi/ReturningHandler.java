package mpj.transport.mpi;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import mpj.bindings.Linux;
import mpj.bindings.mpi.MPI_Status;
import mpj.bindings.mpi.mpi_h;

/**
 * An error handler after which a function that has failed returns what is wrong. MPI_ERRORS_RETURN should be one, but
 * Intel MPI 2021.18 ends the process all the same when a message does not fit its receive. One of the program's own is
 * another, but after it functions of MPICH 5.0.2 return MPI_SUCCESS. So the library is tried.
 */
final class ReturningHandler {
    private final Arena arena = Arena.global();
    private volatile boolean called;

    private ReturningHandler() {
    }

    /** The one that this library honours. */
    static MemorySegment ofLibrary() {
        ReturningHandler handler = new ReturningHandler();
        MemorySegment own = handler.create();
        MpiErrors.check(mpi_h.MPI_Comm_set_errhandler(mpi_h.MPI_COMM_SELF(), own), "MPI_Comm_set_errhandler");
        return handler.failsUnseen() ? mpi_h.MPI_ERRORS_RETURN() : own;
    }

    private MemorySegment create() {
        try {
            MethodHandle call = MethodHandles.lookup().bind(this, "call",
                MethodType.methodType(void.class, MemorySegment.class, MemorySegment.class));
            MemorySegment function = Linux.linker().upcallStub(call,
                FunctionDescriptor.ofVoid(ValueLayout.ADDRESS, ValueLayout.ADDRESS), arena);
            MemorySegment handler = arena.allocate(ValueLayout.ADDRESS);
            MpiErrors.check(mpi_h.MPI_Comm_create_errhandler(function, handler), "MPI_Comm_create_errhandler");
            return handler.get(ValueLayout.ADDRESS, 0);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    /** An MPI_Comm_errhandler_function. What is wrong, the function that has failed returns. */
    private void call(MemorySegment communicator, MemorySegment error) {
        called = true;
    }

    /** Whether a function calls the handler, and returns MPI_SUCCESS: here for a message that is too long. */
    private boolean failsUnseen() {
        MemorySegment self = mpi_h.MPI_COMM_SELF();
        MemorySegment message = arena.allocate(1);
        MemorySegment request = arena.allocate(ValueLayout.ADDRESS);
        MemorySegment status = MPI_Status.allocate(arena);
        MpiErrors.check(mpi_h.MPI_Isend_c(message, 1, mpi_h.MPI_BYTE(), 0, 0, self, request), "MPI_Isend_c");
        int result = mpi_h.MPI_Recv_c(message, 0, mpi_h.MPI_BYTE(), 0, 0, self, status);
        MpiErrors.check(mpi_h.MPI_Wait(request, status), "MPI_Wait");
        return called && result == mpi_h.MPI_SUCCESS();
    }
}
