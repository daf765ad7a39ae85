package mpj.transport.spi;

/**
 * Describes a message that a {@link MessageLibrary} has sent or received. Each call that takes a status fills it anew.
 * MPI: MPI_Status.
 */
public interface LibraryStatus {
    /**
     * The message's sender.
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
     * Says whether the operation was cancelled before it was matched. MPI: MPI_Test_cancelled.
     *
     * @return true if no message was moved
     */
    boolean cancelled();
}
