package mpj.transport.spi;

/** A transport that cannot do what was asked; the message names the cause and the remedy. */
public final class TransportException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * A failure found here.
     *
     * @param message what failed, with the value, and what to do
     */
    public TransportException(String message) {
        super(message);
    }

    /**
     * A failure that comes from another.
     *
     * @param message what failed, with the value, and what to do
     * @param cause the failure below
     */
    public TransportException(String message, Throwable cause) {
        super(message, cause);
    }
}
