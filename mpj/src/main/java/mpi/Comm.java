package mpi;

import mpj.core.comm.Communicator;
import mpj.core.comm.PointToPoint;
import mpj.core.comm.SendMode;
import mpj.core.group.CartTopology;
import mpj.core.group.DistGraphTopology;
import mpj.core.group.GraphTopology;
import mpj.core.message.PackedMessage;
import mpj.engine.ErrorClass;
import mpj.engine.Operation;
import mpj.engine.Probed;

/**
 * A communicator: a group of ranks, and a context that keeps its messages apart from the messages of other
 * communicators. MPI: MPI_Comm. The following sections of MPI 4.1 describe its methods: 3.2 and 3.4 sending and
 * receiving, 3.7 non-blocking calls, 3.8 probing, 3.9 persistent requests, 3.10 sending and receiving at once, 5.2
 * packing, 7.4 communicators, 7.6 intercommunicators, 7.7 attributes.
 *
 * <p>A buffer is a Java array, a {@link java.nio.Buffer} or a {@link java.lang.foreign.MemorySegment}. The position and
 * the limit of a java.nio buffer do not count, whether the buffer is direct or on the heap. It must have the native
 * byte order, and its elements must be the elements of the datatype, or bytes. A message consists of items of a
 * {@link Datatype}. Counts are in items, and offsets are in elements of the buffer. An item of a type such as
 * {@link MPI#INT} is one element. An item of a derived type is {@link Datatype#Size} elements.
 *
 * <p>With {@link MPI#PACKED}, the buffer may be an {@link mpjbuf.Buffer}. Offset and count are then ignored: the buffer
 * is committed and sent as a whole. A buffer that has received a message is readable from its start.
 *
 * <p>Several threads, including virtual threads, may call any method at the same time (MPI_THREAD_MULTIPLE).
 *
 * <p>All methods throw an {@link MPIException} on the calling rank, which names the wrong argument. Later calls and
 * other ranks are not affected. The class of the exception is one of these:
 * <ul>
 * <li>{@link MPI#ERR_BUFFER}: the buffer is null, read-only in a receive, or offset and count exceed it;
 * <li>{@link MPI#ERR_COUNT}, {@link MPI#ERR_TAG}: a count or a tag is negative;
 * <li>{@link MPI#ERR_TYPE}: the buffer does not hold elements of the datatype, an object is not serializable, or the
 *     received message has elements of another type;
 * <li>{@link MPI#ERR_RANK}: the communicator has no such rank;
 * <li>{@link MPI#ERR_TRUNCATE}: the message is longer than the receive. Primitives that fit were received;
 * <li>{@link MPI#ERR_OTHER}: the call is before {@link MPI#Init} or after {@link MPI#Finalize}, or the rank cannot be
 *     reached.
 * </ul>
 */
public abstract class Comm implements AutoCloseable {
    /** Null before Init, for the communicators that exist by then. */
    private Communicator core;

    Comm() {
    }

    Comm(Communicator core) {
        this.core = core;
    }

    /** Opens a communicator that the program has had since before Init. */
    final void open(Communicator opened) {
        core = opened;
    }

    /** The object below the API. */
    final Communicator core() {
        Communicator open = core;
        if (open == null) {
            throw MPI.notOpen();
        }
        return open;
    }

    // ---------------------------------------------------------------------------------------------------- the ranks

    /**
     * The number of ranks. MPI: MPI_Comm_size.
     *
     * @return at least 1
     */
    public int Size() {
        return core().size();
    }

    /**
     * The rank of this process. MPI: MPI_Comm_rank.
     *
     * @return 0 to {@link #Size} - 1
     */
    public int Rank() {
        return core().rank();
    }

    /**
     * Ends the whole job, with all its ranks, with the given exit code. MPI: MPI_Abort.
     *
     * @param errorcode the exit code
     */
    public void Abort(int errorcode) {
        core().abort(errorcode);
    }

    // ---------------------------------------------------------------------------------------------------- sending

