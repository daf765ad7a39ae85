package mpj.runtime.bootstrap;

/** The launcher cannot be reached, or refused what was asked. */
public final class BootstrapException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * @param message what failed, with the value, and what to do
     */
    public BootstrapException(String message) {
        super(message);
    }

    /**
     * @param message what failed, with the value, and what to do
     * @param cause the failure below
     */
    public BootstrapException(String message, Throwable cause) {
        super(message, cause);
    }
}
