package mpj.runtime.bootstrap;

/** Thrown when the launcher cannot be reached, or has refused a request. */
public final class BootstrapException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception for a failure that was found here.
     *
     * @param message what failed, with the value, and what to do
     */
    public BootstrapException(String message) {
        super(message);
    }

    /**
     * Makes an exception for a failure that another exception caused.
     *
     * @param message what failed, with the value, and what to do
     * @param cause the exception that caused the failure
     */
    public BootstrapException(String message, Throwable cause) {
        super(message, cause);
    }
}
