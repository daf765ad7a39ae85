package mpi;

import java.util.function.Supplier;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/**
 * An MPI call that failed. Unchecked, so that a program may handle it or not. The message starts with MPI's name for
 * the error class and names the argument and the value.
 */
public final class MPIException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ErrorClass error;

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

    /** What is thrown below the API, as an error of MPI; other exceptions as they are. */
    static RuntimeException of(RuntimeException e) {
        if (!(EngineException.of(e) instanceof EngineException error)) {
            return e;
        }
        if (error.getCause() instanceof MPIException programs && error.getMessage().equals(programs.text())) {
            return programs; // see inside()
        }
        MPIException exception = new MPIException(error.error(), error.getMessage(), error.getCause());
        for (Throwable suppressed : error.getSuppressed()) {
            exception.addSuppressed(suppressed instanceof RuntimeException other ? of(other) : suppressed);
        }
        return exception;
    }

    /** What the program's own function has thrown, for the way through the library. */
    EngineException inside() {
        return new EngineException(error, text(), this);
    }

    private String text() {
        String start = error + ": ";
        String text = getMessage() == null ? toString() : getMessage();
        return text.startsWith(start) ? text.substring(start.length()) : text;
    }

    /** The result of a call that no communicator handles the errors of. */
    static <T> T result(Supplier<T> call) {
        try {
            return call.get();
        } catch (RuntimeException e) {
            throw of(e);
        }
    }

    /** As {@link #result}, of a call that has none. */
    static void run(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException e) {
            throw of(e);
        }
    }

    /**
     * MPI's error class, to compare with {@link MPI#ERR_TRUNCATE} and the like. MPI: MPI_Error_class.
     *
     * @return the class
     */
    public int getErrorClass() {
        return error.code();
    }

    /**
     * MPI's error code: here the same as {@link #getErrorClass}.
     *
     * @return the code
     */
    public int getErrorCode() {
        return error.code();
    }

    /** The exception of a call that the library does not have so far. */
    static MPIException notYet(String call) {
        return new MPIException(ErrorClass.ERR_UNSUPPORTED_OPERATION, call + " is not supported yet");
    }
}
