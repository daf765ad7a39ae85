package mpjbuf;

/**
 * An argument is wrong in every state of the buffer, such as a negative rank. In this package, this class hides
 * {@link java.lang.IllegalArgumentException}. Unlike the other class, it is a checked exception.
 */
public class IllegalArgumentException extends BufferException {
    private static final long serialVersionUID = 1L;

    /** An exception without a message. */
    public IllegalArgumentException() {
    }

    /**
     * An exception with a message.
     *
     * @param s the message: the request, the limit of the buffer, and the remedy
     */
    public IllegalArgumentException(String s) {
        super(s);
    }
}