    /**
     * Sends a message, and returns when the buffer may be used again. MPI: MPI_Send, section 3.2.1.
     *
     * {@snippet :
     * // rank 0 sends rank 1 ten numbers of an array, from index 5 on, with tag 7
     * double[] numbers = new double[20];
     * if (MPI.COMM_WORLD.Rank() == 0) {
     *     MPI.COMM_WORLD.Send(numbers, 5, 10, MPI.DOUBLE, 1, 7);
     * }
     * }
     *
     * @param buf the buffer
     * @param offset where the first item is, in elements of {@code buf}
     * @param count the number of items
     * @param datatype the datatype of the items
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag the tag, not negative
     */
    public void Send(Object buf, int offset, int count, Datatype datatype, int dest, int tag) {
        messages().send(buf, offset, count, Datatype.core(datatype), dest, tag);
    }

    /**
     * Sends a message, and returns when the receiver has started to receive it. MPI: MPI_Ssend.
     *
     * @param buf the buffer
     * @param offset where the first item is, in elements of {@code buf}
     * @param count the number of items
     * @param datatype the datatype of the items
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag the tag, not negative
     */
    public void Ssend(Object buf, int offset, int count, Datatype datatype, int dest, int tag) {
        messages().synchronousSend(buf, offset, count, Datatype.core(datatype), dest, tag);
    }

    /**
     * Keeps a copy of a message to send, and returns at once. The attached buffer limits how many bytes may be kept. A
     * buffer of mpjbuf, sent as {@link MPI#PACKED}, needs no attached buffer. MPI: MPI_Bsend.
     *
     * @param buf the buffer
     * @param offset where the first item is, in elements of {@code buf}
     * @param count the number of items
     * @param datatype the datatype of the items
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag the tag, not negative
     * @throws MPIException also of class {@link MPI#ERR_BUFFER}, when the attached buffer has no room for the message
     */
    public void Bsend(Object buf, int offset, int count, Datatype datatype, int dest, int tag) {
        messages().bufferedSend(buf, offset, count, Datatype.core(datatype), dest, tag);
    }

    /**
     * Sends a message to a receiver that has already posted the receive. MPI: MPI_Rsend.
     *
     * @param buf the buffer
     * @param offset where the first item is, in elements of {@code buf}
     * @param count the number of items
     * @param datatype the datatype of the items
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag the tag, not negative
     */
    public void Rsend(Object buf, int offset, int count, Datatype datatype, int dest, int tag) {
        Send(buf, offset, count, datatype, dest, tag);
    }

    /**
     * Starts a send. The buffer may be used again when the request is complete. MPI: MPI_Isend, section 3.7.2.
     *
     * {@snippet :
     * // in a ring, each rank sends its column to the next rank and receives the column of the rank before
     * int rank = MPI.COMM_WORLD.Rank();
     * int size = MPI.COMM_WORLD.Size();
     * double[] mine = new double[1000];
     * double[] theirs = new double[1000];
     * Request[] both = {
     *     MPI.COMM_WORLD.Irecv(theirs, 0, 1000, MPI.DOUBLE, (rank + size - 1) % size, 0),
     *     MPI.COMM_WORLD.Isend(mine, 0, 1000, MPI.DOUBLE, (rank + 1) % size, 0)
     * };
     * // what is computed here must use neither array
     * Request.Waitall(both);
     * }
     *
     * @param buf the buffer
     * @param offset where the first item is, in elements of {@code buf}
     * @param count the number of items
     * @param datatype the datatype of the items
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag the tag, not negative
     * @return the request
     */
    public Request Isend(Object buf, int offset, int count, Datatype datatype, int dest, int tag) {
        return request(
            messages().startSend(SendMode.STANDARD, buf, offset, count, Datatype.core(datatype), dest, tag));
    }

