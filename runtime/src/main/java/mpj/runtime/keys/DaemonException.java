package mpj.runtime.keys;

/** Thrown when mpjd or its client cannot go on. The message is for the user. */
public final class DaemonException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public DaemonException(String message) {
        super(message);
    }

    public DaemonException(String message, Throwable cause) {
        super(message, cause);
    }
}
