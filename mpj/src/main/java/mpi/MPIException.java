package mpi;

import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.Failure;
import mpj.runtime.bootstrap.BootstrapException;
import mpj.settings.SettingException;
import mpj.transport.spi.TransportException;

/**
 * An MPI call that failed. Unchecked, as programs for MPJ Express expect. The message starts with MPI's name for the
 * error class and names the argument and the value.
 */
public class MPIException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ErrorClass error;

    /** An error of class MPI_ERR_UNKNOWN. */
    public MPIException() {
        this.error = ErrorClass.ERR_UNKNOWN;
    }

    /**
     * An error of class MPI_ERR_OTHER.
     *
     * @param message what failed
     */
    public MPIException(String message) {
        super(message);
        this.error = ErrorClass.ERR_OTHER;
    }

    /**
     * An error of class MPI_ERR_OTHER.
     *
     * @param cause what failed
     */
    public MPIException(Throwable cause) {
        super(cause);
        this.error = ErrorClass.ERR_OTHER;
    }

    MPIException(ErrorClass error, String message) {
        super(error + ": " + message);
        this.error = error;
    }

    MPIException(ErrorClass error, String message, Throwable cause) {
        super(error + ": " + message, cause);
        this.error = error;
    }

    MPIException(Failure failure) {
        this(failure.error(), failure.text());
    }

    MPIException(EngineException e) {
        this(e.error(), e.getMessage(), e);
    }

    /** What the engine, a transport or the launcher refuses, as an error of MPI; other exceptions as they are. */
    static RuntimeException of(RuntimeException e) {
        return switch (e) {
            case EngineException engine -> new MPIException(engine);
            case SettingException _ -> new MPIException(ErrorClass.ERR_ARG, e.getMessage(), e);
            case TransportException _, BootstrapException _ ->
                new MPIException(ErrorClass.ERR_OTHER, e.getMessage(), e);
            default -> e;
        };
    }

    /** The error class of any exception. */
    static ErrorClass classOf(RuntimeException e) {
        return e instanceof MPIException mpi ? mpi.error : ErrorClass.ERR_OTHER;
    }

    final ErrorClass errorClass() {
        return error;
    }

    /** What is to be said of an exception beside its error class, which those that a program makes do not name. */
    static String text(RuntimeException e) {
        String start = classOf(e) + ": ";
        String message = e.getMessage();
        return !(e instanceof MPIException) || message == null ? e.toString()
            : message.startsWith(start) ? message.substring(start.length()) : message;
    }

    /**
     * MPI's error class, to compare with {@link MPI#ERR_TRUNCATE} and the like. MPI: MPI_Error_class.
     *
     * @return the class
     */
    public int Get_error_class() {
        return error.code();
    }
}
