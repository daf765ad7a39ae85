package mpjbuf;

/**
 * The object stream of the dynamic buffer failed: an object is not serializable, its class is unknown here, a filter
 * refused it, or the stream is damaged. The cause of the exception says which of these it was. The dynamic buffer
 * cannot be used until {@link Buffer#clear()}, or, after a failed read, until {@link Buffer#commit()} rewinds it.
 */
public class DynamicBufferException extends BufferException {
    private static final long serialVersionUID = 1L;

    /**
     * An exception that wraps a failure of the object stream.
     *
     * @param s the message: the elements that were to be moved
     * @param cause the stream's exception
     */
    public DynamicBufferException(String s, Throwable cause) {
        super(s, cause);
    }
}
