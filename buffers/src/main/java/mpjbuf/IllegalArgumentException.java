package mpjbuf;

/**
 * An argument that no state of the buffer could accept, such as a negative rank. It hides
 * {@link java.lang.IllegalArgumentException} inside this package, and unlike that one it is checked.
 */
public class IllegalArgumentException extends BufferException {
    private static final long serialVersionUID = 1L;

    /** An exception without a message. */
    public IllegalArgumentException() {
    }

    /**
     * An exception with a message.
     *
     * @param s what was asked, what the buffer allows, and the remedy
     */
    public IllegalArgumentException(String s) {
        super(s);
    }
}
