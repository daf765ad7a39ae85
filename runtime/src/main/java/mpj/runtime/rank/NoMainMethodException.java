package mpj.runtime.rank;

/** The program cannot be started; the message says why, for the user. */
final class NoMainMethodException extends Exception {
    private static final long serialVersionUID = 1L;

    NoMainMethodException(String message) {
        super(message);
    }
}
