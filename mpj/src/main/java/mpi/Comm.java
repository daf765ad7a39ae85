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
 * A communicator: a group of ranks and a context that keeps its messages apart from others'. MPI: MPI_Comm. In the
 * standard (sections of MPI 4.1): sending and receiving are 3.2 and 3.4, non-blocking 3.7, probing 3.8, persistent
 * requests 3.9, both at once 3.10, packing 5.2, communicators 7.4, intercommunicators 7.6, attributes 7.7.
 *
 * <p>A buffer is a Java array, a {@link java.nio.Buffer} or a {@link java.lang.foreign.MemorySegment}. Of a java.nio
 * buffer, direct or on the heap, position and limit do not count; its byte order is the native one, and its elements
 * are those of the datatype, or bytes. A message is made of items of a {@link Datatype}. Counts are in items; offsets
 * are in elements of the buffer. An item of a type such as {@link MPI#INT} is one element; an item of a derived type is
 * {@link Datatype#Size} elements. With {@link MPI#PACKED} the buffer may be an {@link mpjbuf.Buffer}. Offset and count
 * are then ignored: the buffer is committed and sent whole; one that was received into is readable from its start.
 *
 * <p>Every method may be called by several threads at once (MPI_THREAD_MULTIPLE), virtual ones too.
 *
 * <p>All throw {@link MPIException} on the rank that calls, naming the argument that is wrong; later calls and other
 * ranks are unharmed. Its class is
 * <ul>
 * <li>{@link MPI#ERR_BUFFER}: the buffer is null, read-only in a receive, or offset and count do not lie in it;
 * <li>{@link MPI#ERR_COUNT}, {@link MPI#ERR_TAG}: a count or a tag is negative;
 * <li>{@link MPI#ERR_TYPE}: the buffer does not hold elements of the datatype, an object is not serializable, or the
 *     message received has elements of another type;
 * <li>{@link MPI#ERR_RANK}: the communicator has no such rank;
 * <li>{@link MPI#ERR_TRUNCATE}: the message is longer than the receive; of primitives, those that fit were received;
 * <li>{@link MPI#ERR_OTHER}: before {@link MPI#Init} or after {@link MPI#Finalize}, or the rank cannot be reached.
 * </ul>
 */
public abstract class Comm implements AutoCloseable {
    /** Null before Init, of those that are there by then; or below an API's null. */
    private Communicator core;

    Comm() {
    }

    Comm(Communicator core) {
        this.core = core;
    }

    /** Makes a communicator that the program has had since before Init one that can be used. */
    final void open(Communicator opened) {
        core = opened;
    }

    /** What it is below the API. */
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
     * This process's rank. MPI: MPI_Comm_rank.
     *
     * @return 0 to {@link #Size} - 1
     */
    public int Rank() {
        return core().rank();
    }

    /**
     * Ends the job: every rank, with this exit code. MPI: MPI_Abort.
     *
     * @param errorcode the exit code
     */
    public void Abort(int errorcode) {
        core().abort(errorcode);
    }

    // ---------------------------------------------------------------------------------------------------- sending

    /**
     * Sends a message; returns when the buffer may be used again. MPI: MPI_Send, section 3.2.1.
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
     * @param datatype their type
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag the tag, not negative
     */
    public void Send(Object buf, int offset, int count, Datatype datatype, int dest, int tag) {
        messages().send(buf, offset, count, Datatype.core(datatype), dest, tag);
    }

    /**
     * Sends a message; returns when the receiver has started to receive it. MPI: MPI_Ssend.
     *
     * @param buf the buffer
     * @param offset where the first item is, in elements of {@code buf}
     * @param count the number of items
     * @param datatype their type
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag the tag, not negative
     */
    public void Ssend(Object buf, int offset, int count, Datatype datatype, int dest, int tag) {
        messages().synchronousSend(buf, offset, count, Datatype.core(datatype), dest, tag);
    }

    /**
     * Sends a message from the attached buffer; returns at once. MPI: MPI_Bsend.
     *
     * @param buf the buffer
     * @param offset where the first item is, in elements of {@code buf}
     * @param count the number of items
     * @param datatype their type
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag the tag, not negative
     * @throws MPIException also, of class {@link MPI#ERR_BUFFER}, when the attached buffer has no room left for it
     */
    public void Bsend(Object buf, int offset, int count, Datatype datatype, int dest, int tag) {
        messages().bufferedSend(buf, offset, count, Datatype.core(datatype), dest, tag);
    }

    /**
     * Sends a message whose receive is posted already. MPI: MPI_Rsend.
     *
     * @param buf the buffer
     * @param offset where the first item is, in elements of {@code buf}
     * @param count the number of items
     * @param datatype their type
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag the tag, not negative
     */
    public void Rsend(Object buf, int offset, int count, Datatype datatype, int dest, int tag) {
        Send(buf, offset, count, datatype, dest, tag);
    }

    /**
     * Starts a send; the buffer may be used again when the request is complete. MPI: MPI_Isend, section 3.7.2.
     *
     * {@snippet :
     * // in a ring, each rank sends its column to the next rank and receives that of the one before
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
     * @param datatype their type
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag the tag, not negative
     * @return the request
     */
    public Request Isend(Object buf, int offset, int count, Datatype datatype, int dest, int tag) {
        return request(
            messages().startSend(SendMode.STANDARD, buf, offset, count, Datatype.core(datatype), dest, tag));
    }

    /**
     * Starts a send that is complete when the receiver has started to receive. MPI: MPI_Issend.
     *
     * @param buf the buffer
     * @param offset where the first item is, in elements of {@code buf}
     * @param count the number of items
     * @param datatype their type
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag the tag, not negative
     * @return the request
     */
    public Request Issend(Object buf, int offset, int count, Datatype datatype, int dest, int tag) {
        return request(
            messages().startSend(SendMode.SYNCHRONOUS, buf, offset, count, Datatype.core(datatype), dest, tag));
    }

    /**
     * Starts a send from the attached buffer. MPI: MPI_Ibsend.
     *
     * @param buf the buffer
     * @param offset where the first item is, in elements of {@code buf}
     * @param count the number of items
     * @param datatype their type
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag the tag, not negative
     * @return a request that is complete
     * @throws MPIException also, of class {@link MPI#ERR_BUFFER}, when the attached buffer has no room left for it
     */
    public Request Ibsend(Object buf, int offset, int count, Datatype datatype, int dest, int tag) {
        return request(
            messages().startSend(SendMode.BUFFERED, buf, offset, count, Datatype.core(datatype), dest, tag));
    }

    /**
     * Starts a send whose receive is posted already. MPI: MPI_Irsend.
     *
     * @param buf the buffer
     * @param offset where the first item is, in elements of {@code buf}
     * @param count the number of items
     * @param datatype their type
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag the tag, not negative
     * @return the request
     */
    public Request Irsend(Object buf, int offset, int count, Datatype datatype, int dest, int tag) {
        return Isend(buf, offset, count, datatype, dest, tag);
    }

    // -------------------------------------------------------------------------------------------------- receiving

    /**
     * Receives a message; returns when it is in the buffer. MPI: MPI_Recv, section 3.2.4.
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
     * @param count how many items there is room for
     * @param datatype their type
     * @param source the sender's rank, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
     * @param tag the tag, or {@link MPI#ANY_TAG}
     * @return who sent it, its tag and its count
     */
    public Status Recv(Object buf, int offset, int count, Datatype datatype, int source, int tag) {
        Communicator open = core();
        return Status.of(open.requests(),
            open.messages().receive(buf, offset, count, Datatype.core(datatype), source, tag));
    }

    /**
     * Starts a receive; the items are there when the request is complete. MPI: MPI_Irecv.
     *
     * @param buf the buffer
     * @param offset where the first item goes, in elements of {@code buf}
     * @param count how many items there is room for
     * @param datatype their type
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
     * @return who sent it, its tag and its count
     */
    public Status Probe(int source, int tag) {
        return Status.probed(core().requests(), messages().probe(source, tag));
    }

    /**
     * Asks for a message without waiting. MPI: MPI_Iprobe.
     *
     * @param source the sender's rank, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
     * @param tag the tag, or {@link MPI#ANY_TAG}
     * @return who sent it, its tag and its count; or null when there is none
     */
    public Status Iprobe(int source, int tag) {
        Probed probed = messages().probeAtOnce(source, tag);
        return probed == null && source != MPI.PROC_NULL ? null : Status.probed(core().requests(), probed);
    }

    // ----------------------------------------------------------------------------------------------- both at once

    /**
     * Sends one message and receives another; neither waits for the other. MPI: MPI_Sendrecv. What is sent is what was
     * there at the call, also where the two buffers overlap, at the cost of a copy.
     *
     * @param sendbuf what is sent
     * @param sendoffset where its first item is, in elements of {@code sendbuf}
     * @param sendcount the number of its items
     * @param sendtype their type
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param sendtag the tag of the message sent, not negative
     * @param recvbuf what is received into
     * @param recvoffset where the first item goes, in elements of {@code recvbuf}
     * @param recvcount how many items there is room for
     * @param recvtype their type
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
     * Sends what is in the buffer and receives into it. MPI: MPI_Sendrecv_replace.
     *
     * @param buf the buffer
     * @param offset where the first item of both messages is, in elements of {@code buf}
     * @param count the number of items sent, and how many there is room for
     * @param datatype their type
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
     * @param offset where the first item is
     * @param count the number of items
     * @param datatype their type
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag the tag, not negative
     * @return an inactive request
     */
    public Prequest Send_init(Object buf, int offset, int count, Datatype datatype, int dest, int tag) {
        return new Prequest(core().requests(),
            messages().keepSend(SendMode.STANDARD, buf, offset, count, Datatype.core(datatype), dest, tag));
    }

    /**
     * Makes a request for a send from the attached buffer, to be started with {@link Prequest#Start}.
     * MPI: MPI_Bsend_init.
     *
     * @param buf the buffer
     * @param offset where the first item is
     * @param count the number of items
     * @param datatype their type
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
     * @param offset where the first item is
     * @param count the number of items
     * @param datatype their type
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag the tag, not negative
     * @return an inactive request
     */
    public Prequest Ssend_init(Object buf, int offset, int count, Datatype datatype, int dest, int tag) {
        return new Prequest(core().requests(),
            messages().keepSend(SendMode.SYNCHRONOUS, buf, offset, count, Datatype.core(datatype), dest, tag));
    }

    /**
     * Makes a request for a send whose receive is posted when it starts, to be started with {@link Prequest#Start}.
     * MPI: MPI_Rsend_init.
     *
     * @param buf the buffer
     * @param offset where the first item is
     * @param count the number of items
     * @param datatype their type
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
     * @param offset where the first item goes
     * @param count how many items there is room for
     * @param datatype their type
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
     * How much room {@link #Pack} needs at most. MPI: MPI_Pack_size.
     *
     * @param incount the number of items
     * @param datatype their type
     * @return the size in bytes; of objects, what a section header takes, since their own size is not known before
     */
    public int Pack_size(int incount, Datatype datatype) {
        return core().errors().number(() -> PackedMessage.size(incount, Datatype.core(datatype)));
    }

    /**
     * Packs items into bytes, which are sent with {@link MPI#PACKED}. MPI: MPI_Pack.
     *
     * @param inbuf the buffer
     * @param offset where the first item is
     * @param incount the number of items
     * @param datatype their type
     * @param outbuf where they go
     * @param position the first byte they take
     * @return the position after them
     * @throws MPIException also, of class {@link MPI#ERR_BUFFER}, when they do not fit
     */
    public int Pack(Object inbuf, int offset, int incount, Datatype datatype, byte[] outbuf, int position) {
        return core().errors().number(() ->
            PackedMessage.pack(inbuf, offset, incount, Datatype.core(datatype), outbuf, position));
    }

    /**
     * Packs items as a section of a buffer. MPI: MPI_Pack.
     *
     * @param inbuf the buffer
     * @param offset where the first item is
     * @param incount the number of items
     * @param datatype their type
     * @param outbuf a writable buffer
     * @param position where in its static part the section goes, in bytes; what was there and after it is lost
     * @return the position after the section
     * @throws MPIException also, of class {@link MPI#ERR_BUFFER}, when they do not fit, or the buffer is not writable
     */
    public int Pack(Object inbuf, int offset, int incount, Datatype datatype, mpjbuf.Buffer outbuf, int position) {
        return core().errors().number(() ->
            PackedMessage.pack(inbuf, offset, incount, Datatype.core(datatype), outbuf, position));
    }

    /**
     * Takes items out of packed bytes. MPI: MPI_Unpack.
     *
     * @param inbuf what was packed, or received with {@link MPI#PACKED}
     * @param position the first byte of the items
     * @param outbuf where they go
     * @param offset where the first goes
     * @param outcount the number of items
     * @param datatype their type
     * @return the position after them
     * @throws MPIException also, of class {@link MPI#ERR_BUFFER}, when so many are not there
     */
    public int Unpack(byte[] inbuf, int position, Object outbuf, int offset, int outcount, Datatype datatype) {
        return core().errors().number(() ->
            PackedMessage.unpack(inbuf, position, outbuf, offset, outcount, Datatype.core(datatype)));
    }

    /**
     * Takes items out of the next section of a buffer. MPI: MPI_Unpack.
     *
     * @param inbuf a buffer that {@link mpjbuf.Buffer#commit} has made readable
     * @param position where the section is; sections come in their order whatever it says
     * @param outbuf where the items go
     * @param offset where the first goes
     * @param outcount the number of items
     * @param datatype their type
     * @return the position after the section
     * @throws MPIException also, of class {@link MPI#ERR_BUFFER}, when so many are not there or the buffer is not
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
     * @return the group; in an intercommunicator the local one
     */
    public Group Group() {
        return new Group(core().group());
    }

    /**
     * Whether two communicators have the same members. MPI: MPI_Comm_compare.
     *
     * @param comm1 one
     * @param comm2 the other
     * @return {@link MPI#IDENT} when they are the same, {@link MPI#CONGRUENT} when they have the same members in the
     *     same order, {@link MPI#SIMILAR} when in another order, else {@link MPI#UNEQUAL}; of intercommunicators both
     *     groups count
     */
    public static int Compare(Comm comm1, Comm comm2) {
        return Communicator.compare(argument(comm1, "comm1"), argument(comm2, "comm2")).ordinal();
    }

    /**
     * Frees the communicator: no later call may use it. Every rank of it must call this. What was started with it
     * completes as usual. MPI: MPI_Comm_free.
     *
     * @throws MPIException of class {@link MPI#ERR_COMM} for {@link MPI#COMM_WORLD}, {@link MPI#COMM_SELF}, one that
     *     was freed before, and one on which a blocking collective is under way
     */
    public synchronized void Free() {
        core().free();
    }

    /**
     * As {@link #Free}, at the end of a try statement; does nothing if the communicator was freed before.
     *
     * {@snippet :
     * try (Intracomm halves = MPI.COMM_WORLD.Split(rank % 2, rank)) {
     *     halves.Allreduce(part, 0, sum, 0, 1, MPI.DOUBLE, MPI.SUM);
     * }
     * }
     *
     * @throws MPIException as {@link #Free} does
     */
    @Override
    public synchronized void close() {
        if (!Is_null()) {
            Free();
        }
    }

    /**
     * Whether the communicator is no longer one: it was freed. MPI: a comparison with MPI_COMM_NULL.
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
     * Which topology the communicator has. MPI: MPI_Topo_test.
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
     * A communicator of the same kind, with the same groups and topology and a context of its own; of the attributes it
     * gets those whose keyval says so. Every rank must call this. MPI: MPI_Comm_dup.
     *
     * @return the new communicator
     */
    @Override
    public abstract Object clone();

    /**
     * Makes an intercommunicator of two groups that have no member in common. Every rank of both groups calls this.
     * This communicator must have the leaders of both groups; others may call it on any. MPI: MPI_Intercomm_create.
     *
     * @param local_comm the communicator of this process's group
     * @param local_leader the rank in {@code local_comm} of its leader
     * @param remote_leader the rank in this communicator of the other group's leader; of use at the leader only
     * @param tag the tag of the leaders' messages in this communicator, not negative
     * @return the new communicator
     */
    public Intercomm Create_intercomm(Comm local_comm, int local_leader, int remote_leader, int tag) {
        return new Intercomm(
            argument(local_comm, "local_comm").creation().inter(core(), local_leader, remote_leader, tag));
    }

    // ----------------------------------------------------------------------------------------- attributes, errors

    /**
     * A new key of attributes, on this process. MPI: MPI_Keyval_create.
     *
     * @param copied whether {@link #clone} copies such attributes (MPI_DUP_FN), or not (MPI_NULL_COPY_FN)
     * @return the keyval
     */
    public static int Keyval_create(boolean copied) {
        return MPI.KEYVALS.create(copied);
    }

    /**
     * Frees a keyval: no later call may use it. MPI: MPI_Keyval_free.
     *
     * @param keyval one that {@link #Keyval_create} returned
     */
    public static void Keyval_free(int keyval) {
        MPIException.run(() -> MPI.KEYVALS.free(keyval));
    }

    /**
     * The attribute of a key. MPI: MPI_Attr_get.
     *
     * @param keyval {@link MPI#TAG_UB}, {@link MPI#HOST}, {@link MPI#IO} or {@link MPI#APPNUM}, each an Integer, or one
     *     that {@link #Keyval_create} returned
     * @return the value, or null when the communicator has none
     */
    public Object Attr_get(int keyval) {
        return core().attribute(keyval);
    }

    /**
     * Sets the attribute of a key. MPI: MPI_Attr_put.
     *
     * @param keyval one that {@link #Keyval_create} returned
     * @param value the value; {@link #Attr_get} returns it as an Integer
     */
    public void Attr_put(int keyval, int value) {
        Attr_put(keyval, (Object) value);
    }

    /**
     * Sets the attribute of a key. MPI: MPI_Attr_put.
     *
     * @param keyval one that {@link #Keyval_create} returned
     * @param value the value, not null
     */
    public void Attr_put(int keyval, Object value) {
        core().attribute(keyval, value);
    }

    /**
     * Takes the attribute of a key away. MPI: MPI_Attr_delete.
     *
     * @param keyval one that {@link #Keyval_create} returned
     * @throws MPIException also, of class {@link MPI#ERR_ARG}, when the communicator has no such attribute
     */
    public void Attr_delete(int keyval) {
        core().deleteAttribute(keyval);
    }

    /**
     * Sets what becomes of this rank's errors in calls on this communicator. Those made from it inherit this.
     * MPI: MPI_Errhandler_set.
     *
     * <p>{@link MPI#ERRORS_RETURN}, set on {@link MPI#COMM_WORLD}, also says that this rank goes on when another's
     * process dies. When every rank that is left has said so, mpjrun does not end the job then; what needs the lost
     * rank throws an {@link MPIException} that names it, and the job's exit code is not 0.
     *
     * @param handler {@link MPI#ERRORS_RETURN} or {@link MPI#ERRORS_ARE_FATAL}
     */
    public void Errhandler_set(Errhandler handler) {
        core().errorHandler(handler, handler != null && handler.fatal());
    }

    /**
     * What becomes of this rank's errors in calls on this communicator. MPI: MPI_Errhandler_get.
     *
     * @return the handler
     */
    public Errhandler Errorhandler_get() {
        return (Errhandler) core().errorHandler();
    }

    private PointToPoint messages() {
        return core().messages();
    }

    private Request request(Operation operation) {
        return new Request(core().requests(), operation);
    }

    /** What an argument of this name is below the API. */
    private static Communicator argument(Comm comm, String name) {
        if (comm == null) {
            throw new MPIException(ErrorClass.ERR_COMM, name + " is null; pass a communicator");
        }
        return comm.core();
    }
}
