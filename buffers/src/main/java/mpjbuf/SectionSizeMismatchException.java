package mpjbuf;

/**
 * The program asked for more elements than the current section has left, or for the next section before the current one
 * was read to its end. Nothing was read.
 */
public class SectionSizeMismatchException extends BufferException {
    private static final long serialVersionUID = 1L;

    /** An exception without a message. */
    public SectionSizeMismatchException() {
    }

    /**
     * An exception with a message.
     *
     * @param s the message: the request, the limit of the buffer, and the remedy
     */
    public SectionSizeMismatchException(String s) {
        super(s);
    }
}
