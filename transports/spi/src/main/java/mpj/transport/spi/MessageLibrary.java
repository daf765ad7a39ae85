package mpj.transport.spi;

import java.lang.foreign.MemorySegment;

/**
 * A library that matches and moves messages itself, which is a C library of MPI. Communicators, requests, matched
 * messages and datatypes are numbers here: the library's handles. A rank is a rank in a communicator of the library.
 * The sizes of messages are in bytes unless a datatype is named.
 *
 * <p>Methods whose names begin with {@code start}, and {@link #test}, {@link #cancel}, {@link #probe} and {@link
 * #match}, do not wait for peers. One thread at a time calls them. The other methods may wait. If the library {@link
 * #isThreadSafe}, any thread may call these others at any time; else no two calls may overlap. A call that fails throws
 * {@link LibraryException}.
 */
public interface MessageLibrary {
    /** Stands for any source or any tag. MPI: MPI_ANY_SOURCE, MPI_ANY_TAG. */
    int ANY = -1;
    /** A handle that no object of the library has. */
    long NONE = 0;

    /** The reductions that the library knows. */
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

    /** The types of elements that the library reduces. */
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
     * Describes the library.
     *
     * @return its file, and the library's own name and version, in one line
     */
    String description();

    /**
     * This process's rank.
     *
     * @return its rank among all ranks of the job. MPI: MPI_Comm_rank of MPI_COMM_WORLD
     */
    int rank();

    /**
     * The job's size.
     *
     * @return the number of ranks. MPI: MPI_Comm_size of MPI_COMM_WORLD
     */
    int size();

    /**
     * The number of ranks on this host.
     *
     * @return their number, this rank included
     */
    int localSize();

    /**
     * Says whether several threads may call the library at once. The answer is the same on all ranks.
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
     * @return its provider
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
     * Makes another communicator of all ranks. All ranks call this. MPI: MPI_Comm_dup of MPI_COMM_WORLD.
     *
     * @return its handle
     */
    long duplicate();

    /**
     * Makes a communicator. All its ranks call this, and no other rank need call it. MPI: MPI_Comm_create_group.
     *
     * @param ranks ranks of the job, in the order that they are to have in the communicator
     * @param tag distinguishes this communicator from others that are made at the same time
     * @return its handle
     */
    long communicator(int[] ranks, int tag);

    /**
     * Frees a communicator. Operations that are under way in it still complete. MPI: MPI_Comm_free.
     *
     * @param communicator its handle
     */
    void free(long communicator);

    // ------------------------------------------------------------------------------------------- messages

    /**
     * Makes a status, which calls fill with what they tell about a message.
     *
     * @return an empty status
     */
    LibraryStatus status();

    /**
     * Sends a message, and waits until the memory may be used again. MPI: MPI_Send.
     *
     * @param memory the message, off the heap
     * @param bytes the message's size
     * @param destination the receiver
     * @param tag the tag
     * @param communicator its handle
     */
    void send(MemorySegment memory, long bytes, int destination, int tag, long communicator);

    /**
     * Receives a message, and waits for it. MPI: MPI_Recv.
     *
     * @param address where the message goes, off the heap; the caller keeps that memory alive
     * @param bytes the room there
     * @param source the sender, or {@link #ANY}
     * @param tag the tag, or {@link #ANY}
     * @param communicator its handle
     * @param status is filled
     */
    void receive(long address, long bytes, int source, int tag, long communicator, LibraryStatus status);

    /**
     * Asks the library to cancel a {@link #receive} in which another thread waits, if there is one. MPI: MPI_Cancel.
     *
     * @param status the status that the other thread has passed; afterwards it says whether the receive was cancelled
     */
    void cancelReceive(LibraryStatus status);

    /**
     * Starts a send. MPI: MPI_Isend, or MPI_Issend if it is synchronous.
     *
     * @param address the address of the first item; the memory must not change until the request is complete
     * @param items the number of items
     * @param datatype the datatype of the items, or {@link #NONE} for bytes
     * @param destination the receiver
     * @param tag the tag
     * @param communicator its handle
     * @param synchronous whether the send is complete only once it is matched
     * @return the request
     */
    long startSend(long address, long items, long datatype, int destination, int tag, long communicator,
                   boolean synchronous);

