package mpi;

import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import java.util.Arrays;
import mpj.core.collective.LocalReduction;
import mpj.core.comm.Communicator;
import mpj.core.comm.Duplication;
import mpj.core.comm.PointToPoint;
import mpj.core.comm.SendMode;
import mpj.core.datatype.TypeDescriptor;
import mpj.core.group.CartTopology;
import mpj.core.group.DistGraphTopology;
import mpj.core.group.GraphTopology;
import mpj.core.message.BufferArgument;
import mpj.core.message.InPlace;
import mpj.core.message.PackedMessage;
import mpj.engine.ErrorClass;
import mpj.engine.Operation;
import mpj.engine.Probed;

/**
 * A communicator: a set of ranks that exchange messages. A message that is sent in one communicator is never received
 * in another. MPI: MPI_Comm.
 *
 * <p>A rank that is not in a new communicator also gets an object, which stands for MPI_COMM_NULL. {@link #isNull}
 * recognises this object. Every other call on it, or on a communicator that was freed, is an error of class
 * {@link MPI#ERR_COMM}.
 *
 * <p>The buffer of a blocking call is an array, a {@link java.nio.Buffer} or a {@link MemorySegment}. The buffer of a
 * non-blocking call is a direct buffer or a segment. The first element of a java.nio buffer is element 0: its position
 * and limit do not count. {@link MPI#slice(double[], int) MPI.slice} makes a buffer that begins at another element.
 *
 * <p>Any number of threads may send and receive messages at the same time. Calls that send or receive throw
 * {@link MPIException} of class {@link MPI#ERR_BUFFER}, {@link MPI#ERR_COUNT}, {@link MPI#ERR_TYPE},
 * {@link MPI#ERR_TAG}, {@link MPI#ERR_RANK} or {@link MPI#ERR_TRUNCATE}. The constants describe these errors.
 *
 * <p>Every rank must call a collective. All ranks must call the communicator's collectives in the same order, and two
 * threads of a rank must not call them at the same time. Messages of collectives do not mix with other messages. The
 * buffer to send from and the buffer to receive into may overlap, in part or completely. The data is then sent as it
 * was when the call began, at the cost of a copy. The forms with one buffer do the same with a single argument. After a
 * non-blocking call has returned, the program may change its arrays of counts and displacements, and may free its
 * datatypes and operations. The displacement of a block without items is ignored. In addition to the errors of
 * messages, a collective reports these errors before it sends anything:
 * <ul>
 * <li>{@link MPI#ERR_ROOT}: the communicator has no such rank;
 * <li>{@link MPI#ERR_OP}: the operation is null, was freed or is not defined for the datatype;
 * <li>{@link MPI#ERR_COUNT}: a block's count is negative, or a rank sends itself more than it receives;
 * <li>{@link MPI#ERR_BUFFER}: the call is non-blocking and a buffer is heap memory, or a rank calls a form that lacks a
 *     buffer which the rank needs;
 * <li>{@link MPI#ERR_ARG}: counts or displacements are null or too few, a displacement is outside the buffer, or blocks
 *     that are received overlap;
 * <li>{@link MPI#ERR_TYPE}: an operation is applied to items that name an element twice;
 * <li>{@link MPI#ERR_TOPOLOGY}: a neighbourhood collective is called in a communicator without a topology.
 * </ul>
 * If an error is found only while messages arrive, the call throws it after the rank has done its part for the other
 * ranks.
 */
public class Comm implements Freeable, Cloneable {
    /** The split type of {@link Intracomm#splitType}: the ranks of one host. MPI: MPI_COMM_TYPE_SHARED. */
    public static final int TYPE_SHARED = 0;

    /**
     * Null before Init and after Finalize, for the predefined communicators; null for a null communicator; and null
     * while the communicator is being made.
     */
    private Communicator core;
    /** The duplication, if {@link #iDup} has made this communicator; else null. */
    private Duplication duplication;
    private Request request;

    Comm() {
    }

    /** @param core the communicator below the API; null for a null communicator */
    Comm(Communicator core) {
        this.core = core;
    }

    /** A duplicate of another communicator, while it is being made. */
    Comm(Comm original, Duplication duplication) {
        this.duplication = duplication;
        request = new Request(original.core().requests(), duplication.operation());
    }

