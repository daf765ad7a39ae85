package mpjbuf;

/** A section header, or elements, do not fit into the rest of the static buffer. Nothing was written. */
public class BufferOverflowException extends BufferException {
    private static final long serialVersionUID = 1L;

    /** An exception without a message. */
    public BufferOverflowException() {
    }

    /**
     * An exception with a message.
     *
     * @param s the message: the request, the limit of the buffer, and the remedy
     */
    public BufferOverflowException(String s) {
        super(s);
    }
}
