package mpj.runtime.host;

/** What the user asked for cannot be done; the message is for the user: the option, its value, the remedy. */
public final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UsageException(String message) {
        super(message);
    }
}
