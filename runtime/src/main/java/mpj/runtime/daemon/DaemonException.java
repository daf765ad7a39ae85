package mpj.runtime.daemon;

/** What stands in the way of mpjd or of its client; the message is for the user. */
public final class DaemonException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DaemonException(String message) {
        super(message);
    }

    DaemonException(String message, Throwable cause) {
        super(message, cause);
    }
}
