package mpi;

import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import java.util.Arrays;
import mpj.core.collective.LocalReduction;
import mpj.core.comm.Communicator;
import mpj.core.comm.PointToPoint;
import mpj.core.comm.SendMode;
import mpj.core.datatype.TypeDescriptor;
import mpj.core.message.BufferArgument;
import mpj.core.message.PackedMessage;
import mpj.engine.Operation;
import mpj.engine.Probed;

/** TODO. MPI: see the list. */
public class Comm implements Freeable, Cloneable {
    /** Null before Init, of those that are there by then. */
    private Communicator core;
    /** What {@link #iDup} has started; or null. */
    private Request making;

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

    /** MPI: MPI_TYPE_SHARED. */
    public static final int TYPE_SHARED = 0;

    /**
     * TODO.
     * @return TODO
     */
    @Override
    public Comm clone() {
        throw MPIException.notYet("Comm.clone");
    }

    /**
     * TODO. MPI: MPI_Comm_dup.
     * @return TODO
     */
    public Comm dup() {
        throw MPIException.notYet("Comm.dup");
    }

    /**
     * TODO. MPI: MPI_Comm_idup.
     * @return TODO
     */
    public Comm iDup() {
        throw MPIException.notYet("Comm.iDup");
    }

    /**
     * TODO. MPI: MPI_Comm_dup_with_info.
     *
     * @param info TODO
     * @return TODO
     */
    public Comm dupWithInfo(Info info) {
        throw MPIException.notYet("Comm.dupWithInfo");
    }

    /**
     * The request of {@link #iDup}: until it is complete, the communicator must not be used.
     *
     * @return the request; {@link MPI#REQUEST_NULL} of a communicator that was made in another way
     */
    public final Request getRequest() {
        return making == null ? MPI.REQUEST_NULL : making;
    }

    /** Sets what {@link #getRequest} returns. */
    final void setRequest(Request request) {
        making = request;
    }

    /**
     * TODO. MPI: MPI_Comm_size.
     * @return TODO
     */
    public final int getSize() {
        return core().size();
    }

    /**
     * TODO. MPI: MPI_Comm_rank.
     * @return TODO
     */
    public final int getRank() {
        return core().rank();
    }

    /**
     * TODO. MPI: MPI_Comm_compare.
     *
     * @param comm1 TODO
     * @param comm2 TODO
     * @return TODO
     */
    public static int compare(Comm comm1, Comm comm2) {
        throw MPIException.notYet("Comm.compare");
    }

    /**
     * TODO.
     */
    public final void free() {
        throw MPIException.notYet("Comm.free");
    }

    /**
     * TODO.
     * @return TODO
     */
    public final boolean isNull() {
        throw MPIException.notYet("Comm.isNull");
    }

    /**
     * TODO. MPI: MPI_Comm_set_info.
     *
     * @param info TODO
     */
    public final void setInfo(Info info) {
        throw MPIException.notYet("Comm.setInfo");
    }

    /**
     * TODO. MPI: MPI_Comm_get_info.
     * @return TODO
     */
    public final Info getInfo() {
        throw MPIException.notYet("Comm.getInfo");
    }

    /**
     * TODO. MPI: MPI_Comm_disconnect.
     */
    public final void disconnect() {
        throw MPIException.notYet("Comm.disconnect");
    }

    /**
     * TODO. MPI: MPI_Comm_group.
     * @return TODO
     */
    public final Group getGroup() {
        throw MPIException.notYet("Comm.getGroup");
    }

    /**
     * TODO. MPI: MPI_Comm_test_inter.
     * @return TODO
     */
    public final boolean isInter() {
        throw MPIException.notYet("Comm.isInter");
    }

    /**
     * TODO. MPI: MPI_Intercomm_create.
     *
     * @param localComm TODO
     * @param localLeader TODO
     * @param remoteLeader TODO
     * @param tag TODO
     * @return TODO
     */
    public final Intercomm createIntercomm(Comm localComm, int localLeader, int remoteLeader, int tag) {
        throw MPIException.notYet("Comm.createIntercomm");
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
        startSend(SendMode.SYNCHRONOUS, buf, count, type, dest, tag).waitFor();
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
            0, recvcount, Datatype.core(recvtype), source, recvtag)).waitStatus();
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
            .waitStatus();
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

    /**
     * TODO. MPI: MPI_Comm_create_keyval.
     * @return TODO
     */
    public static int createKeyval() {
        throw MPIException.notYet("Comm.createKeyval");
    }

    /**
     * TODO. MPI: MPI_Comm_free_keyval.
     *
     * @param keyval TODO
     */
    public static void freeKeyval(int keyval) {
        throw MPIException.notYet("Comm.freeKeyval");
    }

    /**
     * TODO. MPI: MPI_Comm_set_attr.
     *
     * @param keyval TODO
     * @param value TODO
     */
    public final void setAttr(int keyval, Object value) {
        throw MPIException.notYet("Comm.setAttr");
    }

    /**
     * TODO. MPI: MPI_Comm_get_attr.
     *
     * @param keyval TODO
     * @return TODO
     */
    public final Object getAttr(int keyval) {
        throw MPIException.notYet("Comm.getAttr");
    }

    /**
     * TODO. MPI: MPI_Comm_delete_attr.
     *
     * @param keyval TODO
     */
    public final void deleteAttr(int keyval) {
        throw MPIException.notYet("Comm.deleteAttr");
    }

    /**
     * TODO. MPI: MPI_Topo_test.
     * @return TODO
     */
    public final int getTopology() {
        throw MPIException.notYet("Comm.getTopology");
    }

    /**
     * TODO. MPI: MPI_Abort.
     *
     * @param errorcode TODO
     */
    public final void abort(int errorcode) {
        throw MPIException.notYet("Comm.abort");
    }

    /**
     * TODO. MPI: MPI_Comm_set_errhandler.
     *
     * @param errhandler TODO
     */
    public final void setErrhandler(Errhandler errhandler) {
        throw MPIException.notYet("Comm.setErrhandler");
    }

    /**
     * TODO. MPI: MPI_Comm_get_errhandler.
     * @return TODO
     */
    public final Errhandler getErrhandler() {
        throw MPIException.notYet("Comm.getErrhandler");
    }

    /**
     * TODO. MPI: MPI_Comm_call_errhandler.
     *
     * @param errorCode TODO
     */
    public void callErrhandler(int errorCode) {
        throw MPIException.notYet("Comm.callErrhandler");
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
     * TODO.
     *
     * @param name TODO
     */
    public final void setName(String name) {
        throw MPIException.notYet("Comm.setName");
    }

    /**
     * TODO.
     * @return TODO
     */
    public final String getName() {
        throw MPIException.notYet("Comm.getName");
    }
}
