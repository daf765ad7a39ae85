package mpj.tools;

/**
 * A call of MPI by the program. Calls that the library makes to carry out another are not told. The object is used
 * again for the thread's next call.
 */
public interface Call {
    /** No rank, or no tag, in particular. */
    int NONE = -1;

    /**
     * What is called.
     *
     * @return the MPI standard's name without {@code MPI_}, as {@code Send} or {@code Allreduce}
     */
    String name();

    /**
     * The communicator's name.
     *
     * @return empty if it has none, or if the call has no communicator
     */
    String communicator();

    /**
     * The communicator's number, as packets have it; its collectives have the next one.
     *
     * @return -1 if the call has no communicator
     */
    int context();

    /**
     * The other side: of a message, or a collective's root. After the call a receive from any source has the rank that
     * the message came from.
     *
     * @return a rank in the job, or {@link #NONE}
     */
    int peer();

    /**
     * The message's tag.
     *
     * @return the tag, or {@link #NONE}
     */
    int tag();

    /**
     * How much is sent, or, after the call, was received; of a collective, this rank's part.
     *
     * @return bytes; objects count as one each
     */
    long bytes();

    /**
     * The algorithm of a collective.
     *
     * @return its name, or null
     */
    String algorithm();

    /**
     * How long the call took.
     *
     * @return nanoseconds; 0 before its end
     */
    long nanoseconds();

    /**
     * How much of it the thread waited for others.
     *
     * @return nanoseconds
     */
    long blocked();

    /**
     * Whether it threw.
     *
     * @return false before its end
     */
    boolean failed();

    /**
     * Where the program calls. Asked for after the call: it is found by walking the stack, but for calls shorter than
     * {@code mpj.events.site.above}, for which it is taken from the last like it.
     *
     * @return the program's line
     */
    Site site();
}