    /**
     * Starts a send that is complete only when the receiver has started to receive the message. MPI: MPI_Issend.
     *
     * @param buf the buffer
     * @param offset where the first item is, in elements of {@code buf}
     * @param count the number of items
     * @param datatype the datatype of the items
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag the tag, not negative
     * @return the request
     */
    public Request Issend(Object buf, int offset, int count, Datatype datatype, int dest, int tag) {
        return request(
            messages().startSend(SendMode.SYNCHRONOUS, buf, offset, count, Datatype.core(datatype), dest, tag));
    }

    /**
     * Starts a buffered send. It is complete at once: a copy of the message is kept, as in {@link #Bsend}.
     * MPI: MPI_Ibsend.
     *
     * @param buf the buffer
     * @param offset where the first item is, in elements of {@code buf}
     * @param count the number of items
     * @param datatype the datatype of the items
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag the tag, not negative
     * @return a request that is complete
     * @throws MPIException also of class {@link MPI#ERR_BUFFER}, when the attached buffer has no room for the message
     */
    public Request Ibsend(Object buf, int offset, int count, Datatype datatype, int dest, int tag) {
        return request(
            messages().startSend(SendMode.BUFFERED, buf, offset, count, Datatype.core(datatype), dest, tag));
    }

    /**
     * Starts a send to a receiver that has already posted the receive. MPI: MPI_Irsend.
     *
     * @param buf the buffer
     * @param offset where the first item is, in elements of {@code buf}
     * @param count the number of items
     * @param datatype the datatype of the items
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag the tag, not negative
     * @return the request
     */
    public Request Irsend(Object buf, int offset, int count, Datatype datatype, int dest, int tag) {
        return Isend(buf, offset, count, datatype, dest, tag);
    }

    // -------------------------------------------------------------------------------------------------- receiving

    /**
     * Receives a message, and returns when the message is in the buffer. MPI: MPI_Recv, section 3.2.4.
     *
     * {@snippet :
     * // receives up to 100 numbers from any rank, and says how many came
     * int[] numbers = new int[100];
     * Status status = MPI.COMM_WORLD.Recv(numbers, 0, 100, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
     * System.out.println(status.Get_count(MPI.INT) + " from rank " + status.source + ", tag " + status.tag);
     * }
     *
     * @param buf the buffer
     * @param offset where the first item goes, in elements of {@code buf}
     * @param count the number of items for which there is room
     * @param datatype the datatype of the items
     * @param source the sender's rank, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
     * @param tag the tag, or {@link MPI#ANY_TAG}
     * @return a status with the sender, the tag and the size of the message
     */
    public Status Recv(Object buf, int offset, int count, Datatype datatype, int source, int tag) {
        Communicator open = core();
        return Status.of(open.requests(),
            open.messages().receive(buf, offset, count, Datatype.core(datatype), source, tag));
    }

    /**
     * Starts a receive. The items are in the buffer when the request is complete. MPI: MPI_Irecv.
     *
     * @param buf the buffer
     * @param offset where the first item goes, in elements of {@code buf}
     * @param count the number of items for which there is room
     * @param datatype the datatype of the items
     * @param source the sender's rank, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
     * @param tag the tag, or {@link MPI#ANY_TAG}
     * @return the request
     */
    public Request Irecv(Object buf, int offset, int count, Datatype datatype, int source, int tag) {
        return request(messages().startReceive(buf, offset, count, Datatype.core(datatype), source, tag));
    }

    /**
     * Waits for a message without receiving it. MPI: MPI_Probe.
     *
     * @param source the sender's rank, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
     * @param tag the tag, or {@link MPI#ANY_TAG}
     * @return a status with the sender, the tag and the size of the message
     */
    public Status Probe(int source, int tag) {
        return Status.probed(core().requests(), messages().probe(source, tag));
    }

    /**
     * Checks whether a message has arrived, without waiting and without receiving the message. MPI: MPI_Iprobe.
     *
     * @param source the sender's rank, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
     * @param tag the tag, or {@link MPI#ANY_TAG}
     * @return a status with the sender, the tag and the size of the message, or null when there is no message
     */
    public Status Iprobe(int source, int tag) {
        Probed probed = messages().probeAtOnce(source, tag);
        return probed == null && source != MPI.PROC_NULL ? null : Status.probed(core().requests(), probed);
    }

