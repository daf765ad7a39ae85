package mpj.transport.spi;

/** What a {@link MessageLibrary} tells of a message; it is filled anew by each call that is given it. */
public interface LibraryStatus {
    /**
     * Who sent it.
     *
     * @return its rank in the library's communicator
     */
    int source();

    /**
     * The message's tag.
     *
     * @return at least 0
     */
    int tag();

    /**
     * The message's size.
     *
     * @return bytes
     */
    long bytes();

    /**
     * Whether the operation was taken back before it was matched.
     *
     * @return true if no message was moved
     */
    boolean cancelled();
}
