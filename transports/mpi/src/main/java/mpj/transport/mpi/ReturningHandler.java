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
 * An error handler that lets a function that fails return its error. MPI_ERRORS_RETURN should be such a handler, but
 * with it Intel MPI 2021.18 still ends the process when a message does not fit its receive. A handler of the program's
 * own is an alternative, but with it functions of MPICH 5.0.2 return MPI_SUCCESS. So the library is tried at the start.
 * A library that ends the process with either handler is then detected here, and not at the program's first error.
 */
final class ReturningHandler {
    private static final int TAG = 0;
    private static final int MORE = 2;

    private final Arena arena = Arena.global();
    private final MemorySegment message = arena.allocate(MORE);
    private final MemorySegment room = arena.allocate(1);
    private final MemorySegment handle = arena.allocate(ValueLayout.ADDRESS);
    private final MemorySegment other = arena.allocate(ValueLayout.ADDRESS);
    private final MemorySegment number = arena.allocate(ValueLayout.JAVA_INT);
    private final MemorySegment status = MPI_Status.allocate(arena);
    private volatile boolean called;

    private ReturningHandler() {
    }

    /**
     * Finds the handler that this library honours, and sets it in all existing communicators. All ranks call this. No
     * rank begins the trial before every rank has prepared the message that explains the end of its process.
     *
     * @param description the library's file and version
     */
    static MemorySegment ofLibrary(String description) {
        try (LastWords _ = LastWords.of("transport mpi is unavailable: " + description + ": it ended this process when"
            + " a message did not fit its receive, though it was asked to return errors (MPI_ERRORS_RETURN, and an"
            + " error handler that returns); with such a library each error of a call would end the job, so take"
            + " another, or another version of it")) {
            return new ReturningHandler().tried();
        }
    }

    private MemorySegment tried() {
        MemorySegment made = arena.allocate(ValueLayout.ADDRESS);
        MpiErrors.check(mpi_h.MPI_Comm_dup(mpi_h.MPI_COMM_WORLD(), made), "MPI_Comm_dup"); // all ranks meet here
        MemorySegment self = mpi_h.MPI_COMM_SELF();
        MemorySegment handler = create();
        set(handler, self);
        if (failsUnseen(self)) {
            handler = mpi_h.MPI_ERRORS_RETURN();
            set(handler, self); // takes errors of calls without a communicator
            tryIn(self);
        }
        set(handler, mpi_h.MPI_COMM_WORLD());
        tryIn(mpi_h.MPI_COMM_WORLD());
        set(handler, made.get(ValueLayout.ADDRESS, 0));
        tryIn(made.get(ValueLayout.ADDRESS, 0));
        MpiErrors.check(mpi_h.MPI_Comm_free(made), "MPI_Comm_free");
        return handler;
    }

    private static void set(MemorySegment handler, MemorySegment communicator) {
        MpiErrors.check(mpi_h.MPI_Comm_set_errhandler(communicator, handler), "MPI_Comm_set_errhandler");
    }

    private MemorySegment create() {
        try {
            MethodHandle call = MethodHandles.lookup().bind(this, "call",
                MethodType.methodType(void.class, MemorySegment.class, MemorySegment.class));
            MemorySegment function = Linux.linker().upcallStub(call,
                FunctionDescriptor.ofVoid(ValueLayout.ADDRESS, ValueLayout.ADDRESS), arena);
            MpiErrors.check(mpi_h.MPI_Comm_create_errhandler(function, handle), "MPI_Comm_create_errhandler");
            return handle.get(ValueLayout.ADDRESS, 0);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    /** An MPI_Comm_errhandler_function. It need not record the error, because the function that failed returns it. */
    private void call(MemorySegment communicator, MemorySegment error) {
        called = true;
    }

    /** Whether a function that fails calls the handler, and yet returns MPI_SUCCESS. */
    private boolean failsUnseen(MemorySegment communicator) {
        called = false;
        int result = receive(communicator, rank(communicator));
        return called && result == mpi_h.MPI_SUCCESS();
    }

    /** Makes both ways of receiving fail. Their results are ignored here: the program's own errors will show them. */
    private void tryIn(MemorySegment communicator) {
        int rank = rank(communicator);
        receive(communicator, rank);
        MpiErrors.check(mpi_h.MPI_Irecv_c(room, 1, mpi_h.MPI_BYTE(), rank, TAG, communicator, other), "MPI_Irecv_c");
        send(communicator, rank);
        mpi_h.MPI_Wait(other, status);
        MpiErrors.check(mpi_h.MPI_Wait(handle, status), "MPI_Wait");
    }

    private int rank(MemorySegment communicator) {
        MpiErrors.check(mpi_h.MPI_Comm_rank(communicator, number), "MPI_Comm_rank");
        return number.get(ValueLayout.JAVA_INT, 0);
    }

    /** Receives a message of this rank that is too long. Returns the result of the function. */
    private int receive(MemorySegment communicator, int rank) {
        send(communicator, rank);
        int result = mpi_h.MPI_Recv_c(room, 1, mpi_h.MPI_BYTE(), rank, TAG, communicator, status);
        MpiErrors.check(mpi_h.MPI_Wait(handle, status), "MPI_Wait");
        return result;
    }

    private void send(MemorySegment communicator, int rank) {
        MpiErrors.check(mpi_h.MPI_Isend_c(message, MORE, mpi_h.MPI_BYTE(), rank, TAG, communicator, handle),
            "MPI_Isend_c");
    }
}