    /**
     * Opens a communicator that the program has had since before Init.
     *
     * @param opened the communicator below the API; null after Finalize
     */
    final void open(Communicator opened) {
        core = opened;
    }

    /** The object below the API. */
    final Communicator core() {
        Communicator open = core;
        return open == null ? later() : open;
    }

    private Communicator later() {
        if (duplication == null) {
            throw isPredefined() ? MPI.notInitialized() : new MPIException(ErrorClass.ERR_COMM,
                "the communicator is null, because this rank is not in it; ask isNull() first");
        }
        core = duplication.get();
        return core;
    }

    private boolean isPredefined() {
        return this == MPI.COMM_WORLD || this == MPI.COMM_SELF;
    }

    /** The communicator below the API for an argument of this name. */
    static Communicator argument(Comm comm, String name) {
        if (comm == null) {
            throw new MPIException(ErrorClass.ERR_COMM, name + " is null; pass a communicator");
        }
        return comm.core();
    }

    // -------------------------------------------------------------------------- the communicator: making, freeing

    /**
     * The same as {@link #dup}. MPI: MPI_Comm_dup.
     *
     * @return the new communicator
     */
    @Override
    public Comm clone() {
        return dup();
    }

    /**
     * Makes a communicator of the same kind, with the same groups, topology, attributes and hints, and with a context
     * of its own. Every rank must call this. MPI: MPI_Comm_dup.
     *
     * @return the new communicator
     */
    public Comm dup() {
        return new Comm(core().creation().duplicate());
    }

    /**
     * Starts to make a duplicate, as {@link #dup} does, but does not wait for the other ranks. The new communicator may
     * be used when the request from its {@link #getRequest} is complete. The new communicator gets the attributes and
     * hints that this communicator has at the call. Every rank must call this, in the same order as its collectives.
     * MPI: MPI_Comm_idup.
     *
     * @return the new communicator
     */
    public Comm iDup() {
        return new Comm(this, core().creation().startDuplicate());
    }

    /**
     * Makes a duplicate, as {@link #dup} does, but with other hints. Every rank must call this.
     * MPI: MPI_Comm_dup_with_info.
     *
     * @param info the hints, instead of those of this communicator; {@link MPI#INFO_NULL} for none
     * @return the new communicator
     */
    public Comm dupWithInfo(Info info) {
        return new Comm(core().creation().duplicate(Info.core(info)));
    }

    /**
     * The request of {@link #iDup}. Call this on the communicator that {@code iDup} has returned.
     *
     * @return the request, or {@link MPI#REQUEST_NULL} for a communicator that was made by another method
     */
    public final Request getRequest() {
        return request == null ? MPI.REQUEST_NULL : request;
    }

    /**
     * The number of ranks. MPI: MPI_Comm_size.
     *
     * @return at least 1; for an intercommunicator, the size of the local group
     */
    public final int getSize() {
        return core().size();
    }

