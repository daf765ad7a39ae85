package mpj.transport.spi;

/** A transport that cannot do what was asked; the message names the cause and the remedy. */
public final class TransportException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * @param message what failed, with the value, and what to do
     */
    public TransportException(String message) {
        super(message);
    }

    /**
     * @param message what failed, with the value, and what to do
     * @param cause the failure below
     */
    public TransportException(String message, Throwable cause) {
        super(message, cause);
    }
}
