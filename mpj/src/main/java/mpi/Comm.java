package mpi;

import mpj.engine.Engine;
import mpj.engine.ErrorClass;
import mpj.runtime.bootstrap.BootstrapException;

/**
 * A communicator: a group of ranks and a context that keeps its messages apart from others'. MPI: MPI_Comm. In the
 * standard (sections of MPI 4.1): sending and receiving are 3.2 and 3.4, non-blocking 3.7, probing 3.8, persistent
 * requests 3.9, both at once 3.10, packing 5.2, communicators 7.4, intercommunicators 7.6, attributes 7.7.
 *
 * <p>A buffer is a Java array or a {@link java.lang.foreign.MemorySegment}. A message is made of items of a
 * {@link Datatype}. Counts are in items; offsets are in elements of the buffer. An item of a type such as
 * {@link MPI#INT} is one element; an item of a derived type is {@link Datatype#Size} elements. With {@link MPI#PACKED}
 * the buffer may be an {@link mpjbuf.Buffer}. Offset and count are then ignored: the buffer is committed and sent
 * whole; one that was received into is readable from its start.
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
public abstract class Comm {
    private final ErrorHandling errors = new ErrorHandling();
    private final Attributes attributes = new Attributes();
    private Membership membership;
    /** Null before Init, after Finalize and after Free. */
    private PointToPoint pointToPoint;
    private volatile boolean freed;

    Comm() {
    }

    // --------------------------------------------------------------------------------------------- for this package

    final void open(Engine engine, int context, int[] group) {
        open(engine, context, group, group);
    }

    final void open(Engine engine, int context, int[] group, int[] members) {
        membership = new Membership(context, group, members, engine.rank());
        if (!ContextIds.isCollective(context)) {
            engine.survival().members(context, members, collectiveContext(), group);
        }
        pointToPoint = new PointToPoint(this, engine, membership, errors);
        MPI.opened(this);
    }

    /** Gives back what it has of its own; what is under way goes on. */
    void free(Engine engine) {
        freed = true;
        close();
        attributes.clear();
        engine.free(membership.context, collectiveContext(), new ContextsInUse(MPI.contextIds()));
        MPI.closed(this);
    }

    void close() {
        pointToPoint = null;
    }

    private PointToPoint open() {
        PointToPoint open = pointToPoint;
        if (open == null) {
            throw closed();
        }
        return open;
    }

    private MPIException closed() {
        return freed ? raise(ErrorClass.ERR_COMM, "the communicator was freed; no call may use it") : MPI.notOpen();
    }

    final Engine engine() {
        return open().engine();
    }

    /** The engine for what was started before the communicator was freed. */
    final Engine engineOfPending() {
        PointToPoint open = pointToPoint;
        return open != null ? open.engine() : MPI.engine();
    }

    final int rankOf(int member) {
        return membership.ranks.of(member);
    }

    final int memberAt(int rankHere) {
        return membership.members[rankHere];
    }

    final int collectiveContext() {
        return membership.context + 1;
    }

    /** The job's ranks of this process's group; not to be changed. */
    final int[] groupMembers() {
        return membership.group;
    }

    /** The job's ranks of those that messages go to; not to be changed. */
    final int[] peerMembers() {
        return membership.members;
    }

    /** The collective operations, among this process's group, that making a communicator from this one takes. */
    final GroupExchange groupExchange() {
        return new GroupExchange(engine(), collectiveContext(), membership.group, membership.rank);
    }

    /** Opens a communicator made from this one, whose error handler it inherits. */
    final <C extends Comm> C openMade(C made, int newContext, int[] newGroup, int[] newMembers) {
        Comm child = made;
        child.errors.handler(errors.handler());
        child.open(engine(), newContext, newGroup, newMembers);
        return made;
    }

    /** As {@link #openMade}, of the same groups and with copies of the attributes. */
    final <C extends Comm> C openClone(C made, int newContext) {
        Comm child = made;
        attributes.copyTo(child.attributes);
        return openMade(made, newContext, membership.group, membership.members);
    }

    final MPIException raise(ErrorClass error, String text) {
        return errors.raise(error, text);
    }

    /** What a call on this communicator throws for an error: the error, unless errors are fatal and the job ends. */
    final MPIException raise(MPIException e) {
        return errors.raise(e);
    }

    // ---------------------------------------------------------------------------------------------------- the ranks

    /**
     * The number of ranks. MPI: MPI_Comm_size.
     *
     * @return at least 1
     */
    public int Size() {
        engine();
        return membership.group.length;
    }

    /**
     * This process's rank. MPI: MPI_Comm_rank.
     *
     * @return 0 to {@link #Size} - 1
     */
    public int Rank() {
        engine();
        return membership.rank;
    }

    /**
     * Ends the job: every rank, with this exit code. MPI: MPI_Abort.
     *
     * @param errorcode the exit code
     */
    public void Abort(int errorcode) {
        engine().abort(errorcode, "");
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
        open().send(buf, offset, count, datatype, dest, tag);
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
        Issend(buf, offset, count, datatype, dest, tag).Wait();
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
        open().bufferedSend(buf, offset, count, datatype, dest, tag);
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
        return open().startSend(buf, offset, count, datatype, dest, tag, false);
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
        return open().startSend(buf, offset, count, datatype, dest, tag, true);
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
        return open().startBufferedSend(buf, offset, count, datatype, dest, tag);
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
        return open().receive(buf, offset, count, datatype, source, tag);
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
        return open().startReceive(buf, offset, count, datatype, source, tag);
    }

    /**
     * Waits for a message without receiving it. MPI: MPI_Probe.
     *
     * @param source the sender's rank, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
     * @param tag the tag, or {@link MPI#ANY_TAG}
     * @return who sent it, its tag and its count
     */
    public Status Probe(int source, int tag) {
        return open().probe(source, tag);
    }

    /**
     * Asks for a message without waiting. MPI: MPI_Iprobe.
     *
     * @param source the sender's rank, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
     * @param tag the tag, or {@link MPI#ANY_TAG}
     * @return who sent it, its tag and its count; or null when there is none
     */
    public Status Iprobe(int source, int tag) {
        return open().probeAtOnce(source, tag);
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
        return open().sendAndReceive(sendbuf, sendoffset, sendcount, sendtype, dest, sendtag,
            recvbuf, recvoffset, recvcount, recvtype, source, recvtag);
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
        return open().replace(buf, offset, count, datatype, dest, sendtag, source, recvtag);
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
        open().checkSend(buf, offset, count, datatype, dest, tag);
        return new Prequest(this, () -> Isend(buf, offset, count, datatype, dest, tag));
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
        open().checkSend(buf, offset, count, datatype, dest, tag);
        return new Prequest(this, () -> Ibsend(buf, offset, count, datatype, dest, tag));
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
        open().checkSend(buf, offset, count, datatype, dest, tag);
        return new Prequest(this, () -> Issend(buf, offset, count, datatype, dest, tag));
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
        open().checkSend(buf, offset, count, datatype, dest, tag);
        return new Prequest(this, () -> Irsend(buf, offset, count, datatype, dest, tag));
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
        open().checkReceive(buf, offset, count, datatype, source, tag);
        return new Prequest(this, () -> Irecv(buf, offset, count, datatype, source, tag));
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
        return errors.number(() -> PackedMessage.size(incount, datatype));
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
        return errors.number(() -> PackedMessage.pack(inbuf, offset, incount, datatype, outbuf, position));
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
        return errors.number(() -> PackedMessage.pack(inbuf, offset, incount, datatype, outbuf, position));
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
        return errors.number(() -> PackedMessage.unpack(inbuf, position, outbuf, offset, outcount, datatype));
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
        return errors.number(() -> PackedMessage.unpack(inbuf, position, outbuf, offset, outcount, datatype));
    }

    // -------------------------------------------------------------------- the communicator itself: group and end

    /**
     * The group of this process. MPI: MPI_Comm_group.
     *
     * @return the group; in an intercommunicator the local one
     */
    public Group Group() {
        return new Group(membership.group, engine().rank());
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
        int self = checkOpen(comm1, "comm1").rank();
        checkOpen(comm2, "comm2");
        if (comm1 == comm2) {
            return MPI.IDENT;
        }
        if (comm1.Test_inter() != comm2.Test_inter()) {
            return MPI.UNEQUAL;
        }
        int local = Group.Compare(comm1.Group(), comm2.Group());
        int remote = Group.Compare(new Group(comm1.peerMembers(), self), new Group(comm2.peerMembers(), self));
        if (local == MPI.IDENT && remote == MPI.IDENT) {
            return MPI.CONGRUENT;
        }
        return local == MPI.UNEQUAL || remote == MPI.UNEQUAL ? MPI.UNEQUAL : MPI.SIMILAR;
    }

    private static Engine checkOpen(Comm comm, String name) {
        if (comm == null) {
            throw new MPIException(ErrorClass.ERR_COMM, name + " is null; pass a communicator");
        }
        return comm.engine();
    }

    /**
     * Frees the communicator: no later call may use it. Every rank of it must call this. What was started with it
     * completes as usual. MPI: MPI_Comm_free.
     *
     * @throws MPIException of class {@link MPI#ERR_COMM} for {@link MPI#COMM_WORLD}, {@link MPI#COMM_SELF}, one that
     *     was freed before, and one on which a blocking collective is under way
     */
    public synchronized void Free() {
        Engine engine = engine();
        if (this == MPI.COMM_WORLD || this == MPI.COMM_SELF) {
            throw raise(ErrorClass.ERR_COMM, "MPI." + (this == MPI.COMM_WORLD ? "COMM_WORLD" : "COMM_SELF")
                + " cannot be freed; it lasts until MPI.Finalize");
        }
        try {
            free(engine);
        } catch (MPIException e) {
            throw raise(e);
        }
    }

    /**
     * Whether the communicator is no longer one: it was freed. MPI: a comparison with MPI_COMM_NULL.
     *
     * @return true if so
     */
    public boolean Is_null() {
        return freed;
    }

    /**
     * Whether this is an intercommunicator. MPI: MPI_Comm_test_inter.
     *
     * @return true if so
     */
    public boolean Test_inter() {
        engine();
        return false;
    }

    /**
     * Which topology the communicator has. MPI: MPI_Topo_test.
     *
     * @return {@link MPI#CART}, {@link MPI#GRAPH} or {@link MPI#UNDEFINED}
     */
    public int Topo_test() {
        engine();
        return MPI.UNDEFINED;
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
        engine();
        checkOpen(local_comm, "local_comm");
        if (!(local_comm instanceof Intracomm local)) {
            throw raise(ErrorClass.ERR_COMM, "local_comm is an intercommunicator; pass an intracommunicator");
        }
        if (local_leader < 0 || local_leader >= local.Size()) {
            throw raise(ErrorClass.ERR_RANK, "local_leader is " + local_leader + "; it must be 0 to "
                + (local.Size() - 1));
        }
        if (tag < 0) {
            throw raise(ErrorClass.ERR_TAG, "tag is " + tag + "; it must not be negative");
        }
        return Intercomm.create(this, local, local_leader, remote_leader, tag);
    }

    // ----------------------------------------------------------------------------------------- attributes, errors

    /**
     * A new key of attributes, on this process. MPI: MPI_Keyval_create.
     *
     * @param copied whether {@link #clone} copies such attributes (MPI_DUP_FN), or not (MPI_NULL_COPY_FN)
     * @return the keyval
     */
    public static int Keyval_create(boolean copied) {
        return Attributes.createKeyval(copied);
    }

    /**
     * Frees a keyval: no later call may use it. MPI: MPI_Keyval_free.
     *
     * @param keyval one that {@link #Keyval_create} returned
     */
    public static void Keyval_free(int keyval) {
        Attributes.freeKeyval(keyval);
    }

    /**
     * The attribute of a key. MPI: MPI_Attr_get.
     *
     * @param keyval {@link MPI#TAG_UB}, {@link MPI#HOST} or {@link MPI#IO}, each an Integer, or one that
     *     {@link #Keyval_create} returned
     * @return the value, or null when the communicator has none
     */
    public Object Attr_get(int keyval) {
        engine();
        return errors.result(() -> attributes.get(keyval));
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
        engine();
        errors.run(() -> attributes.put(keyval, value));
    }

    /**
     * Takes the attribute of a key away. MPI: MPI_Attr_delete.
     *
     * @param keyval one that {@link #Keyval_create} returned
     * @throws MPIException also, of class {@link MPI#ERR_ARG}, when the communicator has no such attribute
     */
    public void Attr_delete(int keyval) {
        engine();
        errors.run(() -> attributes.delete(keyval));
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
        engine();
        if (handler == null) {
            throw raise(ErrorClass.ERR_ARG,
                "handler is null; pass MPI.ERRORS_RETURN or MPI.ERRORS_ARE_FATAL");
        }
        errors.handler(handler);
        if (this == MPI.COMM_WORLD && !handler.fatal()) {
            tolerateLosses();
        }
    }

    /** A program that sets MPI.ERRORS_RETURN, though it is the default, says that it handles the loss of a rank. */
    private void tolerateLosses() {
        try {
            engine().survival().tolerateLosses();
        } catch (BootstrapException e) {
            throw errors.raise(e);
        }
    }

    /**
     * What becomes of this rank's errors in calls on this communicator. MPI: MPI_Errhandler_get.
     *
     * @return the handler
     */
    public Errhandler Errorhandler_get() {
        engine();
        return errors.handler();
    }
}