    // ----------------------------------------------------------------------------------------------- both at once

    /**
     * Sends one message and receives another. Neither of the two waits for the other. MPI: MPI_Sendrecv. The two
     * buffers may overlap. The data is then sent as it was at the call, at the cost of a copy.
     *
     * @param sendbuf the buffer to send from
     * @param sendoffset where the first item is, in elements of {@code sendbuf}
     * @param sendcount the number of items sent
     * @param sendtype the type of the items sent
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param sendtag the tag of the message sent, not negative
     * @param recvbuf the buffer to receive into
     * @param recvoffset where the first item goes, in elements of {@code recvbuf}
     * @param recvcount the number of items for which there is room
     * @param recvtype the type of the items received
     * @param source the sender's rank, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
     * @param recvtag the tag of the message received, or {@link MPI#ANY_TAG}
     * @return the status of the receive
     */
    public Status Sendrecv(Object sendbuf, int sendoffset, int sendcount, Datatype sendtype, int dest, int sendtag,
                           Object recvbuf, int recvoffset, int recvcount, Datatype recvtype, int source, int recvtag) {
        return request(messages().sendAndReceive(sendbuf, sendoffset, sendcount, Datatype.core(sendtype), dest,
            sendtag, recvbuf, recvoffset, recvcount, Datatype.core(recvtype), source, recvtag)).conclude();
    }

    /**
     * Sends the items of a buffer, and receives another message into the same buffer. MPI: MPI_Sendrecv_replace.
     *
     * @param buf the buffer
     * @param offset where the first item of both messages is, in elements of {@code buf}
     * @param count the number of items to send, which is also the number of items for which there is room
     * @param datatype the datatype of the items
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param sendtag the tag of the message sent, not negative
     * @param source the sender's rank, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
     * @param recvtag the tag of the message received, or {@link MPI#ANY_TAG}
     * @return the status of the receive
     */
    public Status Sendrecv_replace(Object buf, int offset, int count, Datatype datatype, int dest, int sendtag,
                                   int source, int recvtag) {
        return request(messages().replace(buf, offset, count, Datatype.core(datatype), dest, sendtag, source,
            recvtag)).conclude();
    }

    // ------------------------------------------------------------------------------------------ persistent requests

    /**
     * Makes a request for a send, to be started with {@link Prequest#Start}. MPI: MPI_Send_init.
     *
     * @param buf the buffer
     * @param offset where the first item is, in elements of the buffer
     * @param count the number of items
     * @param datatype the datatype of the items
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag the tag, not negative
     * @return an inactive request
     */
    public Prequest Send_init(Object buf, int offset, int count, Datatype datatype, int dest, int tag) {
        return new Prequest(core().requests(),
            messages().keepSend(SendMode.STANDARD, buf, offset, count, Datatype.core(datatype), dest, tag));
    }

    /**
     * Makes a request for a buffered send, to be started with {@link Prequest#Start}. MPI: MPI_Bsend_init.
     *
     * @param buf the buffer
     * @param offset where the first item is, in elements of the buffer
     * @param count the number of items
     * @param datatype the datatype of the items
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag the tag, not negative
     * @return an inactive request
     */
    public Prequest Bsend_init(Object buf, int offset, int count, Datatype datatype, int dest, int tag) {
        return new Prequest(core().requests(),
            messages().keepSend(SendMode.BUFFERED, buf, offset, count, Datatype.core(datatype), dest, tag));
    }

    /**
     * Makes a request for a synchronous send, to be started with {@link Prequest#Start}. MPI: MPI_Ssend_init.
     *
     * @param buf the buffer
     * @param offset where the first item is, in elements of the buffer
     * @param count the number of items
     * @param datatype the datatype of the items
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag the tag, not negative
     * @return an inactive request
     */
    public Prequest Ssend_init(Object buf, int offset, int count, Datatype datatype, int dest, int tag) {
        return new Prequest(core().requests(),
            messages().keepSend(SendMode.SYNCHRONOUS, buf, offset, count, Datatype.core(datatype), dest, tag));
    }

