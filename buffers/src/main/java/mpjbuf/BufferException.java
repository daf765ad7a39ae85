package mpjbuf;

/**
 * The root of what can go wrong with a message buffer. Thrown itself for a malformed section header; the subclasses
 * name the other causes. An operation that throws has moved no element and left the buffer in its former state, unless
 * it says otherwise.
 */
public class BufferException extends Exception {
    private static final long serialVersionUID = 1L;

    /** An exception without a message. */
    public BufferException() {
    }

    /**
     * An exception with a message.
     *
     * @param s what was asked, what the buffer allows, and the remedy
     */
    public BufferException(String s) {
        super(s);
    }

    /**
     * An exception with a message and a cause.
     *
     * @param s what was asked, what the buffer allows, and the remedy
     * @param cause what failed underneath
     */
    public BufferException(String s, Throwable cause) {
        super(s, cause);
    }
}
