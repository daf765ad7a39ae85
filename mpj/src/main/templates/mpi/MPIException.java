package mpi;

import java.util.function.Supplier;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/**
 * Reports that a call of MPI failed. The exception is unchecked, as programs for MPJ Express expect. The message starts
 * with MPI's name for the error class and names the argument and the value.
 */
public class MPIException extends RuntimeException {
    //@both MPIException

    /** Makes an error of class MPI_ERR_UNKNOWN. */
    public MPIException() {
        this.error = ErrorClass.ERR_UNKNOWN;
    }

    /**
     * MPI's error class, to compare with {@link MPI#ERR_TRUNCATE} and the other constants. MPI: MPI_Error_class.
     *
     * @return the class
     */
    public int Get_error_class() {
        return error.code();
    }
}
