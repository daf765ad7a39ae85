package mpi;

import java.util.function.Supplier;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/**
 * Reports that a call of MPI failed. The exception is unchecked, so a program may handle it or not. The message starts
 * with MPI's name for the error class and names the argument and the value.
 */
public final class MPIException extends RuntimeException {
    //@both MPIException

    /**
     * MPI's error class, to compare with {@link MPI#ERR_TRUNCATE} and the other constants. MPI: MPI_Error_class.
     *
     * @return the class
     */
    public int getErrorClass() {
        return error.code();
    }

    /**
     * MPI's error code, which is the same as {@link #getErrorClass} in this library.
     *
     * @return the code
     */
    public int getErrorCode() {
        return error.code();
    }
}