    /**
     * The rank of this process. MPI: MPI_Comm_rank.
     *
     * @return 0 to {@link #getSize} - 1; for an intercommunicator, the rank in the local group
     */
    public final int getRank() {
        return core().rank();
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
    public static int compare(Comm comm1, Comm comm2) {
        return Communicator.compare(argument(comm1, "comm1"), argument(comm2, "comm2")).ordinal();
    }

    /**
     * Frees the communicator, which no later call may use. Every rank of the communicator must call this. Operations
     * that were started with it complete as usual. MPI: MPI_Comm_free.
     *
     * @throws MPIException of class {@link MPI#ERR_COMM} for {@link MPI#COMM_WORLD}, for {@link MPI#COMM_SELF}, for a
     *     communicator that was freed before, and while a blocking collective is under way on the communicator
     */
    @Override
    public final void free() {
        core().free();
    }

    /**
     * Whether this object stands for no communicator, because it was freed or because this rank is not in it. MPI: a
     * comparison with MPI_COMM_NULL.
     *
     * @return true if so
     */
    public final boolean isNull() {
        return core == null ? duplication == null && !isPredefined() : core.isFreed();
    }

    /**
     * Adds hints to the hints of the communicator. No hint of a communicator has an effect so far. Every rank must call
     * this. MPI: MPI_Comm_set_info.
     *
     * @param info the hints; {@link MPI#INFO_NULL} for none
     */
    public final void setInfo(Info info) {
        core().info(Info.core(info));
    }

    /**
     * The hints of the communicator. MPI: MPI_Comm_get_info.
     *
     * @return a new info; changing it does not change the communicator
     */
    public final Info getInfo() {
        return new Info(core().info());
    }

    /**
     * Waits until all operations that were started in the communicator are complete, and then frees it. Every rank must
     * call this, in an intercommunicator every rank of both groups. A job that was spawned, or that was connected to
     * another, no longer depends on the other job afterwards. MPI: MPI_Comm_disconnect, section 11.10.4.
     *
     * @throws MPIException like {@link #free}
     */
    public final void disconnect() {
        core().disconnect();
    }

    /**
     * The group of this process. MPI: MPI_Comm_group.
     *
     * @return the group; for an intercommunicator, the local group
     */
    public final Group getGroup() {
        return new Group(core().group());
    }

    /**
     * Whether this is an intercommunicator. MPI: MPI_Comm_test_inter.
     *
     * @return true if so
     */
    public final boolean isInter() {
        return core().isInter();
    }

    /**
     * Makes an intercommunicator of two groups that have no member in common. Every rank of both groups must call this.
     * The two leaders must call it on a communicator that contains both of them. The other ranks may call it on any
     * communicator. MPI: MPI_Intercomm_create.
     *
     * @param localComm the communicator of this process's group
     * @param localLeader the rank of this group's leader in {@code localComm}
     * @param remoteLeader the rank in this communicator of the other group's leader; only the leaders use this argument
     * @param tag the tag of the messages between the leaders in this communicator, not negative
     * @return the new communicator
     */
    public final Intercomm createIntercomm(Comm localComm, int localLeader, int remoteLeader, int tag) {
        return new Intercomm(
            argument(localComm, "localComm").creation().inter(core(), localLeader, remoteLeader, tag));
    }

    // --------------------------------------------------------------------------------------------------------- sending

    /**
     * Sends a message, and returns when the buffer may be used again. MPI: MPI_Send, section 3.2.1.
     *
     * {@snippet :
     * // rank 0 sends rank 1 ten numbers of an array, from index 5 on, with tag 7
     * double[] numbers = new double[20];
     * if (MPI.COMM_WORLD.getRank() == 0) {
     *     MPI.COMM_WORLD.send(MPI.slice(numbers, 5), 10, MPI.DOUBLE, 1, 7);
     * }
     * }
     *
     * @param buf the buffer
     * @param count the number of items
     * @param type the type of the items
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag the tag, not negative
     */
    public final void send(Object buf, int count, Datatype type, int dest, int tag) {
        messages().send(buf, 0, count, Datatype.core(type), dest, tag);
    }

    /**
     * Keeps a copy of a message to send, and returns at once. The attached buffer limits how many bytes may be kept.
     * MPI: MPI_Bsend.
     *
     * @param buf the buffer
     * @param count the number of items
     * @param type the type of the items
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag the tag, not negative
     * @throws MPIException also of class {@link MPI#ERR_BUFFER}, when the attached buffer has no room for the message
     */
    public final void bSend(Object buf, int count, Datatype type, int dest, int tag) {
        messages().bufferedSend(buf, 0, count, Datatype.core(type), dest, tag);
    }

    /**
     * Sends a message, and returns when the receiver has started to receive it. MPI: MPI_Ssend.
     *
     * @param buf the buffer
     * @param count the number of items
     * @param type the type of the items
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag the tag, not negative
     */
    public final void sSend(Object buf, int count, Datatype type, int dest, int tag) {
        messages().synchronousSend(buf, 0, count, Datatype.core(type), dest, tag);
    }

    /**
     * Sends a message to a receiver that has already posted the receive. MPI: MPI_Rsend.
     *
     * @param buf the buffer
     * @param count the number of items
     * @param type the type of the items
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag the tag, not negative
     */
    public final void rSend(Object buf, int count, Datatype type, int dest, int tag) {
        send(buf, count, type, dest, tag);
    }

    //@segment
    /**
     * Starts a send. The buffer may be used again when the request is complete. MPI: MPI_Isend, section 3.7.2.
     *
     * {@snippet :
     * // in a ring, each rank sends its column to the next rank and receives the column of the rank before
     * int rank = MPI.COMM_WORLD.getRank();
     * int size = MPI.COMM_WORLD.getSize();
     * DoubleBuffer mine = MPI.newDoubleBuffer(1000);
     * DoubleBuffer theirs = MPI.newDoubleBuffer(1000);
     * Request[] both = {
     *     MPI.COMM_WORLD.iRecv(theirs, 1000, MPI.DOUBLE, (rank + size - 1) % size, 0),
     *     MPI.COMM_WORLD.iSend(mine, 1000, MPI.DOUBLE, (rank + 1) % size, 0)
     * };
     * // what is computed here must use neither buffer
     * Request.waitAll(both);
     * }
     *
     * @param buf a direct buffer
     * @param count the number of items
     * @param type the type of the items
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag the tag, not negative
     * @return the request
     */
    public final Request iSend(Buffer buf, int count, Datatype type, int dest, int tag) {
        return startSend(SendMode.STANDARD, direct("buf", buf), count, type, dest, tag);
    }

    //@segment
    /**
     * Starts a buffered send. It is complete at once: a copy of the message is kept, as in {@link #bSend}.
     * MPI: MPI_Ibsend.
     *
     * @param buf a direct buffer
     * @param count the number of items
     * @param type the type of the items
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag the tag, not negative
     * @return a request that is complete
     * @throws MPIException also of class {@link MPI#ERR_BUFFER}, when the attached buffer has no room for the message
     */
    public final Request ibSend(Buffer buf, int count, Datatype type, int dest, int tag) {
        return startSend(SendMode.BUFFERED, direct("buf", buf), count, type, dest, tag);
    }

    //@segment
    /**
     * Starts a send that is complete only when the receiver has started to receive the message. MPI: MPI_Issend.
     *
     * @param buf a direct buffer
     * @param count the number of items
     * @param type the type of the items
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag the tag, not negative
     * @return the request
     */
    public final Request isSend(Buffer buf, int count, Datatype type, int dest, int tag) {
        return startSend(SendMode.SYNCHRONOUS, direct("buf", buf), count, type, dest, tag);
    }

    //@segment
    /**
     * Starts a send to a receiver that has already posted the receive. MPI: MPI_Irsend.
     *
     * @param buf a direct buffer
     * @param count the number of items
     * @param type the type of the items
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag the tag, not negative
     * @return the request
     */
    public final Request irSend(Buffer buf, int count, Datatype type, int dest, int tag) {
        return startSend(SendMode.STANDARD, direct("buf", buf), count, type, dest, tag);
    }

    private Request startSend(SendMode mode, Object buf, int count, Datatype type, int dest, int tag) {
        return request(messages().startSend(mode, buf, 0, count, Datatype.core(type), dest, tag));
    }

    // ------------------------------------------------------------------------------------------------------- receiving

    /**
     * Receives a message, and returns when the message is in the buffer. MPI: MPI_Recv, section 3.2.4.
     *
     * {@snippet :
     * // receives up to 100 numbers from any rank, and says how many came
     * int[] numbers = new int[100];
     * Status status = MPI.COMM_WORLD.recv(numbers, 100, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
     * System.out.println(status.getCount(MPI.INT) + " from rank " + status.getSource() + ", tag " + status.getTag());
     * }
     *
     * @param buf the buffer
     * @param count the number of items for which there is room
     * @param type the type of the items
     * @param source the sender's rank, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
     * @param tag the tag, or {@link MPI#ANY_TAG}
     * @return a status with the sender, the tag and the size of the message
     */
    public final Status recv(Object buf, int count, Datatype type, int source, int tag) {
        Communicator open = core();
        return Status.of(open.requests(),
            open.messages().receive(buf, 0, count, Datatype.core(type), source, tag));
    }

    //@segment
    /**
     * Starts a receive. The items are in the buffer when the request is complete. MPI: MPI_Irecv.
     *
     * @param buf a direct buffer
     * @param count the number of items for which there is room
     * @param type the type of the items
     * @param source the sender's rank, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
     * @param tag the tag, or {@link MPI#ANY_TAG}
     * @return the request
     */
    public final Request iRecv(Buffer buf, int count, Datatype type, int source, int tag) {
        return startReceive(direct("buf", buf), count, type, source, tag);
    }

    private Request startReceive(Object buf, int count, Datatype type, int source, int tag) {
        return request(messages().startReceive(buf, 0, count, Datatype.core(type), source, tag));
    }

    /**
     * Checks whether a message has arrived, without waiting and without receiving the message. MPI: MPI_Iprobe.
     *
     * @param source the sender's rank, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
     * @param tag the tag, or {@link MPI#ANY_TAG}
     * @return a status with the sender, the tag and the size of the message, or null when there is no message
     */
    public final Status iProbe(int source, int tag) {
        Probed probed = messages().probeAtOnce(source, tag);
        return probed == null && source != MPI.PROC_NULL ? null : Status.probed(core().requests(), probed);
    }

    /**
     * Waits for a message without receiving it. Another thread may receive the message before this thread does.
     * {@link Message#mProbe} reserves the message. MPI: MPI_Probe.
     *
     * @param source the sender's rank, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
     * @param tag the tag, or {@link MPI#ANY_TAG}
     * @return a status with the sender, the tag and the size of the message
     */
    public final Status probe(int source, int tag) {
        return Status.probed(core().requests(), messages().probe(source, tag));
    }

    // ---------------------------------------------------------------------------------------------------- both at once

    /**
     * Sends one message and receives another. Neither of the two waits for the other. The two buffers may overlap. The
     * data is then sent as it was at the call, at the cost of a copy. MPI: MPI_Sendrecv.
     *
     * @param sendbuf the buffer to send from
     * @param sendcount the number of items sent
     * @param sendtype the type of the items sent
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param sendtag the tag of the message sent, not negative
     * @param recvbuf the buffer to receive into
     * @param recvcount the number of items for which there is room
     * @param recvtype the type of the items received
     * @param source the sender's rank, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
     * @param recvtag the tag of the message received, or {@link MPI#ANY_TAG}
     * @return the status of the receive
     */
    public final Status sendRecv(Object sendbuf, int sendcount, Datatype sendtype, int dest, int sendtag,
                                 Object recvbuf, int recvcount, Datatype recvtype, int source, int recvtag) {
        return request(messages().sendAndReceive(sendbuf, 0, sendcount, Datatype.core(sendtype), dest, sendtag, recvbuf,
            0, recvcount, Datatype.core(recvtype), source, recvtag)).conclude();
    }

    /**
     * Sends the items of a buffer, and receives another message into the same buffer. MPI: MPI_Sendrecv_replace.
     *
     * @param buf the buffer
     * @param count the number of items to send, which is also the number of items for which there is room
     * @param type the type of the items
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param sendtag the tag of the message sent, not negative
     * @param source the sender's rank, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
     * @param recvtag the tag of the message received, or {@link MPI#ANY_TAG}
     * @return the status of the receive
     */
    public final Status sendRecvReplace(Object buf, int count, Datatype type, int dest, int sendtag, int source,
                                        int recvtag) {
        return request(messages().replace(buf, 0, count, Datatype.core(type), dest, sendtag, source, recvtag))
            .conclude();
    }

    // --------------------------------------------------------------------------------------------- persistent requests

    //@segment
    /**
     * Makes a request for a send, to be started with {@link Prequest#start}. MPI: MPI_Send_init.
     *
     * @param buf a direct buffer
     * @param count the number of items
     * @param type the type of the items
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag the tag, not negative
     * @return an inactive request
     */
    public final Prequest sendInit(Buffer buf, int count, Datatype type, int dest, int tag) {
        return keepSend(SendMode.STANDARD, direct("buf", buf), count, type, dest, tag);
    }

    //@segment
    /**
     * Makes a request for a buffered send. MPI: MPI_Bsend_init.
     *
     * @param buf a direct buffer
     * @param count the number of items
     * @param type the type of the items
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag the tag, not negative
     * @return an inactive request
     */
    public final Prequest bSendInit(Buffer buf, int count, Datatype type, int dest, int tag) {
        return keepSend(SendMode.BUFFERED, direct("buf", buf), count, type, dest, tag);
    }

    //@segment
    /**
     * Makes a request for a synchronous send. MPI: MPI_Ssend_init.
     *
     * @param buf a direct buffer
     * @param count the number of items
     * @param type the type of the items
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag the tag, not negative
     * @return an inactive request
     */
    public final Prequest sSendInit(Buffer buf, int count, Datatype type, int dest, int tag) {
        return keepSend(SendMode.SYNCHRONOUS, direct("buf", buf), count, type, dest, tag);
    }

    //@segment
    /**
     * Makes a request for a send, to be started when the receiver has posted the receive. MPI: MPI_Rsend_init.
     *
     * @param buf a direct buffer
     * @param count the number of items
     * @param type the type of the items
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag the tag, not negative
     * @return an inactive request
     */
    public final Prequest rSendInit(Buffer buf, int count, Datatype type, int dest, int tag) {
        return keepSend(SendMode.STANDARD, direct("buf", buf), count, type, dest, tag);
    }

    private Prequest keepSend(SendMode mode, Object buf, int count, Datatype type, int dest, int tag) {
        return new Prequest(core().requests(),
            messages().keepSend(mode, buf, 0, count, Datatype.core(type), dest, tag));
    }

    //@segment
    /**
     * Makes a request for a receive. MPI: MPI_Recv_init.
     *
     * @param buf a direct buffer
     * @param count the number of items for which there is room
     * @param type the type of the items
     * @param source the sender's rank, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
     * @param tag the tag, or {@link MPI#ANY_TAG}
     * @return an inactive request
     */
    public final Prequest recvInit(Buffer buf, int count, Datatype type, int source, int tag) {
        return keepReceive(direct("buf", buf), count, type, source, tag);
    }

    private Prequest keepReceive(Object buf, int count, Datatype type, int source, int tag) {
        return new Prequest(core().requests(),
            messages().keepReceive(buf, 0, count, Datatype.core(type), source, tag));
    }

    // --------------------------------------------------------------------------------------------------------- packing

    /**
     * Packs items into bytes, which can be sent with {@link MPI#PACKED}. MPI: MPI_Pack.
     *
     * @param inbuf the buffer
     * @param incount the number of items
     * @param type the type of the items
     * @param outbuf the array for the packed bytes
     * @param position the index of the first packed byte in {@code outbuf}
     * @return the position after the packed items
     * @throws MPIException also of class {@link MPI#ERR_BUFFER}, when the items do not fit
     */
    public final int pack(Object inbuf, int incount, Datatype type, byte[] outbuf, int position) {
        return core().errors().number(() ->
            PackedMessage.pack(inbuf, 0, incount, Datatype.core(type), outbuf, position));
    }

    /**
     * Unpacks items from packed bytes. MPI: MPI_Unpack.
     *
     * @param inbuf bytes that were packed, or that were received with {@link MPI#PACKED}
     * @param position the index of the first packed byte of the items in {@code inbuf}
     * @param outbuf the buffer for the items
     * @param outcount the number of items
     * @param type the type of the items
     * @return the position after the packed items
     * @throws MPIException also of class {@link MPI#ERR_BUFFER}, when there are fewer items
     */
    public final int unpack(byte[] inbuf, int position, Object outbuf, int outcount, Datatype type) {
        return core().errors().number(() ->
            PackedMessage.unpack(inbuf, position, outbuf, 0, outcount, Datatype.core(type)));
    }

    /**
     * The largest number of bytes that {@link #pack} needs. MPI: MPI_Pack_size.
     *
     * @param incount the number of items
     * @param type the type of the items
     * @return the size in bytes
     */
    public final int packSize(int incount, Datatype type) {
        return core().errors().number(() -> PackedMessage.size(incount, Datatype.core(type)));
    }

    private PointToPoint messages() {
        return core().messages();
    }

    private Request request(Operation operation) {
        return new Request(core().requests(), operation);
    }

    /** Checks the buffer of an operation that continues after the call. Such a buffer must be direct. */
    final Buffer direct(String name, Buffer buf) {
        if (buf != null && !buf.isDirect()) {
            throw core().errors().raise(BufferArgument.heap(name, "MPI.newByteBuffer, newIntBuffer and the like"));
        }
        return buf;
    }

    // ----------------------------------------------------------------------------------------- attributes, errors

    /**
     * Makes a new key for attributes, on this process. A duplicate of a communicator gets its attributes for these
     * keys. The attributes are the same objects, not copies. MPI: MPI_Comm_create_keyval.
     *
     * @return the keyval
     */
    public static int createKeyval() {
        return MPI.KEYVALS.create(true);
    }

    /**
     * Frees a keyval, which no later call may use. MPI: MPI_Comm_free_keyval.
     *
     * @param keyval a keyval that {@link #createKeyval} returned
     * @throws MPIException of class {@link MPI#ERR_KEYVAL} when it is not a keyval, or when it is one of MPI's own
     */
    public static void freeKeyval(int keyval) {
        MPIException.run(() -> MPI.KEYVALS.free(keyval));
    }

    /**
     * Sets the attribute of a key. MPI: MPI_Comm_set_attr.
     *
     * @param keyval a keyval that {@link #createKeyval} returned
     * @param value the value, not null
     */
    public final void setAttr(int keyval, Object value) {
        core().attribute(keyval, value);
    }

    /**
     * The attribute of a key. MPI: MPI_Comm_get_attr.
     *
     * @param keyval a keyval that {@link #createKeyval} returned; or {@link MPI#TAG_UB}, {@link MPI#HOST},
     *     {@link MPI#IO}, {@link MPI#APPNUM}, {@link MPI#UNIVERSE_SIZE} or {@link MPI#LASTUSEDCODE}, whose values are
     *     of type Integer; or {@link MPI#WTIME_IS_GLOBAL}, whose value is of type Boolean
     * @return the value, or null when the communicator has no such attribute
     */
    public final Object getAttr(int keyval) {
        Object value = core().attribute(keyval);
        return keyval == MPI.WTIME_IS_GLOBAL ? (Object) !value.equals(0) : value;
    }

    /**
     * Removes the attribute of a key. MPI: MPI_Comm_delete_attr.
     *
     * @param keyval a keyval that {@link #createKeyval} returned
     * @throws MPIException also of class {@link MPI#ERR_ARG}, when the communicator has no such attribute
     */
    public final void deleteAttr(int keyval) {
        core().deleteAttribute(keyval);
    }

    /**
     * The kind of topology that the communicator has. MPI: MPI_Topo_test.
     *
     * @return {@link MPI#CART}, {@link MPI#GRAPH}, {@link MPI#DIST_GRAPH} or {@link MPI#UNDEFINED}
     */
    public final int getTopology() {
        return switch (core().topology()) {
            case null -> MPI.UNDEFINED;
            case GraphTopology _ -> MPI.GRAPH;
            case CartTopology _ -> MPI.CART;
            case DistGraphTopology _ -> MPI.DIST_GRAPH;
        };
    }

    /**
     * Ends the whole job, with all its ranks, whatever communicator this is. This method does not return.
     * MPI: MPI_Abort.
     *
     * @param errorcode the job's exit code
     */
    public final void abort(int errorcode) {
        core().abort(errorcode);
    }

    /**
     * Sets the handler for errors of this rank in calls on this communicator. Communicators that are made from this one
     * inherit the handler. MPI: MPI_Comm_set_errhandler.
     *
     * <p>With {@link MPI#ERRORS_RETURN} on {@link MPI#COMM_WORLD}, this rank also declares that it goes on when the
     * process of another rank dies. If all remaining ranks have declared this, mpjrun does not end the job. Operations
     * that need the lost rank then throw an {@link MPIException} that names the rank, and the job's exit code is not 0.
     *
     * @param errhandler {@link MPI#ERRORS_RETURN}, {@link MPI#ERRORS_ARE_FATAL} or {@link MPI#ERRORS_ABORT}
     */
    public final void setErrhandler(Errhandler errhandler) {
        core().errorHandler(errhandler, errhandler != null && errhandler.fatal());
    }

    /**
     * The handler for errors of this rank in calls on this communicator. MPI: MPI_Comm_get_errhandler.
     *
     * @return the handler; {@link MPI#ERRORS_RETURN} until another is set
     */
    public final Errhandler getErrhandler() {
        return (Errhandler) core().errorHandler();
    }

    /**
     * Calls the communicator's error handler. {@link MPI#ERRORS_RETURN} throws an exception of the given class, and the
     * other handlers end the job. MPI: MPI_Comm_call_errhandler.
     *
     * @param errorCode the class of the error
     * @throws MPIException of that class
     */
    public void callErrhandler(int errorCode) {
        core().callErrorHandler(errorCode);
    }

    // ------------------------------------------------------------------------------------------- failed processes

    /**
     * Revokes the communicator on all its ranks. One rank calls this. Operations in the communicator that have not been
     * matched yet fail, and so does every later call on it, with an {@link MPIException} of class
     * {@link MPI#ERR_REVOKED}. Only {@link #agree}, {@link #iAgree}, {@link #shrink}, {@link #getFailed},
     * {@link #ackFailed} and calls that send no messages still work. This library's own. ULFM: MPIX_Comm_revoke.
     */
    public final void revoke() {
        core().processFailures().revoke();
    }

    /**
     * Whether this rank knows that the communicator was revoked. This library's own. ULFM: MPIX_Comm_is_revoked.
     *
     * @return true if so
     */
    public final boolean isRevoked() {
        return core().processFailures().isRevoked();
    }

    /**
     * The ranks that this rank knows to have failed, in the order in which it has learnt of their failures. This
     * library's own. ULFM: MPIX_Comm_get_failed.
     *
     * @return their group
     */
    public final Group getFailed() {
        return new Group(core().processFailures().failed());
    }

    /**
     * Acknowledges failed ranks. Receives from any source then no longer fail because of these ranks. Once all ranks
     * that are left have acknowledged a failure, {@link #agree} no longer fails because of it. This library's own.
     * ULFM: MPIX_Comm_ack_failed.
     *
     * @param num_to_ack the number of ranks to acknowledge, 0 or more: the first ones of the group that
     *     {@link #getFailed} returns
     * @return the number of ranks that are acknowledged now
     * @throws MPIException of class {@link MPI#ERR_ARG} when the number is negative
     */
    public final int ackFailed(int num_to_ack) {
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
     *     that are left have {@linkplain #ackFailed acknowledged} this; of class {@link MPI#ERR_ARG} when the array is
     *     null or empty
     */
    public final void agree(int[] flag) {
        core().processFailures().agree(flag);
    }

    /**
     * Starts what {@link #agree} does, and does not wait for it. This library's own. ULFM: MPIX_Comm_iagree.
     *
     * @param flag as in {@link #agree}; the program must not use it until the request is complete
     * @return the request
     */
    public final Request iAgree(int[] flag) {
        return new Request(core().requests(), core().processFailures().startAgree(flag));
    }

    /**
     * Makes a communicator of the ranks that are left, in their order. All of them call this. It also works in a
     * communicator that was revoked. This library's own. ULFM: MPIX_Comm_shrink.
     *
     * @return the new communicator, without the ranks that any rank knew to have failed
     */
    public Comm shrink() {
        return new Comm(core().creation().shrink());
    }

    // ------------------------------------------------------------------------------------------------ collectives

    //@set NEIGHBOURS The topology of the communicator determines the neighbours.
    //@arg root the root's rank, the same on all ranks; see {@link Intercomm} for the root between two groups
    //@collectives all

    /**
     * Combines two buffers of this rank, without communication: {@code inOutBuf = inBuf op inOutBuf}.
     * MPI: MPI_Reduce_local.
     *
     * @param inBuf the left operands
     * @param inOutBuf the right operands and the results
     * @param count the number of items
     * @param type the type of the items
     * @param op the operation
     */
    public static void reduceLocal(Object inBuf, Object inOutBuf, int count, Datatype type, Op op) {
        MPIException.run(() ->
            LocalReduction.combine(Op.core(op), inBuf, 0, inOutBuf, 0, count, Datatype.core(type)));
    }

    private static TypeDescriptor[] core(Datatype[] types) {
        if (types == null) {
            return null;
        }
        TypeDescriptor[] core = new TypeDescriptor[types.length];
        Arrays.setAll(core, i -> Datatype.core(types[i]));
        return core;
    }

    /**
     * Gives the communicator a name, on this rank only. MPI: MPI_Comm_set_name.
     *
     * @param name at most {@link MPI#MAX_OBJECT_NAME} characters
     */
    public final void setName(String name) {
        core().name(name);
    }

    /**
     * The communicator's name. MPI: MPI_Comm_get_name.
     *
     * @return the name that {@link #setName} has set; otherwise {@code MPI_COMM_WORLD}, {@code MPI_COMM_SELF}, or an
     *     empty text
     */
    public final String getName() {
        return core().name();
    }
}
