package mpj.transport.spi;

import java.lang.foreign.MemorySegment;

/**
 * A library that matches and moves messages by itself: a C library of MPI. Communicators, requests, matched messages
 * and datatypes are numbers here, the library's handles. Ranks are those of a communicator of the library; counts of
 * messages are in bytes unless a datatype is named.
 *
 * <p>The methods whose names begin with {@code start}, and {@link #test}, {@link #cancel}, {@link #probe} and
 * {@link #match}, do not wait for peers; one thread at a time calls them. The others may wait. If the library
 * {@link #isThreadSafe}, these may be called at any time by any thread, else not while another call is under way. Calls
 * that fail throw {@link LibraryException}.
 */
public interface MessageLibrary {
    /** A source or tag that stands for any. */
    int ANY = -1;
    /** A handle that no object of the library has. */
    long NONE = 0;

    /** The reductions that it knows. */
    enum Reduction {
        /** MPI_MAX. */
        MAX,
        /** MPI_MIN. */
        MIN,
        /** MPI_SUM. */
        SUM,
        /** MPI_PROD. */
        PROD,
        /** MPI_LAND. */
        LAND,
        /** MPI_BAND. */
        BAND,
        /** MPI_LOR. */
        LOR,
        /** MPI_BOR. */
        BOR,
        /** MPI_LXOR. */
        LXOR,
        /** MPI_BXOR. */
        BXOR
    }

    /** The elements that it knows. */
    enum Element {
        /** Java's byte. */
        BYTE,
        /** Java's char. */
        CHAR,
        /** Java's short. */
        SHORT,
        /** Java's int. */
        INT,
        /** Java's long. */
        LONG,
        /** Java's float. */
        FLOAT,
        /** Java's double. */
        DOUBLE,
        /** Java's boolean. */
        BOOLEAN
    }

    /**
     * What it is.
     *
     * @return the file, and the library's own name and version, in one line
     */
    String description();

    /**
     * This process.
     *
     * @return its rank among all of the job
     */
    int rank();

    /**
     * The job's size.
     *
     * @return the number of ranks
     */
    int size();

    /**
     * The ranks on this host.
     *
     * @return their number, this one included
     */
    int localSize();

    /**
     * Whether several threads may call it at once. The same on all ranks.
     *
     * @return true for MPI_THREAD_MULTIPLE
     */
    boolean isThreadSafe();

    /**
     * The largest tag of a message.
     *
     * @return MPI_TAG_UB
     */
    int largestTag();

    /**
     * A transport whose packets are messages of this library.
     *
     * @return what opens it
     */
    TransportProvider packets();

    // ------------------------------------------------------------------------------------------- communicators

    /**
     * The communicator of all ranks.
     *
     * @return its handle
     */
    long world();

    /**
     * Makes another communicator of all ranks. All ranks call this. MPI: MPI_Comm_dup.
     *
     * @return its handle
     */
    long duplicate();

    /**
     * Makes a communicator. All its ranks call this, and nobody else need. MPI: MPI_Comm_create_group.
     *
     * @param ranks of the job, in the order that they are to have
     * @param tag tells it from others that are made at the same time
     * @return its handle
     */
    long communicator(int[] ranks, int tag);

    /**
     * Frees a communicator; what is under way in it goes on.
     *
     * @param communicator its handle
     */
    void free(long communicator);

    // ------------------------------------------------------------------------------------------- messages

    /**
     * Room for what a call tells of a message.
     *
     * @return empty
     */
    LibraryStatus status();

    /**
     * Sends a message and waits until the memory may be used again.
     *
     * @param memory off the heap
     * @param bytes the message's size
     * @param destination the receiver
     * @param tag the tag
     * @param communicator its handle
     */
    void send(MemorySegment memory, long bytes, int destination, int tag, long communicator);

