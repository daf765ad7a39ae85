package mpj.tools;

/**
 * A call of MPI by the program. Calls that the library makes in order to carry out another call are not reported. The
 * object is reused for the thread's next call.
 */
public interface Call {
    /** No particular rank, or no particular tag. */
    int NONE = -1;

    /**
     * The name of the called function.
     *
     * @return the MPI standard's name without {@code MPI_}, such as {@code Send} or {@code Allreduce}
     */
    String name();

    /**
     * The communicator's name.
     *
     * @return the name; empty if the communicator has none, or if the call has no communicator
     */
    String communicator();

    /**
     * The communicator's number, as packets carry it. The communicator's collectives have the next number.
     *
     * @return the number; -1 if the call has no communicator
     */
    int context();

    /**
     * The other side of a message, or the root of a collective. After a receive from any source has returned, this is
     * the rank from which the message came.
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
     * The size of the data: the bytes to send, or after the call the bytes received. For a collective, this is the
     * rank's own part.
     *
     * @return bytes; an object counts as one byte
     */
    long bytes();

    /**
     * The algorithm of a collective.
     *
     * @return its name, or null if the call is not a collective
     */
    String algorithm();

    /**
     * The duration of the call.
     *
     * @return nanoseconds; 0 before the end of the call
     */
    long nanoseconds();

    /**
     * The part of the duration in which the thread waited for others.
     *
     * @return nanoseconds
     */
    long blocked();

    /**
     * Whether the call threw an exception.
     *
     * @return true if it did; false before the end of the call
     */
    boolean failed();

    /**
     * The place in the program from which the call was made. A tool may ask for it after the call. The place is found
     * by walking the stack if the call took longer than {@code mpj.events.site.above} and a hundred times as long as a
     * walk. For most shorter calls, it is the place of the last call with the same arguments.
     *
     * @return the program's line
     */
    Site site();
}
