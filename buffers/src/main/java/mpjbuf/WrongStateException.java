package mpjbuf;

/**
 * The state of the buffer does not allow the operation: a write while the buffer is readable, a read while it is
 * writable, a move of elements without a current section, or any use of a freed buffer.
 */
public class WrongStateException extends BufferException {
    private static final long serialVersionUID = 1L;

    /** An exception without a message. */
    public WrongStateException() {
    }

    /**
     * An exception with a message.
     *
     * @param s the message: the request, the limit of the buffer, and the remedy
     */
    public WrongStateException(String s) {
        super(s);
    }
}
