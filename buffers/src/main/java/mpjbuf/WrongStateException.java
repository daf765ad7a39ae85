package mpjbuf;

/**
 * The operation does not belong to the buffer's state: writing while it is readable, reading while it is writable,
 * moving elements without a current section, or any use of a freed buffer.
 */
public class WrongStateException extends BufferException {
    private static final long serialVersionUID = 1L;

    /** An exception without a message. */
    public WrongStateException() {
    }

    /**
     * An exception with a message.
     *
     * @param s what was asked, what the buffer allows, and the remedy
     */
    public WrongStateException(String s) {
        super(s);
    }
}
