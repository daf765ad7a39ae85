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
 * A communicator: ranks that send each other messages which no other communicator's receives take. MPI: MPI_Comm.
 *
 * <p>A rank that is not in a new communicator gets an object for it all the same, which {@link #isNull} tells from
 * others: MPI_COMM_NULL. Every other call on it, as on one that was freed, is an error of class {@link MPI#ERR_COMM}.
 *
 * <p>Messages may be sent and received by any number of threads.
 *
 * <p>Collectives are called by every rank, in the same order, and by one thread of a rank at a time. Their messages do
 * not mix with others. What a rank sends and where it receives may be the same memory, in whole or in part: all is sent
 * as it was when the call began, at the cost of a copy. The forms with one buffer say the same with one argument. Of a
 * collective that does not block, arrays of counts and displacements may be changed, and datatypes and operations
 * freed, as soon as the call returns. The displacement of a block without items is ignored. Beside those of messages
 * these are errors, before anything is sent:
 * <ul>
 * <li>{@link MPI#ERR_ROOT}: the communicator has no such rank;
 * <li>{@link MPI#ERR_OP}: the operation is null, was freed or is not defined for the datatype;
 * <li>{@link MPI#ERR_COUNT}: a block's count is negative, or a rank sends itself more than it receives;
 * <li>{@link MPI#ERR_BUFFER}: a buffer is heap memory where the call does not block, or a rank calls a form without a
 *     buffer that it needs;
 * <li>{@link MPI#ERR_ARG}: counts or displacements are null or too few, a displacement is outside the buffer, or blocks
 *     that are received overlap;
 * <li>{@link MPI#ERR_TYPE}: an operation is to combine items that name an element twice;
 * <li>{@link MPI#ERR_TOPOLOGY}: neighbours are asked for in a communicator without a topology.
 * </ul>
 * An error that shows only while messages arrive is thrown when the rank has done its part for the others.
 */
public class Comm implements Freeable, Cloneable {
    /** The split type of {@link Intracomm#splitType}: the ranks of one host. MPI: MPI_COMM_TYPE_SHARED. */
    public static final int TYPE_SHARED = 0;

    /** Null before Init, of those that are there by then; of a null communicator; and of one that is being made. */
    private Communicator core;
    /** Of one that {@link #iDup} has made; else null. */
    private Duplication duplication;
    private Request request;

    Comm() {
    }

    /** @param core what it is below the API; null for a null communicator */
    Comm(Communicator core) {
        this.core = core;
    }

    /** The duplicate of another, which is being made. */
    Comm(Comm original, Duplication duplication) {
        this.duplication = duplication;
        request = new Request(original.core().requests(), duplication.operation());
    }

    /** Makes a communicator that the program has had since before Init one that can be used. */
    final void open(Communicator opened) {
        core = opened;
    }

    /** What it is below the API. */
    final Communicator core() {
        Communicator open = core;
        return open == null ? later() : open;
    }

    private Communicator later() {
        if (duplication == null) {
            throw MPI.isInitialized() ? new MPIException(ErrorClass.ERR_COMM,
                "the communicator is null, as this rank is not in it; isNull() tells") : MPI.notOpen();
        }
        core = duplication.get();
        return core;
    }

    /** What an argument of this name is below the API. */
    private static Communicator argument(Comm comm, String name) {
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
     * A communicator of the same kind, with the same groups, topology, attributes and hints, and a context of its own.
     * Every rank must call this. MPI: MPI_Comm_dup.
     *
     * @return the new communicator
     */
    public Comm dup() {
        return new Comm(core().creation().duplicate());
    }

    /**
     * Starts to make a duplicate, as {@link #dup} does, and does not wait for the other ranks. The new communicator may
     * be used when the request that its {@link #getRequest} returns is complete. It has the attributes and hints of
     * this one as they are now. Every rank must call this, in the same order as its collectives. MPI: MPI_Comm_idup.
     *
     * @return the new communicator
     */
    public Comm iDup() {
        return new Comm(this, core().creation().startDuplicate());
    }

    /**
     * A duplicate, as {@link #dup} makes it, with other hints. Every rank must call this. MPI: MPI_Comm_dup_with_info.
     *
     * @param info the hints, instead of those of this communicator; {@link MPI#INFO_NULL} for none
     * @return the new communicator
     */
    public Comm dupWithInfo(Info info) {
        return new Comm(core().creation().duplicate(Info.core(info)));
    }

    /**
     * The request that {@link #iDup} has started, on the communicator that it has returned.
     *
     * @return the request; {@link MPI#REQUEST_NULL} of a communicator that was made otherwise
     */
    public final Request getRequest() {
        return request == null ? MPI.REQUEST_NULL : request;
    }

    /**
     * The number of ranks. MPI: MPI_Comm_size.
     *
     * @return at least 1; of an intercommunicator, those of the local group
     */
    public final int getSize() {
        return core().size();
    }

    /**
     * This process's rank. MPI: MPI_Comm_rank.
     *
     * @return 0 to {@link #getSize} - 1; of an intercommunicator, in the local group
     */
    public final int getRank() {
        return core().rank();
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
    public static int compare(Comm comm1, Comm comm2) {
        return Communicator.compare(argument(comm1, "comm1"), argument(comm2, "comm2")).ordinal();
    }

    /**
     * Frees the communicator: no later call may use it. Every rank of it must call this. What was started with it
     * completes as usual. MPI: MPI_Comm_free.
     *
     * @throws MPIException of class {@link MPI#ERR_COMM} for {@link MPI#COMM_WORLD}, {@link MPI#COMM_SELF}, one that
     *     was freed before, and one on which a blocking collective is under way
     */
    @Override
    public final void free() {
        core().free();
    }

    /**
     * Whether this is no communicator: it was freed, or this rank is not in it. MPI: a comparison with MPI_COMM_NULL.
     *
     * @return true if so
     */
    public final boolean isNull() {
        return core == null ? duplication == null && MPI.isInitialized() : core.isFreed();
    }

    /**
     * Adds hints to those of the communicator. None changes anything so far. Every rank must call this.
     * MPI: MPI_Comm_set_info.
     *
     * @param info the hints; {@link MPI#INFO_NULL} for none
     */
    public final void setInfo(Info info) {
        core().info(Info.core(info));
    }

    /**
     * The hints of the communicator. MPI: MPI_Comm_get_info.
     *
     * @return a new info; changes there change nothing here
     */
    public final Info getInfo() {
        return new Info(core().info());
    }

    /**
     * Waits until everything that was started in the communicator is complete, then frees it. Every rank must call
     * this. MPI: MPI_Comm_disconnect.
     *
     * @throws MPIException as {@link #free} does
     */
    public final void disconnect() {
        core().disconnect();
    }

    /**
     * The group of this process. MPI: MPI_Comm_group.
     *
     * @return the group; of an intercommunicator the local one
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
     * Makes an intercommunicator of two groups that have no member in common. Every rank of both groups calls this.
     * This communicator must have the leaders of both groups; others may call it on any. MPI: MPI_Intercomm_create.
     *
     * @param localComm the communicator of this process's group
     * @param localLeader the rank in {@code localComm} of its leader
     * @param remoteLeader the rank in this communicator of the other group's leader; of use at the leader only
     * @param tag the tag of the leaders' messages in this communicator, not negative
     * @return the new communicator
     */
    public final Intercomm createIntercomm(Comm localComm, int localLeader, int remoteLeader, int tag) {
        return new Intercomm(
            argument(localComm, "localComm").creation().inter(core(), localLeader, remoteLeader, tag));
    }

    // --------------------------------------------------------------------------------------------------------- sending

    /**
     * Sends a message; returns when the buffer may be used again. MPI: MPI_Send, section 3.2.1.
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
     * @param type their type
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag the tag, not negative
     */
    public final void send(Object buf, int count, Datatype type, int dest, int tag) {
        messages().send(buf, 0, count, Datatype.core(type), dest, tag);
    }

    /**
     * Sends a message from the attached buffer; returns at once. MPI: MPI_Bsend.
     *
     * @param buf the buffer
     * @param count the number of items
     * @param type their type
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag the tag, not negative
     * @throws MPIException also, of class {@link MPI#ERR_BUFFER}, when the attached buffer has no room left for it
     */
    public final void bSend(Object buf, int count, Datatype type, int dest, int tag) {
        messages().bufferedSend(buf, 0, count, Datatype.core(type), dest, tag);
    }

    /**
     * Sends a message; returns when the receiver has started to receive it. MPI: MPI_Ssend.
     *
     * @param buf the buffer
     * @param count the number of items
     * @param type their type
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag the tag, not negative
     */
    public final void sSend(Object buf, int count, Datatype type, int dest, int tag) {
        messages().synchronousSend(buf, 0, count, Datatype.core(type), dest, tag);
    }

    /**
     * Sends a message whose receive is posted already. MPI: MPI_Rsend.
     *
     * @param buf the buffer
     * @param count the number of items
     * @param type their type
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag the tag, not negative
     */
    public final void rSend(Object buf, int count, Datatype type, int dest, int tag) {
        send(buf, count, type, dest, tag);
    }

    /**
     * Starts a send; the buffer may be used again when the request is complete. MPI: MPI_Isend, section 3.7.2.
     *
     * {@snippet :
     * // in a ring, each rank sends its column to the next rank and receives that of the one before
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
     * @param buf the buffer, a direct one
     * @param count the number of items
     * @param type their type
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag the tag, not negative
     * @return the request
     */
    public final Request iSend(Buffer buf, int count, Datatype type, int dest, int tag) {
        return startSend(SendMode.STANDARD, direct("buf", buf), count, type, dest, tag);
    }

    /**
     * As {@link #iSend(Buffer, int, Datatype, int, int)}, from a segment.
     *
     * @param buf the buffer, a segment
     * @param count the number of items
     * @param type their type
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag the tag, not negative
     * @return the request
     */
    public final Request iSend(MemorySegment buf, int count, Datatype type, int dest, int tag) {
        return startSend(SendMode.STANDARD, buf, count, type, dest, tag);
    }

    /**
     * Starts a send from the attached buffer. MPI: MPI_Ibsend.
     *
     * @param buf the buffer, a direct one
     * @param count the number of items
     * @param type their type
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag the tag, not negative
     * @return a request that is complete
     * @throws MPIException also, of class {@link MPI#ERR_BUFFER}, when the attached buffer has no room left for it
     */
    public final Request ibSend(Buffer buf, int count, Datatype type, int dest, int tag) {
        return startSend(SendMode.BUFFERED, direct("buf", buf), count, type, dest, tag);
    }

    /**
     * As {@link #ibSend(Buffer, int, Datatype, int, int)}, from a segment.
     *
     * @param buf the buffer, a segment
     * @param count the number of items
     * @param type their type
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag the tag, not negative
     * @return a request that is complete
     * @throws MPIException also, of class {@link MPI#ERR_BUFFER}, when the attached buffer has no room left for it
     */
    public final Request ibSend(MemorySegment buf, int count, Datatype type, int dest, int tag) {
        return startSend(SendMode.BUFFERED, buf, count, type, dest, tag);
    }

    /**
     * Starts a send that is complete when the receiver has started to receive. MPI: MPI_Issend.
     *
     * @param buf the buffer, a direct one
     * @param count the number of items
     * @param type their type
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag the tag, not negative
     * @return the request
     */
    public final Request isSend(Buffer buf, int count, Datatype type, int dest, int tag) {
        return startSend(SendMode.SYNCHRONOUS, direct("buf", buf), count, type, dest, tag);
    }

    /**
     * As {@link #isSend(Buffer, int, Datatype, int, int)}, from a segment.
     *
     * @param buf the buffer, a segment
     * @param count the number of items
     * @param type their type
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag the tag, not negative
     * @return the request
     */
    public final Request isSend(MemorySegment buf, int count, Datatype type, int dest, int tag) {
        return startSend(SendMode.SYNCHRONOUS, buf, count, type, dest, tag);
    }

    /**
     * Starts a send whose receive is posted already. MPI: MPI_Irsend.
     *
     * @param buf the buffer, a direct one
     * @param count the number of items
     * @param type their type
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag the tag, not negative
     * @return the request
     */
    public final Request irSend(Buffer buf, int count, Datatype type, int dest, int tag) {
        return startSend(SendMode.STANDARD, direct("buf", buf), count, type, dest, tag);
    }

    /**
     * As {@link #irSend(Buffer, int, Datatype, int, int)}, from a segment.
     *
     * @param buf the buffer, a segment
     * @param count the number of items
     * @param type their type
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag the tag, not negative
     * @return the request
     */
    public final Request irSend(MemorySegment buf, int count, Datatype type, int dest, int tag) {
        return startSend(SendMode.STANDARD, buf, count, type, dest, tag);
    }

    private Request startSend(SendMode mode, Object buf, int count, Datatype type, int dest, int tag) {
        return request(messages().startSend(mode, buf, 0, count, Datatype.core(type), dest, tag));
    }

    // ------------------------------------------------------------------------------------------------------- receiving

    /**
     * Receives a message; returns when it is in the buffer. MPI: MPI_Recv, section 3.2.4.
     *
     * {@snippet :
     * // receives up to 100 numbers from any rank, and says how many came
     * int[] numbers = new int[100];
     * Status status = MPI.COMM_WORLD.recv(numbers, 100, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
     * System.out.println(status.getCount(MPI.INT) + " from rank " + status.getSource() + ", tag " + status.getTag());
     * }
     *
     * @param buf the buffer
     * @param count how many items there is room for
     * @param type their type
     * @param source the sender's rank, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
     * @param tag the tag, or {@link MPI#ANY_TAG}
     * @return who sent it, its tag and its count
     */
    public final Status recv(Object buf, int count, Datatype type, int source, int tag) {
        Communicator open = core();
        return Status.of(open.requests(),
            open.messages().receive(buf, 0, count, Datatype.core(type), source, tag));
    }

    /**
     * Starts a receive; the items are there when the request is complete. MPI: MPI_Irecv.
     *
     * @param buf the buffer, a direct one
     * @param count how many items there is room for
     * @param type their type
     * @param source the sender's rank, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
     * @param tag the tag, or {@link MPI#ANY_TAG}
     * @return the request
     */
    public final Request iRecv(Buffer buf, int count, Datatype type, int source, int tag) {
        return startReceive(direct("buf", buf), count, type, source, tag);
    }

    /**
     * As {@link #iRecv(Buffer, int, Datatype, int, int)}, into a segment.
     *
     * @param buf the buffer, a segment
     * @param count how many items there is room for
     * @param type their type
     * @param source the sender's rank, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
     * @param tag the tag, or {@link MPI#ANY_TAG}
     * @return the request
     */
    public final Request iRecv(MemorySegment buf, int count, Datatype type, int source, int tag) {
        return startReceive(buf, count, type, source, tag);
    }

    private Request startReceive(Object buf, int count, Datatype type, int source, int tag) {
        return request(messages().startReceive(buf, 0, count, Datatype.core(type), source, tag));
    }

    /**
     * Asks for a message without waiting, and without receiving it. MPI: MPI_Iprobe.
     *
     * @param source the sender's rank, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
     * @param tag the tag, or {@link MPI#ANY_TAG}
     * @return who sent it, its tag and its count; or null when there is none
     */
    public final Status iProbe(int source, int tag) {
        Probed probed = messages().probeAtOnce(source, tag);
        return probed == null && source != MPI.PROC_NULL ? null : Status.probed(core().requests(), probed);
    }

    /**
     * Waits for a message without receiving it. Another thread may receive it first; {@link Message#mProbe} keeps it
     * for this one. MPI: MPI_Probe.
     *
     * @param source the sender's rank, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
     * @param tag the tag, or {@link MPI#ANY_TAG}
     * @return who sent it, its tag and its count
     */
    public final Status probe(int source, int tag) {
        return Status.probed(core().requests(), messages().probe(source, tag));
    }

    // ---------------------------------------------------------------------------------------------------- both at once

    /**
     * Sends one message and receives another; neither waits for the other. What is sent is what was there at the call,
     * also where the two buffers overlap, at the cost of a copy. MPI: MPI_Sendrecv.
     *
     * @param sendbuf what is sent
     * @param sendcount the number of its items
     * @param sendtype their type
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param sendtag the tag of the message sent, not negative
     * @param recvbuf what is received into
     * @param recvcount how many items there is room for
     * @param recvtype their type
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
     * Sends what is in the buffer and receives into it. MPI: MPI_Sendrecv_replace.
     *
     * @param buf the buffer
     * @param count the number of items sent, and how many there is room for
     * @param type their type
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

    /**
     * Makes a request for a send, to be started with {@link Prequest#start}. MPI: MPI_Send_init.
     *
     * @param buf the buffer, a direct one
     * @param count the number of items
     * @param type their type
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag the tag, not negative
     * @return an inactive request
     */
    public final Prequest sendInit(Buffer buf, int count, Datatype type, int dest, int tag) {
        return keepSend(SendMode.STANDARD, direct("buf", buf), count, type, dest, tag);
    }

    /**
     * As {@link #sendInit(Buffer, int, Datatype, int, int)}, from a segment.
     *
     * @param buf the buffer, a segment
     * @param count the number of items
     * @param type their type
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag the tag, not negative
     * @return an inactive request
     */
    public final Prequest sendInit(MemorySegment buf, int count, Datatype type, int dest, int tag) {
        return keepSend(SendMode.STANDARD, buf, count, type, dest, tag);
    }

    /**
     * Makes a request for a send from the attached buffer. MPI: MPI_Bsend_init.
     *
     * @param buf the buffer, a direct one
     * @param count the number of items
     * @param type their type
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag the tag, not negative
     * @return an inactive request
     */
    public final Prequest bSendInit(Buffer buf, int count, Datatype type, int dest, int tag) {
        return keepSend(SendMode.BUFFERED, direct("buf", buf), count, type, dest, tag);
    }

    /**
     * As {@link #bSendInit(Buffer, int, Datatype, int, int)}, from a segment.
     *
     * @param buf the buffer, a segment
     * @param count the number of items
     * @param type their type
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag the tag, not negative
     * @return an inactive request
     */
    public final Prequest bSendInit(MemorySegment buf, int count, Datatype type, int dest, int tag) {
        return keepSend(SendMode.BUFFERED, buf, count, type, dest, tag);
    }

    /**
     * Makes a request for a synchronous send. MPI: MPI_Ssend_init.
     *
     * @param buf the buffer, a direct one
     * @param count the number of items
     * @param type their type
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag the tag, not negative
     * @return an inactive request
     */
    public final Prequest sSendInit(Buffer buf, int count, Datatype type, int dest, int tag) {
        return keepSend(SendMode.SYNCHRONOUS, direct("buf", buf), count, type, dest, tag);
    }

    /**
     * As {@link #sSendInit(Buffer, int, Datatype, int, int)}, from a segment.
     *
     * @param buf the buffer, a segment
     * @param count the number of items
     * @param type their type
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag the tag, not negative
     * @return an inactive request
     */
    public final Prequest sSendInit(MemorySegment buf, int count, Datatype type, int dest, int tag) {
        return keepSend(SendMode.SYNCHRONOUS, buf, count, type, dest, tag);
    }

    /**
     * Makes a request for a send whose receive is posted when it starts. MPI: MPI_Rsend_init.
     *
     * @param buf the buffer, a direct one
     * @param count the number of items
     * @param type their type
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag the tag, not negative
     * @return an inactive request
     */
    public final Prequest rSendInit(Buffer buf, int count, Datatype type, int dest, int tag) {
        return keepSend(SendMode.STANDARD, direct("buf", buf), count, type, dest, tag);
    }

    /**
     * As {@link #rSendInit(Buffer, int, Datatype, int, int)}, from a segment.
     *
     * @param buf the buffer, a segment
     * @param count the number of items
     * @param type their type
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag the tag, not negative
     * @return an inactive request
     */
    public final Prequest rSendInit(MemorySegment buf, int count, Datatype type, int dest, int tag) {
        return keepSend(SendMode.STANDARD, buf, count, type, dest, tag);
    }

    private Prequest keepSend(SendMode mode, Object buf, int count, Datatype type, int dest, int tag) {
        return new Prequest(core().requests(),
            messages().keepSend(mode, buf, 0, count, Datatype.core(type), dest, tag));
    }

    /**
     * Makes a request for a receive. MPI: MPI_Recv_init.
     *
     * @param buf the buffer, a direct one
     * @param count how many items there is room for
     * @param type their type
     * @param source the sender's rank, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
     * @param tag the tag, or {@link MPI#ANY_TAG}
     * @return an inactive request
     */
    public final Prequest recvInit(Buffer buf, int count, Datatype type, int source, int tag) {
        return keepReceive(direct("buf", buf), count, type, source, tag);
    }

    /**
     * As {@link #recvInit(Buffer, int, Datatype, int, int)}, into a segment.
     *
     * @param buf the buffer, a segment
     * @param count how many items there is room for
     * @param type their type
     * @param source the sender's rank, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
     * @param tag the tag, or {@link MPI#ANY_TAG}
     * @return an inactive request
     */
    public final Prequest recvInit(MemorySegment buf, int count, Datatype type, int source, int tag) {
        return keepReceive(buf, count, type, source, tag);
    }

    private Prequest keepReceive(Object buf, int count, Datatype type, int source, int tag) {
        return new Prequest(core().requests(),
            messages().keepReceive(buf, 0, count, Datatype.core(type), source, tag));
    }

    // --------------------------------------------------------------------------------------------------------- packing

    /**
     * Packs items into bytes, which are sent with {@link MPI#PACKED}. MPI: MPI_Pack.
     *
     * @param inbuf the buffer
     * @param incount the number of items
     * @param type their type
     * @param outbuf where they go
     * @param position the first byte they take
     * @return the position after them
     * @throws MPIException also, of class {@link MPI#ERR_BUFFER}, when they do not fit
     */
    public final int pack(Object inbuf, int incount, Datatype type, byte[] outbuf, int position) {
        return core().errors().number(() ->
            PackedMessage.pack(inbuf, 0, incount, Datatype.core(type), outbuf, position));
    }

    /**
     * Takes items out of packed bytes. MPI: MPI_Unpack.
     *
     * @param inbuf what was packed, or received with {@link MPI#PACKED}
     * @param position the first byte of the items
     * @param outbuf where they go
     * @param outcount the number of items
     * @param type their type
     * @return the position after them
     * @throws MPIException also, of class {@link MPI#ERR_BUFFER}, when so many are not there
     */
    public final int unpack(byte[] inbuf, int position, Object outbuf, int outcount, Datatype type) {
        return core().errors().number(() ->
            PackedMessage.unpack(inbuf, position, outbuf, 0, outcount, Datatype.core(type)));
    }

    /**
     * How much room {@link #pack} needs at most. MPI: MPI_Pack_size.
     *
     * @param incount the number of items
     * @param type their type
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

    /** Checks the buffer of an operation that goes on after the call: it must be direct. */
    final Buffer direct(String name, Buffer buf) {
        if (buf != null && !buf.isDirect()) {
            throw core().errors().raise(BufferArgument.heap(name, "MPI.newByteBuffer, newIntBuffer and the like"));
        }
        return buf;
    }

    // ----------------------------------------------------------------------------------------- attributes, errors

    /**
     * A new key of attributes, on this process. A duplicate of a communicator gets the attributes of such keys, the
     * same objects. MPI: MPI_Comm_create_keyval.
     *
     * @return the keyval
     */
    public static int createKeyval() {
        return MPI.KEYVALS.create(true);
    }

    /**
     * Frees a keyval: no later call may use it. MPI: MPI_Comm_free_keyval.
     *
     * @param keyval one that {@link #createKeyval} returned
     * @throws MPIException of class {@link MPI#ERR_KEYVAL} when it is none, or one of MPI's own
     */
    public static void freeKeyval(int keyval) {
        MPIException.run(() -> MPI.KEYVALS.free(keyval));
    }

    /**
     * Sets the attribute of a key. MPI: MPI_Comm_set_attr.
     *
     * @param keyval one that {@link #createKeyval} returned
     * @param value the value, not null
     */
    public final void setAttr(int keyval, Object value) {
        core().attribute(keyval, value);
    }

    /**
     * The attribute of a key. MPI: MPI_Comm_get_attr.
     *
     * @param keyval one that {@link #createKeyval} returned; or {@link MPI#TAG_UB}, {@link MPI#HOST}, {@link MPI#IO},
     *     {@link MPI#WTIME_IS_GLOBAL}, {@link MPI#APPNUM}, {@link MPI#UNIVERSE_SIZE} or {@link MPI#LASTUSEDCODE}, each
     *     an Integer
     * @return the value, or null when the communicator has none
     */
    public final Object getAttr(int keyval) {
        return core().attribute(keyval);
    }

    /**
     * Takes the attribute of a key away. MPI: MPI_Comm_delete_attr.
     *
     * @param keyval one that {@link #createKeyval} returned
     * @throws MPIException also, of class {@link MPI#ERR_ARG}, when the communicator has no such attribute
     */
    public final void deleteAttr(int keyval) {
        core().deleteAttribute(keyval);
    }

    /**
     * Which topology the communicator has. MPI: MPI_Topo_test.
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
     * Ends the job: every rank of it, whichever communicator this is. Does not return. MPI: MPI_Abort.
     *
     * @param errorcode the job's exit code
     */
    public final void abort(int errorcode) {
        core().abort(errorcode);
    }

    /**
     * Sets what becomes of this rank's errors in calls on this communicator. Those made from it inherit this.
     * MPI: MPI_Comm_set_errhandler.
     *
     * <p>{@link MPI#ERRORS_RETURN}, set on {@link MPI#COMM_WORLD}, also says that this rank goes on when another's
     * process dies. When every rank that is left has said so, mpjrun does not end the job then; what needs the lost
     * rank throws an {@link MPIException} that names it, and the job's exit code is not 0.
     *
     * @param errhandler {@link MPI#ERRORS_RETURN}, {@link MPI#ERRORS_ARE_FATAL} or {@link MPI#ERRORS_ABORT}
     */
    public final void setErrhandler(Errhandler errhandler) {
        core().errorHandler(errhandler, errhandler != null && errhandler.fatal());
    }

    /**
     * What becomes of this rank's errors in calls on this communicator. MPI: MPI_Comm_get_errhandler.
     *
     * @return the handler; {@link MPI#ERRORS_RETURN} until another is set
     */
    public final Errhandler getErrhandler() {
        return (Errhandler) core().errorHandler();
    }

    /**
     * Has the communicator's error handler called: {@link MPI#ERRORS_RETURN} throws an exception of this class, others
     * end the job. MPI: MPI_Comm_call_errhandler.
     *
     * @param errorCode the error's class
     * @throws MPIException of that class
     */
    public void callErrhandler(int errorCode) {
        core().callErrorHandler(errorCode);
    }

    // ------------------------------------------------------------------------------------------------ collectives

    //@set NEIGHBOURS The neighbours are those of the communicator's topology.
    //@arg root the root's rank, the same everywhere; between two groups see {@link Intercomm}
    //@collectives all

    /**
     * Combines two buffers, without other ranks: {@code inOutBuf = inBuf op inOutBuf}. MPI: MPI_Reduce_local.
     *
     * @param inBuf the left operands
     * @param inOutBuf the right operands and the results
     * @param count the number of items
     * @param type their type
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
     * Names the communicator, on this rank. MPI: MPI_Comm_set_name.
     *
     * @param name at most {@link MPI#MAX_OBJECT_NAME} characters
     */
    public final void setName(String name) {
        core().name(name);
    }

    /**
     * The communicator's name. MPI: MPI_Comm_get_name.
     *
     * @return what {@link #setName} has set; else {@code MPI_COMM_WORLD}, {@code MPI_COMM_SELF}, or nothing
     */
    public final String getName() {
        return core().name();
    }
}
