package tycho;

/** A call to Tycho failed. The message says why, and what to do. */
public final class TychoException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /**
     * An exception with a message.
     *
     * @param message why the call failed
     */
    public TychoException(String message) {
        super(message);
    }

    /**
     * An exception with a message and a cause.
     *
     * @param message why the call failed
     * @param cause   what went wrong
     */
    public TychoException(String message, Throwable cause) {
        super(message, cause);
    }
}