    /**
     * Receives a message.
     *
     * @param address where it goes, off the heap; the caller keeps that memory
     * @param bytes how much it takes
     * @param source the sender, or {@link #ANY}
     * @param tag the tag, or {@link #ANY}
     * @param communicator its handle
     * @param status is filled
     */
    void receive(long address, long bytes, int source, int tag, long communicator, LibraryStatus status);

    /**
     * Asks for the {@link #receive} to be taken back in which another thread waits, if there is one.
     *
     * @param status what that thread has passed; it says afterwards whether the receive was taken back
     */
    void cancelReceive(LibraryStatus status);

    /**
     * Starts a send.
     *
     * @param address of the first item; the memory stays as it is until the request is complete
     * @param items how many
     * @param datatype of the items, or {@link #NONE} for bytes
     * @param destination the receiver
     * @param tag the tag
     * @param communicator its handle
     * @param synchronous whether it is complete only when it is matched
     * @return the request
     */
    long startSend(long address, long items, long datatype, int destination, int tag, long communicator,
                   boolean synchronous);

    /**
     * Starts a receive.
     *
     * @param address where the first item goes
     * @param items for how many there is room
     * @param datatype of the items, or {@link #NONE} for bytes
     * @param source the sender, or {@link #ANY}
     * @param tag the tag, or {@link #ANY}
     * @param communicator its handle
     * @return the request
     */
    long startReceive(long address, long items, long datatype, int source, int tag, long communicator);

    /**
     * Starts to receive a message that was matched.
     *
     * @param message its handle
     * @param address where the first item goes
     * @param items for how many there is room
     * @param datatype of the items, or {@link #NONE} for bytes
     * @return the request
     */
    long startReceive(long message, long address, long items, long datatype);

    /**
     * Whether a request is complete; then it is no more.
     *
     * @param request the request
     * @param status is filled when it is complete
     * @return true if it is
     */
    boolean test(long request, LibraryStatus status);

    /**
     * Asks for a request to be taken back. It completes, taken back or not.
     *
     * @param request the request
     */
    void cancel(long request);

    /**
     * Looks for a message.
     *
     * @param source the sender, or {@link #ANY}
     * @param tag the tag, or {@link #ANY}
     * @param communicator its handle
     * @param status is filled if there is one
     * @return whether there is one
     */
    boolean probe(int source, int tag, long communicator, LibraryStatus status);

    /**
     * Looks for a message, and takes it out.
     *
     * @param source the sender, or {@link #ANY}
     * @param tag the tag, or {@link #ANY}
     * @param communicator its handle
     * @param status is filled if there is one
     * @return the message, or {@link #NONE}
     */
    long match(int source, int tag, long communicator, LibraryStatus status);

    // ------------------------------------------------------------------------------------------- datatypes

    /**
     * A datatype of blocks at one distance.
     *
     * @param first where the first block begins, in bytes from the item's origin
     * @param blocks how many
     * @param bytes the size of each
     * @param stride from one to the next
     * @param extent from one item to the next
     * @return its handle
     */
    long vector(long first, int blocks, long bytes, long stride, long extent);

    /**
     * A datatype of any blocks.
     *
     * @param displacements where each begins, in bytes from the item's origin
     * @param bytes the size of each
     * @param extent from one item to the next
     * @return its handle
     */
    long indexed(long[] displacements, long[] bytes, long extent);

    /**
     * Frees a datatype; what is under way with it goes on.
     *
     * @param datatype its handle
     */
    void freeDatatype(long datatype);

    // ------------------------------------------------------------------------------------------- collectives

    /**
     * Every rank's part, one after the other.
     *
     * @param mine this rank's, on or off the heap
     * @return those of all ranks of the job, in their order
     */
    byte[][] allgather(byte[] mine);

    /**
     * The blocking collectives.
     *
     * @return the same each time
     */
    LibraryCollectives collectives();

    // ------------------------------------------------------------------------------------------- the end

    /**
     * Ends the job. Does not return.
     *
     * @param code the job's exit code
     */
    void abort(int code);

    /** Leaves the library; all ranks call this. MPI: MPI_Finalize. */
    void finish();
}
