package mpjbuf;

/** The type of the array differs from the type of the current section. No element was moved. */
public class TypeMismatchException extends BufferException {
    private static final long serialVersionUID = 1L;

    /** An exception without a message. */
    public TypeMismatchException() {
    }

    /**
     * An exception with a message.
     *
     * @param s the message: the request, the limit of the buffer, and the remedy
     */
    public TypeMismatchException(String s) {
        super(s);
    }
}
