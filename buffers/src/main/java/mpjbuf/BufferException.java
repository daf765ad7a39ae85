package mpjbuf;

/**
 * The superclass of all exceptions of message buffers. It is thrown itself for a malformed section header. The
 * subclasses stand for the other causes. An operation that throws has moved no element and has left the buffer in its
 * previous state, unless its description says otherwise.
 */
public class BufferException extends Exception {
    private static final long serialVersionUID = 1L;

    /** An exception without a message. */
    public BufferException() {
    }

    /**
     * An exception with a message.
     *
     * @param s the message: the request, the limit of the buffer, and the remedy
     */
    public BufferException(String s) {
        super(s);
    }

    /**
     * An exception with a message and a cause.
     *
     * @param s the message: the request, the limit of the buffer, and the remedy
     * @param cause the cause of the failure
     */
    public BufferException(String s, Throwable cause) {
        super(s, cause);
    }
}
