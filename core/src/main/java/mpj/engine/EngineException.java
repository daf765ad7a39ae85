package mpj.engine;

/** An operation that could not be started, or has failed. */
public final class EngineException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ErrorClass error;

    EngineException(ErrorClass error, String message) {
        super(message);
        this.error = error;
    }

    /** What a transport or the launcher cannot do. */
    EngineException(RuntimeException cause) {
        super(cause.getMessage(), cause);
        this.error = ErrorClass.ERR_OTHER;
    }

    EngineException(Failure failure) {
        this(failure.error(), failure.text());
    }

    /** MPI's error class. */
    public ErrorClass error() {
        return error;
    }
}
