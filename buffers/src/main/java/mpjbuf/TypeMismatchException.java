package mpjbuf;

/**
 * The type of the array is not that of the current section. No element was moved.
 */
public class TypeMismatchException extends BufferException {
    private static final long serialVersionUID = 1L;

    /** An exception without a message. */
    public TypeMismatchException() {
    }

    /**
     * An exception with a message.
     *
     * @param s what was asked, what the buffer allows, and the remedy
     */
    public TypeMismatchException(String s) {
        super(s);
    }
}
