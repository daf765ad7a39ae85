package mpjbuf;

/**
 * More elements were asked for than the current section has left, or the next section before the current one was
 * read to its end. Nothing was read.
 */
public class SectionSizeMismatchException extends BufferException {
    private static final long serialVersionUID = 1L;

    /** An exception without a message. */
    public SectionSizeMismatchException() {
    }

    /**
     * An exception with a message.
     *
     * @param s what was asked, what the buffer allows, and the remedy
     */
    public SectionSizeMismatchException(String s) {
        super(s);
    }
}