    /**
     * Makes a request for a send, to be started with {@link Prequest#Start} when the receiver has posted the receive.
     * MPI: MPI_Rsend_init.
     *
     * @param buf the buffer
     * @param offset where the first item is, in elements of the buffer
     * @param count the number of items
     * @param datatype the datatype of the items
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag the tag, not negative
     * @return an inactive request
     */
    public Prequest Rsend_init(Object buf, int offset, int count, Datatype datatype, int dest, int tag) {
        return new Prequest(core().requests(),
            messages().keepSend(SendMode.STANDARD, buf, offset, count, Datatype.core(datatype), dest, tag));
    }

    /**
     * Makes a request for a receive, to be started with {@link Prequest#Start}. MPI: MPI_Recv_init.
     *
     * @param buf the buffer
     * @param offset where the first item goes, in elements of the buffer
     * @param count the number of items for which there is room
     * @param datatype the datatype of the items
     * @param source the sender's rank, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
     * @param tag the tag, or {@link MPI#ANY_TAG}
     * @return an inactive request
     */
    public Prequest Recv_init(Object buf, int offset, int count, Datatype datatype, int source, int tag) {
        return new Prequest(core().requests(),
            messages().keepReceive(buf, offset, count, Datatype.core(datatype), source, tag));
    }

    // ---------------------------------------------------------------------------------------------------- packing

    /**
     * The largest number of bytes that {@link #Pack} needs. MPI: MPI_Pack_size.
     *
     * @param incount the number of items
     * @param datatype the datatype of the items
     * @return the size in bytes; for objects, the size of a section header, because the size of the objects is not
     *     known in advance
     */
    public int Pack_size(int incount, Datatype datatype) {
        return core().errors().number(() -> PackedMessage.size(incount, Datatype.core(datatype)));
    }

    /**
     * Packs items into bytes, which can be sent with {@link MPI#PACKED}. MPI: MPI_Pack.
     *
     * @param inbuf the buffer
     * @param offset where the first item is, in elements of the buffer
     * @param incount the number of items
     * @param datatype the datatype of the items
     * @param outbuf the array for the packed bytes
     * @param position the index of the first packed byte in {@code outbuf}
     * @return the position after the packed items
     * @throws MPIException also of class {@link MPI#ERR_BUFFER}, when the items do not fit
     */
    public int Pack(Object inbuf, int offset, int incount, Datatype datatype, byte[] outbuf, int position) {
        return core().errors().number(() ->
            PackedMessage.pack(inbuf, offset, incount, Datatype.core(datatype), outbuf, position));
    }

    /**
     * Packs items as a section of a buffer. MPI: MPI_Pack.
     *
     * @param inbuf the buffer
     * @param offset where the first item is, in elements of the buffer
     * @param incount the number of items
     * @param datatype the datatype of the items
     * @param outbuf a writable buffer
     * @param position where the section goes in the static part of the buffer, in bytes; the content there and after it
     *     is lost
     * @return the position after the section
     * @throws MPIException also of class {@link MPI#ERR_BUFFER}, when the items do not fit or the buffer is not
     *     writable
     */
    public int Pack(Object inbuf, int offset, int incount, Datatype datatype, mpjbuf.Buffer outbuf, int position) {
        return core().errors().number(() ->
            PackedMessage.pack(inbuf, offset, incount, Datatype.core(datatype), outbuf, position));
    }

    /**
     * Unpacks items from packed bytes. MPI: MPI_Unpack.
     *
     * @param inbuf bytes that were packed, or that were received with {@link MPI#PACKED}
     * @param position the index of the first packed byte of the items in {@code inbuf}
     * @param outbuf the buffer for the items
     * @param offset where the first item goes, in elements of the buffer
     * @param outcount the number of items
     * @param datatype the datatype of the items
     * @return the position after the packed items
     * @throws MPIException also of class {@link MPI#ERR_BUFFER}, when there are fewer items
     */
    public int Unpack(byte[] inbuf, int position, Object outbuf, int offset, int outcount, Datatype datatype) {
        return core().errors().number(() ->
            PackedMessage.unpack(inbuf, position, outbuf, offset, outcount, Datatype.core(datatype)));
    }

