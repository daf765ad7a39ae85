package mpj.runtime.launcher;

/** What the user asked for cannot be done; the message is for the user: the option, its value, the remedy. */
final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UsageException(String message) {
        super(message);
    }
}
