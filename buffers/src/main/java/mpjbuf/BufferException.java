package mpjbuf;

/** The root of what can go wrong with a message buffer. */
public class BufferException extends Exception {
    private static final long serialVersionUID = 1L;

    public BufferException() {
    }

    public BufferException(String message) {
        super(message);
    }

    public BufferException(String message, Throwable cause) {
        super(message, cause);
    }
}
