package mpj.transport.mpi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import mpj.bindings.mpi.mpi_h;
import mpj.transport.spi.LibraryException;

/** Checks the results of the library's functions. */
final class MpiErrors {
    /** The error classes from the ABI's MPI_ERR_RMA_ATTACH on, as the numbers that this library uses. */
    private static final int[] FROM_RMA_ATTACH =
        {57, 46, 56, 58, 47, 48, 49, 50, 51, 52, 53, 59, 54, 60, 61, 62, 63};
    private static final int RMA_ATTACH = mpi_h.MPI_ERR_RMA_CONFLICT() - 1;
    private static final int OTHER = 16;
    private static final int IN_STATUS = 18;
    private static final int PENDING = 19;

    private MpiErrors() {
    }

    /** Throws a {@link LibraryException} if a function has failed. */
    static void check(int result, String function) {
        if (result != mpi_h.MPI_SUCCESS()) {
            throw failure(result, function);
        }
    }

    private static LibraryException failure(int result, String function) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment number = arena.allocate(ValueLayout.JAVA_INT);
            MemorySegment text = arena.allocate(mpi_h.MPI_MAX_ERROR_STRING());
            int found = mpi_h.MPI_Error_class(result, number) == mpi_h.MPI_SUCCESS()
                ? errorClass(number.get(ValueLayout.JAVA_INT, 0)) : OTHER;
            String words = mpi_h.MPI_Error_string(result, text, number) == mpi_h.MPI_SUCCESS()
                ? text.getString(0).strip() : "no error string";
            return new LibraryException(found, function + " of " + mpi_h.SYMBOL_LOOKUP.name() + " says: "
                + words.replace('\n', ' ') + " (" + result + ")");
        }
    }

    /** This library's number for an error class of the ABI. An unknown class becomes MPI_ERR_OTHER. */
    static int errorClass(int inAbi) {
        if (inAbi == mpi_h.MPI_ERR_PENDING()) {
            return PENDING;
        }
        if (inAbi == mpi_h.MPI_ERR_IN_STATUS()) {
            return IN_STATUS;
        }
        if (inAbi < RMA_ATTACH) {
            return inAbi;
        }
        return inAbi - RMA_ATTACH < FROM_RMA_ATTACH.length ? FROM_RMA_ATTACH[inAbi - RMA_ATTACH] : OTHER;
    }
}
