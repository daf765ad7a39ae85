package mpj.runtime.host;

/** Thrown when this host cannot do what was asked. The message is for the user: the request, the cause, the remedy. */
public final class HostException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param message for the user */
    public HostException(String message) {
        super(message);
    }
}
