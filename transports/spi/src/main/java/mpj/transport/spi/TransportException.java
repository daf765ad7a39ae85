package mpj.transport.spi;

/** Reports that a transport cannot do what was asked of it. The message names the cause and the remedy. */
public final class TransportException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean mayPass;

    /**
     * Describes a failure that was found here.
     *
     * @param message what failed, with the value, and what to do
     */
    public TransportException(String message) {
        this(message, null, false);
    }

    /**
     * Describes a failure that another one caused.
     *
     * @param message what failed, with the value, and what to do
     * @param cause the failure below
     */
    public TransportException(String message, Throwable cause) {
        this(message, cause, false);
    }

    private TransportException(String message, Throwable cause, boolean mayPass) {
        super(message, cause);
        this.mayPass = mayPass;
    }

    /**
     * Describes a lack of something that others may give back, for example of descriptors or of memory.
     *
     * @param message what failed, with the value, and what to do
     * @param cause the failure below, or null
     * @return the exception
     */
    public static TransportException passing(String message, Throwable cause) {
        return new TransportException(message, cause, true);
    }

    /**
     * Says whether the same call may succeed later, although nothing else is done about the failure.
     *
     * @return true if this is a lack that may pass
     */
    public boolean mayPass() {
        return mayPass;
    }
}