    /**
     * Starts a receive. MPI: MPI_Irecv.
     *
     * @param address where the first item goes
     * @param items the number of items for which there is room
     * @param datatype the datatype of the items, or {@link #NONE} for bytes
     * @param source the sender, or {@link #ANY}
     * @param tag the tag, or {@link #ANY}
     * @param communicator its handle
     * @return the request
     */
    long startReceive(long address, long items, long datatype, int source, int tag, long communicator);

    /**
     * Starts to receive a message that was matched. MPI: MPI_Imrecv.
     *
     * @param message the handle that {@link #match} returned
     * @param address where the first item goes
     * @param items the number of items for which there is room
     * @param datatype the datatype of the items, or {@link #NONE} for bytes
     * @return the request
     */
    long startReceive(long message, long address, long items, long datatype);

    /**
     * Says whether a request is complete. A request that is complete is freed by this call. MPI: MPI_Test.
     *
     * @param request the request
     * @param status is filled when the request is complete
     * @return true if the request is complete
     */
    boolean test(long request, LibraryStatus status);

    /**
     * Asks the library to cancel a request. The request then completes, whether it was cancelled or not. MPI:
     * MPI_Cancel.
     *
     * @param request the request
     */
    void cancel(long request);

    /**
     * Looks for a message that could be received, without receiving it. MPI: MPI_Iprobe.
     *
     * @param source the sender, or {@link #ANY}
     * @param tag the tag, or {@link #ANY}
     * @param communicator its handle
     * @param status is filled if there is a message
     * @return whether there is one
     */
    boolean probe(int source, int tag, long communicator, LibraryStatus status);

    /**
     * Looks for a message that could be received. If there is one, it is matched, and no other receive gets it. MPI:
     * MPI_Improbe.
     *
     * @param source the sender, or {@link #ANY}
     * @param tag the tag, or {@link #ANY}
     * @param communicator its handle
     * @param status is filled if there is a message
     * @return the message's handle, or {@link #NONE}
     */
    long match(int source, int tag, long communicator, LibraryStatus status);

    // ------------------------------------------------------------------------------------------- datatypes

    /**
     * Makes a datatype of equal blocks at one distance. MPI: MPI_Type_create_hvector, with an extent.
     *
     * @param first where the first block begins, in bytes from the item's origin
     * @param blocks the number of blocks
     * @param bytes the size of each block
     * @param stride the bytes from the start of one block to the start of the next
     * @param extent the bytes from the origin of one item to the origin of the next
     * @return its handle
     */
    long vector(long first, int blocks, long bytes, long stride, long extent);

    /**
     * Makes a datatype of blocks of any sizes and at any places. MPI: MPI_Type_create_hindexed, with an extent.
     *
     * @param displacements where each block begins, in bytes from the item's origin
     * @param bytes the size of each block
     * @param extent the bytes from the origin of one item to the origin of the next
     * @return its handle
     */
    long indexed(long[] displacements, long[] bytes, long extent);

    /**
     * Frees a datatype. Operations that use it and are under way still complete. MPI: MPI_Type_free.
     *
     * @param datatype its handle
     */
    void freeDatatype(long datatype);

    // ------------------------------------------------------------------------------------------- collectives

    /**
     * Gathers one part from every rank, on every rank. MPI: MPI_Allgatherv.
     *
     * @param mine this rank's part, which may have any length
     * @return the parts of all ranks of the job, in the order of the ranks
     */
    byte[][] allgather(byte[] mine);

    /**
     * The blocking collectives.
     *
     * @return the same object each time
     */
    LibraryCollectives collectives();

    /**
     * The windows.
     *
     * @return the same object each time
     */
    LibraryWindows windows();

    // ------------------------------------------------------------------------------------------- the end

    /**
     * Ends the job. This method does not return. MPI: MPI_Abort.
     *
     * @param code the job's exit code
     */
    void abort(int code);

    /** Leaves the library. All ranks call this. MPI: MPI_Finalize. */
    void finish();
}