    /**
     * Unpacks items from the next section of a buffer. MPI: MPI_Unpack.
     *
     * @param inbuf a buffer that {@link mpjbuf.Buffer#commit} has made readable
     * @param position where the section is. It is ignored, because sections are always read in their order
     * @param outbuf the buffer for the items
     * @param offset where the first item goes, in elements of the buffer
     * @param outcount the number of items
     * @param datatype the datatype of the items
     * @return the position after the section
     * @throws MPIException also of class {@link MPI#ERR_BUFFER}, when there are fewer items or the buffer is not
     *     readable, and {@link MPI#ERR_TYPE} when the section has elements of another type
     */
    public int Unpack(mpjbuf.Buffer inbuf, int position, Object outbuf, int offset, int outcount, Datatype datatype) {
        return core().errors().number(() ->
            PackedMessage.unpack(inbuf, position, outbuf, offset, outcount, Datatype.core(datatype)));
    }

    // -------------------------------------------------------------------- the communicator itself: group and end

    /**
     * The group of this process. MPI: MPI_Comm_group.
     *
     * @return the group; for an intercommunicator, the local group
     */
    public Group Group() {
        return new Group(core().group());
    }

    /**
     * Compares the members of two communicators. MPI: MPI_Comm_compare.
     *
     * @param comm1 a communicator
     * @param comm2 another communicator
     * @return {@link MPI#IDENT} when they are the same communicator, {@link MPI#CONGRUENT} when they have the same
     *     members in the same order, {@link MPI#SIMILAR} when they have the same members in another order, and
     *     otherwise {@link MPI#UNEQUAL}; for intercommunicators, both groups are compared
     */
    public static int Compare(Comm comm1, Comm comm2) {
        return Communicator.compare(argument(comm1, "comm1"), argument(comm2, "comm2")).ordinal();
    }

    /**
     * Frees the communicator, which no later call may use. Every rank of the communicator must call this. Operations
     * that were started with it complete as usual. MPI: MPI_Comm_free.
     *
     * @throws MPIException of class {@link MPI#ERR_COMM} for {@link MPI#COMM_WORLD}, for {@link MPI#COMM_SELF}, for a
     *     communicator that was freed before, and while a blocking collective is under way on the communicator
     */
    public synchronized void Free() {
        core().free();
    }

    /**
     * The same as {@link #Free}, for the end of a try statement. It does nothing if the communicator was freed before.
     *
     * {@snippet :
     * try (Intracomm halves = MPI.COMM_WORLD.Split(rank % 2, rank)) {
     *     halves.Allreduce(part, 0, sum, 0, 1, MPI.DOUBLE, MPI.SUM);
     * }
     * }
     *
     * @throws MPIException like {@link #Free}
     */
    @Override
    public synchronized void close() {
        if (!Is_null()) {
            Free();
        }
    }

    /**
     * Whether the communicator was freed. MPI: a comparison with MPI_COMM_NULL.
     *
     * @return true if so
     */
    public boolean Is_null() {
        return core != null && core.isFreed();
    }

    /**
     * Whether this is an intercommunicator. MPI: MPI_Comm_test_inter.
     *
     * @return true if so
     */
    public boolean Test_inter() {
        return core().isInter();
    }

    /**
     * The kind of topology that the communicator has. MPI: MPI_Topo_test.
     *
     * @return {@link MPI#CART}, {@link MPI#GRAPH} or {@link MPI#UNDEFINED}
     */
    public int Topo_test() {
        return switch (core().topology()) {
            case null -> MPI.UNDEFINED;
            case GraphTopology _ -> MPI.GRAPH;
            case CartTopology _ -> MPI.CART;
            case DistGraphTopology _ -> MPI.UNDEFINED; // mpiJava has no such communicators
        };
    }

