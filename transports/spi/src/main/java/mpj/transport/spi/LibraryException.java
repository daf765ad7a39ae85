package mpj.transport.spi;

/** Reports that a call of a {@link MessageLibrary} failed. The message contains the library's own words. */
public final class LibraryException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int errorClass;

    /**
     * Describes a call that failed.
     *
     * @param errorClass MPI's error class, by the number that Open MPI gives it
     * @param message which call of which library failed, and what the library says
     */
    public LibraryException(int errorClass, String message) {
        super(message);
        this.errorClass = errorClass;
    }

    /**
     * MPI's error class.
     *
     * @return the class, by the number that Open MPI gives it
     */
    public int errorClass() {
        return errorClass;
    }
}
