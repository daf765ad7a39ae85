package mpj.runtime.host;

/** Thrown when the user's request is impossible. The message is for the user: the option, its value, the remedy. */
public final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UsageException(String message) {
        super(message);
    }
}
