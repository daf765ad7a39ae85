package mpj.runtime.rank;

/** Thrown when the program cannot be started. The message tells the user why. */
final class NoMainMethodException extends Exception {
    private static final long serialVersionUID = 1L;

    NoMainMethodException(String message) {
        super(message);
    }
}