    /**
     * Makes a communicator of the same kind, with the same groups and topology, and with a context of its own. The new
     * communicator gets the attributes that are to be copied ({@link #Keyval_create}). Every rank must call this.
     * MPI: MPI_Comm_dup.
     *
     * @return the new communicator
     */
    @Override
    public abstract Object clone();

    /**
     * Makes an intercommunicator of two groups that have no member in common. Every rank of both groups must call this.
     * The two leaders must call it on a communicator that contains both of them. The other ranks may call it on any
     * communicator. MPI: MPI_Intercomm_create.
     *
     * @param local_comm the communicator of this process's group
     * @param local_leader the rank of this group's leader in {@code local_comm}
     * @param remote_leader the rank in this communicator of the other group's leader; only the leaders use this
     *     argument
     * @param tag the tag of the messages between the leaders in this communicator, not negative
     * @return the new communicator
     */
    public Intercomm Create_intercomm(Comm local_comm, int local_leader, int remote_leader, int tag) {
        return new Intercomm(
            argument(local_comm, "local_comm").creation().inter(core(), local_leader, remote_leader, tag));
    }

    // ----------------------------------------------------------------------------------------- attributes, errors

    /**
     * Makes a new key for attributes, on this process. MPI: MPI_Keyval_create.
     *
     * @param copied whether {@link #clone} copies attributes of this key (MPI_DUP_FN) or not (MPI_NULL_COPY_FN)
     * @return the keyval
     */
    public static int Keyval_create(boolean copied) {
        return MPI.KEYVALS.create(copied);
    }

    /**
     * Frees a keyval, which no later call may use. MPI: MPI_Keyval_free.
     *
     * @param keyval a keyval that {@link #Keyval_create} returned
     */
    public static void Keyval_free(int keyval) {
        MPIException.run(() -> MPI.KEYVALS.free(keyval));
    }

    /**
     * The attribute of a key. MPI: MPI_Attr_get.
     *
     * @param keyval {@link MPI#TAG_UB}, {@link MPI#HOST}, {@link MPI#IO} or {@link MPI#APPNUM}, whose values are of
     *     type Integer, or a keyval that {@link #Keyval_create} returned
     * @return the value, or null when the communicator has no such attribute
     */
    public Object Attr_get(int keyval) {
        return core().attribute(keyval);
    }

    /**
     * Sets the attribute of a key. MPI: MPI_Attr_put.
     *
     * @param keyval a keyval that {@link #Keyval_create} returned
     * @param value the value, which {@link #Attr_get} returns as an Integer
     */
    public void Attr_put(int keyval, int value) {
        Attr_put(keyval, (Object) value);
    }

    /**
     * Sets the attribute of a key. MPI: MPI_Attr_put.
     *
     * @param keyval a keyval that {@link #Keyval_create} returned
     * @param value the value, not null
     */
    public void Attr_put(int keyval, Object value) {
        core().attribute(keyval, value);
    }

    /**
     * Removes the attribute of a key. MPI: MPI_Attr_delete.
     *
     * @param keyval a keyval that {@link #Keyval_create} returned
     * @throws MPIException also of class {@link MPI#ERR_ARG}, when the communicator has no such attribute
     */
    public void Attr_delete(int keyval) {
        core().deleteAttribute(keyval);
    }

    /**
     * Sets the handler for errors of this rank in calls on this communicator. Communicators that are made from this one
     * inherit the handler. MPI: MPI_Errhandler_set.
     *
     * <p>With {@link MPI#ERRORS_RETURN} on {@link MPI#COMM_WORLD}, this rank also declares that it goes on when the
     * process of another rank dies. If all remaining ranks have declared this, mpjrun does not end the job. Operations
     * that need the lost rank then throw an {@link MPIException} that names the rank, and the job's exit code is not 0.
     *
     * @param handler {@link MPI#ERRORS_RETURN} or {@link MPI#ERRORS_ARE_FATAL}
     */
    public void Errhandler_set(Errhandler handler) {
        core().errorHandler(handler, handler != null && handler.fatal());
    }

