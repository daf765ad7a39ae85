package mpj.engine;

import mpj.runtime.bootstrap.BootstrapException;
import mpj.settings.SettingException;
import mpj.transport.spi.LibraryException;
import mpj.transport.spi.TransportException;

/**
 * An MPI call that failed. Everything below the APIs throws this. When the call returns to the program, each API turns
 * it into an exception of its own.
 */
public final class EngineException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ErrorClass error;

    /**
     * A call that failed.
     *
     * @param error MPI's error class
     * @param message a sentence that names the argument and the value
     */
    public EngineException(ErrorClass error, String message) {
        super(message);
        this.error = error;
    }

    /** A call that failed because of an exception of the JDK, the program or another part of the library. */
    public EngineException(ErrorClass error, String message, Throwable cause) {
        super(message, cause);
        this.error = error;
    }

    /** A call that failed because a transport or the launcher cannot do something. */
    public EngineException(RuntimeException cause) {
        this(ErrorClass.ERR_OTHER, cause.getMessage(), cause);
    }

    /** A call that failed because a call of a library has failed. */
    public EngineException(LibraryException cause) {
        this(ErrorClass.of(cause.errorClass()), cause.getMessage(), cause);
    }

    /** A call that failed because its operation has failed. */
    public EngineException(Failure failure) {
        this(failure.error(), failure.text());
    }

    /**
     * Turns an exception by which a transport, the launcher or a setting refuses something into an error of MPI. Other
     * exceptions are returned as they are.
     */
    public static RuntimeException of(RuntimeException e) {
        return switch (e) {
            case SettingException _ -> new EngineException(ErrorClass.ERR_ARG, e.getMessage(), e);
            case TransportException _, BootstrapException _ -> new EngineException(e);
            case LibraryException library -> new EngineException(library);
            default -> e;
        };
    }

    /** The error class of any exception. */
    public static ErrorClass classOf(RuntimeException e) {
        return e instanceof EngineException engine ? engine.error : ErrorClass.ERR_OTHER;
    }

    /** The text for any exception, to go beside its error class. */
    public static String text(RuntimeException e) {
        return e instanceof EngineException && e.getMessage() != null ? e.getMessage() : e.toString();
    }

    /** MPI's error class. */
    public ErrorClass error() {
        return error;
    }
}
