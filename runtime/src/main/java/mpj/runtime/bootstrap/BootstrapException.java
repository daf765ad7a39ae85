package mpj.runtime.bootstrap;

/** The launcher cannot be reached, or refused what was asked. */
public final class BootstrapException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * A failure found here.
     *
     * @param message what failed, with the value, and what to do
     */
    public BootstrapException(String message) {
        super(message);
    }

    /**
     * A failure that comes from another.
     *
     * @param message what failed, with the value, and what to do
     * @param cause the failure below
     */
    public BootstrapException(String message, Throwable cause) {
        super(message, cause);
    }
}
