package mpjbuf;

/**
 * A section header, or the elements it announces, lie beyond the end of the message. Nothing was read.
 */
public class BufferUnderflowException extends BufferException {
    private static final long serialVersionUID = 1L;

    /** An exception without a message. */
    public BufferUnderflowException() {
    }

    /**
     * An exception with a message.
     *
     * @param s the message: the request, the limit of the buffer, and the remedy
     */
    public BufferUnderflowException(String s) {
        super(s);
    }
}
