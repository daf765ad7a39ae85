package mpj.runtime.host;

/** What this host cannot do; the message is for the user: what was asked, the cause, the remedy. */
public final class HostException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param message for the user */
    public HostException(String message) {
        super(message);
    }
}