    /**
     * The handler for errors of this rank in calls on this communicator. MPI: MPI_Errhandler_get.
     *
     * @return the handler
     */
    public Errhandler Errorhandler_get() {
        return (Errhandler) core().errorHandler();
    }

    // ------------------------------------------------------------------------------------------- failed processes

    /**
     * Revokes the communicator on all its ranks. One rank calls this. Operations in the communicator that have not been
     * matched yet fail, and so does every later call on it, with an {@link MPIException} of class
     * {@link MPI#ERR_REVOKED}. Only {@link #Agree}, {@link #Iagree}, {@link #Shrink}, {@link #Get_failed},
     * {@link #Ack_failed} and calls that send no messages still work. This library's own. ULFM: MPIX_Comm_revoke.
     */
    public void Revoke() {
        core().processFailures().revoke();
    }

    /**
     * Whether this rank knows that the communicator was revoked. This library's own. ULFM: MPIX_Comm_is_revoked.
     *
     * @return true if so
     */
    public boolean Is_revoked() {
        return core().processFailures().isRevoked();
    }

    /**
     * The ranks that this rank knows to have failed, in the order in which it has learnt of their failures. This
     * library's own. ULFM: MPIX_Comm_get_failed.
     *
     * @return their group
     */
    public Group Get_failed() {
        return new Group(core().processFailures().failed());
    }

    /**
     * Acknowledges failed ranks. Receives from any source then no longer fail because of these ranks. Once all ranks
     * that are left have acknowledged a failure, {@link #Agree} no longer fails because of it. This library's own.
     * ULFM: MPIX_Comm_ack_failed.
     *
     * @param num_to_ack the number of ranks to acknowledge, 0 or more: the first ones of the group that
     *     {@link #Get_failed} returns
     * @return the number of ranks that are acknowledged now
     * @throws MPIException of class {@link MPI#ERR_ARG} when the number is negative
     */
    public int Ack_failed(int num_to_ack) {
        return core().processFailures().acknowledge(num_to_ack);
    }

    /**
     * Lets all ranks that are left agree on a flag, even if ranks fail during the call. All ranks that are left call
     * this. It also works in a communicator that was revoked. This library's own. ULFM: MPIX_Comm_agree.
     *
     * @param flag an array of one element. Before the call it has the bits of this rank, and afterwards the bits that
     *     are set on all ranks; on an intercommunicator, the bits that are set on all ranks of the other group. It is
     *     set even if this throws the exception about a failed rank
     * @throws MPIException of class {@link MPI#ERR_PROC_FAILED}, on all ranks, when a rank has failed and not all ranks
     *     that are left have {@linkplain #Ack_failed acknowledged} this; of class {@link MPI#ERR_ARG} when the array is
     *     null or empty
     */
    public void Agree(int[] flag) {
        core().processFailures().agree(flag);
    }

    /**
     * Starts what {@link #Agree} does, and does not wait for it. This library's own. ULFM: MPIX_Comm_iagree.
     *
     * @param flag as in {@link #Agree}; the program must not use it until the request is complete
     * @return the request
     */
    public Request Iagree(int[] flag) {
        return new Request(core().requests(), core().processFailures().startAgree(flag));
    }

    /**
     * Makes a communicator of the ranks that are left, in their order. All of them call this. It also works in a
     * communicator that was revoked. This library's own. ULFM: MPIX_Comm_shrink.
     *
     * @return the new communicator, without the ranks that any rank knew to have failed
     */
    public abstract Comm Shrink();

    private PointToPoint messages() {
        return core().messages();
    }

    private Request request(Operation operation) {
        return new Request(core().requests(), operation);
    }

    /** The communicator below the API for an argument of this name. */
    private static Communicator argument(Comm comm, String name) {
        if (comm == null) {
            throw new MPIException(ErrorClass.ERR_COMM, name + " is null; pass a communicator");
        }
        return comm.core();
    }
}
