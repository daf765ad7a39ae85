package mpj.transport.spi;

/** Reports that a transport cannot do what was asked of it. The message names the cause and the remedy. */
public final class TransportException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Describes a failure that was found here.
     *
     * @param message what failed, with the value, and what to do
     */
    public TransportException(String message) {
        super(message);
    }

    /**
     * Describes a failure that another one caused.
     *
     * @param message what failed, with the value, and what to do
     * @param cause the failure below
     */
    public TransportException(String message, Throwable cause) {
        super(message, cause);
    }
}
