package mpj.transport.spi;

/** A call of a {@link MessageLibrary} that failed; the message has the library's own words. */
public final class LibraryException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int errorClass;

    /**
     * A call that failed.
     *
     * @param errorClass MPI's error class, with the number that Open MPI gives it
     * @param message which call of which library failed, and what the library says
     */
    public LibraryException(int errorClass, String message) {
        super(message);
        this.errorClass = errorClass;
    }

    /**
     * MPI's error class.
     *
     * @return with the number that Open MPI gives it
     */
    public int errorClass() {
        return errorClass;
    }
}
