package mpj.engine;

/** An operation that could not be started. */
public final class EngineException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ErrorClass error;

    EngineException(ErrorClass error, String message) {
        super(message);
        this.error = error;
    }

    /** MPI's error class. */
    public ErrorClass error() {
        return error;
    }
}
