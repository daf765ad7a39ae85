package mpi;

import java.util.Arrays;
import mpj.engine.Engine;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.Operation;
import mpj.engine.Probed;
import mpj.engine.Receive;
import mpj.engine.Send;
import mpj.runtime.bootstrap.BootstrapException;
import mpj.transport.spi.TransportException;
import mpjbuf.layout.ElementType;
import mpjbuf.layout.SectionHeader;

/**
 * A communicator: a group of ranks and a context that keeps its messages apart from others'. MPI: MPI_Comm.
 *
 * <p>A buffer is a Java array of the datatype's elements, or a {@link java.lang.foreign.MemorySegment}, in which offset
 * and count are in elements too. Every method may be called by several threads at once (MPI_THREAD_MULTIPLE), virtual
 * ones too.
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
    private Engine engine;
    private int context;
    /** The job's rank of each rank that messages go to and come from. */
    private int[] members;
    /** The rank among those of each of the job's ranks, or -1. */
    private int[] ranks;
    /** The job's rank of each rank of this process's group: the same as the members but in an intercommunicator. */
    private int[] group;
    private int rank;

    Comm() {
    }

    final void open(Engine opened, int newContext, int[] newGroup) {
        open(opened, newContext, newGroup, newGroup);
    }

    final void open(Engine opened, int newContext, int[] newGroup, int[] newMembers) {
        context = newContext;
        group = newGroup;
        members = newMembers;
        ranks = new int[opened.size()];
        Arrays.fill(ranks, -1);
        for (int i = 0; i < members.length; i++) {
            ranks[members[i]] = i;
        }
        rank = place(group, opened.rank());
        if (!ContextIds.isCollective(newContext)) {
            opened.members(newContext, members, collectiveContext(), group);
        }
        engine = opened;
        MPI.opened(this);
    }

    private static int place(int[] group, int member) {
        int place = 0;
        while (group[place] != member) {
            place++;
        }
        return place;
    }

    final void close() {
        engine = null;
    }

    final Engine engine() {
        Engine open = engine;
        if (open == null) {
            throw closed();
        }
        return open;
    }

    final int rankOf(int member) {
        return ranks[member];
    }

    final int memberAt(int rankHere) {
        return members[rankHere];
    }

    final int collectiveContext() {
        return context + 1;
    }

    /**
     * The number of ranks. MPI: MPI_Comm_size.
     *
     * @return at least 1
     */
    public int Size() {
        engine();
        return group.length;
    }

    /**
     * This process's rank. MPI: MPI_Comm_rank.
     *
     * @return 0 to {@link #Size} - 1
     */
    public int Rank() {
        engine();
        return rank;
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
     * Sends a message; returns when the buffer may be used again. MPI: MPI_Send.
     *
     * @param buf the buffer
     * @param offset the first element
     * @param count the number of elements
     * @param datatype their type
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag the tag, not negative
     */
    public void Send(Object buf, int offset, int count, Datatype datatype, int dest, int tag) {
        Engine open = engine();
        int member = checkSend(buf, offset, count, datatype, dest, tag);
        if (member < 0) {
            return;
        }
        try {
            if (datatype.isObject()) {
                byte[] bytes = ObjectMessage.write((Object[]) buf, offset, count, datatype);
                open.send(bytes, ElementType.BYTE, 0, bytes.length, header(datatype, count), context, tag, member);
            } else {
                open.send(datatype.memory(buf, offset), datatype.elementType(), datatype.from(offset),
                    datatype.bytes(count), header(datatype, count), context, tag, member);
            }
        } catch (EngineException | TransportException | MPIException e) {
            throw translate(e);
        }
    }

    /**
     * Sends a message; returns when the receiver has started to receive it. MPI: MPI_Ssend.
     *
     * @param buf the buffer
     * @param offset the first element
     * @param count the number of elements
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
     * @param offset the first element
     * @param count the number of elements
     * @param datatype their type
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag the tag, not negative
     * @throws MPIException also, of class {@link MPI#ERR_BUFFER}, when the attached buffer has no room left for it
     */
    public void Bsend(Object buf, int offset, int count, Datatype datatype, int dest, int tag) {
        Ibsend(buf, offset, count, datatype, dest, tag);
    }

    /**
     * Sends a message whose receive is posted already. MPI: MPI_Rsend.
     *
     * @param buf the buffer
     * @param offset the first element
     * @param count the number of elements
     * @param datatype their type
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag the tag, not negative
     */
    public void Rsend(Object buf, int offset, int count, Datatype datatype, int dest, int tag) {
        Send(buf, offset, count, datatype, dest, tag);
    }

    /**
     * Starts a send; the buffer may be used again when the request is complete. MPI: MPI_Isend.
     *
     * @param buf the buffer
     * @param offset the first element
     * @param count the number of elements
     * @param datatype their type
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag the tag, not negative
     * @return the request
     */
    public Request Isend(Object buf, int offset, int count, Datatype datatype, int dest, int tag) {
        return start(buf, offset, count, datatype, dest, tag, false);
    }

    /**
     * Starts a send that is complete when the receiver has started to receive. MPI: MPI_Issend.
     *
     * @param buf the buffer
     * @param offset the first element
     * @param count the number of elements
     * @param datatype their type
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag the tag, not negative
     * @return the request
     */
    public Request Issend(Object buf, int offset, int count, Datatype datatype, int dest, int tag) {
        return start(buf, offset, count, datatype, dest, tag, true);
    }

    /**
     * Starts a send from the attached buffer. MPI: MPI_Ibsend.
     *
     * @param buf the buffer
     * @param offset the first element
     * @param count the number of elements
     * @param datatype their type
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag the tag, not negative
     * @return a request that is complete
     * @throws MPIException also, of class {@link MPI#ERR_BUFFER}, when the attached buffer has no room left for it
     */
    public Request Ibsend(Object buf, int offset, int count, Datatype datatype, int dest, int tag) {
        try {
            return startBuffered(buf, offset, count, datatype, dest, tag);
        } catch (MPIException e) {
            throw raise(e);
        }
    }

    private Request startBuffered(Object buf, int offset, int count, Datatype datatype, int dest, int tag) {
        Engine open = engine();
        int member = checkSend(buf, offset, count, datatype, dest, tag);
        if (member < 0) {
            return Request.none();
        }
        Object source = datatype.isObject() ? ObjectMessage.write((Object[]) buf, offset, count, datatype)
            : datatype.memory(buf, offset);
        long from = datatype.isObject() ? 0 : datatype.from(offset);
        long bytes = datatype.isObject() ? ((byte[]) source).length : datatype.bytes(count);
        try {
            MPI.attachedBuffer().send(bytes, () -> open.startBufferedSend(source, datatype.elementType(), from, bytes,
                header(datatype, count), context, tag, member));
        } catch (EngineException | TransportException | MPIException e) {
            throw translate(e);
        }
        return Request.none();
    }

    /**
     * Starts a send whose receive is posted already. MPI: MPI_Irsend.
     *
     * @param buf the buffer
     * @param offset the first element
     * @param count the number of elements
     * @param datatype their type
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param tag the tag, not negative
     * @return the request
     */
    public Request Irsend(Object buf, int offset, int count, Datatype datatype, int dest, int tag) {
        return Isend(buf, offset, count, datatype, dest, tag);
    }

    private Request start(Object buf, int offset, int count, Datatype datatype, int dest, int tag,
                          boolean synchronous) {
        Engine open = engine();
        int member = checkSend(buf, offset, count, datatype, dest, tag);
        if (member < 0) {
            return Request.none();
        }
        try {
            Send send;
            if (datatype.isObject()) {
                byte[] bytes = ObjectMessage.write((Object[]) buf, offset, count, datatype);
                send = open.startSend(bytes, ElementType.BYTE, 0, bytes.length, header(datatype, count), context, tag,
                    member, synchronous);
            } else {
                send = open.startSend(datatype.memory(buf, offset), datatype.elementType(), datatype.from(offset),
                    datatype.bytes(count), header(datatype, count), context, tag, member, synchronous);
            }
            return new Request(this, send);
        } catch (EngineException | TransportException | MPIException e) {
            throw translate(e);
        }
    }

    private static long header(Datatype datatype, int count) {
        return SectionHeader.pack(datatype.code(), count * datatype.elements());
    }

    /** Checks the arguments of a send and returns the receiver's rank in the job, or -1 for {@link MPI#PROC_NULL}. */
    private int checkSend(Object buf, int offset, int count, Datatype datatype, int dest, int tag) {
        try {
            BufferArgument.checkSend(buf, offset, count, datatype);
        } catch (MPIException e) {
            throw raise(e);
        }
        if (tag < 0) {
            throw raise(ErrorClass.ERR_TAG, "tag is " + tag + "; it must not be negative");
        }
        if (dest >= 0 && dest < members.length) {
            return members[dest];
        }
        if (dest == MPI.PROC_NULL) {
            return -1;
        }
        throw raise(ErrorClass.ERR_RANK, "dest is " + dest + "; it must be 0 to " + (members.length - 1)
            + " or MPI.PROC_NULL");
    }

    // -------------------------------------------------------------------------------------------------- receiving

    /**
     * Receives a message. MPI: MPI_Recv.
     *
     * @param buf the buffer
     * @param offset where the first element goes
     * @param count how many elements there is room for
     * @param datatype their type
     * @param source the sender's rank, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
     * @param tag the tag, or {@link MPI#ANY_TAG}
     * @return who sent it, its tag and its count
     */
    public Status Recv(Object buf, int offset, int count, Datatype datatype, int source, int tag) {
        // Kept small: where the caller drops the status, the compiler inlines this and drops its allocation too.
        if (source == MPI.PROC_NULL) {
            return fromNobody(buf, offset, count, datatype);
        }
        Receive receive = receive(buf, offset, count, datatype, source, tag);
        return new Status(ranks[receive.matchedSource()], receive.matchedTag(), receive.matchedCount(),
            receive.matchedBytes(), receive.matchedType());
    }

    private Receive receive(Object buf, int offset, int count, Datatype datatype, int source, int tag) {
        Engine open = engine();
        int member = checkReceive(buf, offset, count, datatype, source, tag);
        int wanted = tag == MPI.ANY_TAG ? Receive.ANY : tag;
        Receive receive;
        try {
            if (datatype.isObject()) {
                receive = open.receive(null, ElementType.BYTE, Receive.OBJECTS, 0,
                    count * datatype.elements(), context, member, wanted);
                if (receive.failure() == null) {
                    ObjectMessage.read(receive.objects(), (Object[]) buf, offset, receive.matchedCount(), datatype);
                }
            } else {
                receive = open.receive(datatype.memory(buf, offset), datatype.elementType(), datatype.code(),
                    datatype.from(offset), datatype.bytes(count), context, member, wanted);
            }
        } catch (EngineException | TransportException | MPIException e) {
            throw translate(e);
        }
        if (receive.failure() != null) {
            throw raise(new MPIException(receive.failure()));
        }
        return receive;
    }

    /**
     * Starts a receive; the elements are there when the request is complete. MPI: MPI_Irecv.
     *
     * @param buf the buffer
     * @param offset where the first element goes
     * @param count how many elements there is room for
     * @param datatype their type
     * @param source the sender's rank, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
     * @param tag the tag, or {@link MPI#ANY_TAG}
     * @return the request
     */
    public Request Irecv(Object buf, int offset, int count, Datatype datatype, int source, int tag) {
        Engine open = engine();
        if (source == MPI.PROC_NULL) {
            return Request.completed(fromNobody(buf, offset, count, datatype));
        }
        int member = checkReceive(buf, offset, count, datatype, source, tag);
        int wanted = tag == MPI.ANY_TAG ? Receive.ANY : tag;
        try {
            if (datatype.isObject()) {
                return new Request(this, open.startReceive(null, ElementType.BYTE, Receive.OBJECTS, 0,
                    count * datatype.elements(), context, member, wanted), (Object[]) buf, offset, datatype);
            }
            return new Request(this, open.startReceive(datatype.memory(buf, offset), datatype.elementType(),
                datatype.code(), datatype.from(offset), datatype.bytes(count), context, member, wanted));
        } catch (EngineException | TransportException | MPIException e) {
            throw translate(e);
        }
    }

    private Status fromNobody(Object buf, int offset, int count, Datatype datatype) {
        engine();
        checkReceive(buf, offset, count, datatype);
        return nobody();
    }

    private static Status nobody() {
        return new Status(MPI.PROC_NULL, MPI.ANY_TAG, 0, 0, 0);
    }

    private int checkReceive(Object buf, int offset, int count, Datatype datatype, int source, int tag) {
        checkReceive(buf, offset, count, datatype);
        return checkSource(source, tag);
    }

    private void checkReceive(Object buf, int offset, int count, Datatype datatype) {
        try {
            BufferArgument.checkReceive(buf, offset, count, datatype);
        } catch (MPIException e) {
            throw raise(e);
        }
    }

    /** Checks a source and a tag, and returns the source's rank in the job, or {@link Receive#ANY}. */
    private int checkSource(int source, int tag) {
        if (tag < 0 && tag != MPI.ANY_TAG) {
            throw raise(ErrorClass.ERR_TAG, "tag is " + tag
                + "; it must be MPI.ANY_TAG or not negative");
        }
        if (source >= 0 && source < members.length) {
            return members[source];
        }
        if (source == MPI.ANY_SOURCE) {
            return Receive.ANY;
        }
        throw raise(ErrorClass.ERR_RANK, "source is " + source + "; it must be 0 to "
            + (members.length - 1) + ", MPI.ANY_SOURCE or MPI.PROC_NULL");
    }

    /**
     * Waits for a message without receiving it. MPI: MPI_Probe.
     *
     * @param source the sender's rank, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
     * @param tag the tag, or {@link MPI#ANY_TAG}
     * @return who sent it, its tag and its count
     */
    public Status Probe(int source, int tag) {
        Engine open = engine();
        if (source == MPI.PROC_NULL) {
            return nobody();
        }
        int member = checkSource(source, tag);
        try {
            return status(open.awaitProbe(context, member, tag == MPI.ANY_TAG ? Receive.ANY : tag));
        } catch (EngineException | TransportException e) {
            throw translate(e);
        }
    }

    /**
     * Asks for a message without waiting. MPI: MPI_Iprobe.
     *
     * @param source the sender's rank, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
     * @param tag the tag, or {@link MPI#ANY_TAG}
     * @return who sent it, its tag and its count; or null when there is none
     */
    public Status Iprobe(int source, int tag) {
        Engine open = engine();
        if (source == MPI.PROC_NULL) {
            return nobody();
        }
        int member = checkSource(source, tag);
        try {
            Probed probed = open.probe(context, member, tag == MPI.ANY_TAG ? Receive.ANY : tag);
            return probed == null ? null : status(probed);
        } catch (EngineException | TransportException e) {
            throw translate(e);
        }
    }

    private Status status(Probed probed) {
        return Status.probed(ranks[probed.source()], probed.tag(), probed.header(), probed.bytes());
    }

    // ----------------------------------------------------------------------------------------------- both at once

    /**
     * Sends one message and receives another; neither waits for the other. MPI: MPI_Sendrecv. The two buffers
     * must not overlap.
     *
     * @param sendbuf what is sent
     * @param sendoffset its first element
     * @param sendcount the number of its elements
     * @param sendtype their type
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param sendtag the tag of the message sent, not negative
     * @param recvbuf what is received into
     * @param recvoffset where the first element goes
     * @param recvcount how many elements there is room for
     * @param recvtype their type
     * @param source the sender's rank, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
     * @param recvtag the tag of the message received, or {@link MPI#ANY_TAG}
     * @return the status of the receive
     */
    public Status Sendrecv(Object sendbuf, int sendoffset, int sendcount, Datatype sendtype, int dest, int sendtag,
                           Object recvbuf, int recvoffset, int recvcount, Datatype recvtype, int source, int recvtag) {
        engine();
        checkSend(sendbuf, sendoffset, sendcount, sendtype, dest, sendtag);
        Request receive = Irecv(recvbuf, recvoffset, recvcount, recvtype, source, recvtag);
        Request send;
        try {
            send = Isend(sendbuf, sendoffset, sendcount, sendtype, dest, sendtag);
        } catch (MPIException e) {
            if (!receive.Is_null()) {
                receive.Cancel();
                receive.Wait();
            }
            throw e;
        }
        send.Wait();
        return receive.Wait();
    }

    /**
     * Sends what is in the buffer and receives into it. MPI: MPI_Sendrecv_replace.
     *
     * @param buf the buffer
     * @param offset the first element of both messages
     * @param count the number of elements sent, and how many there is room for
     * @param datatype their type
     * @param dest the receiver's rank, or {@link MPI#PROC_NULL}
     * @param sendtag the tag of the message sent, not negative
     * @param source the sender's rank, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
     * @param recvtag the tag of the message received, or {@link MPI#ANY_TAG}
     * @return the status of the receive
     */
    public Status Sendrecv_replace(Object buf, int offset, int count, Datatype datatype, int dest, int sendtag,
                                   int source, int recvtag) {
        Engine open = engine();
        int member = checkSend(buf, offset, count, datatype, dest, sendtag);
        if (source != MPI.PROC_NULL) {
            checkReceive(buf, offset, count, datatype, source, recvtag);
        }
        Operation send = member < 0 ? null : startCopy(open, buf, offset, count, datatype, member, sendtag);
        Status status = Recv(buf, offset, count, datatype, source, recvtag);
        if (send != null) {
            open.finish(send);
            if (send.failure() != null) {
                throw raise(new MPIException(send.failure()));
            }
        }
        return status;
    }

    private Operation startCopy(Engine open, Object buf, int offset, int count, Datatype datatype, int member,
                                int tag) {
        try {
            if (datatype.isObject()) {
                byte[] bytes = ObjectMessage.write((Object[]) buf, offset, count, datatype);
                return open.startSend(bytes, ElementType.BYTE, 0, bytes.length, header(datatype, count), context, tag,
                    member, false);
            }
            return open.startBufferedSend(datatype.memory(buf, offset), datatype.elementType(), datatype.from(offset),
                datatype.bytes(count), header(datatype, count), context, tag, member);
        } catch (EngineException | TransportException | MPIException e) {
            throw translate(e);
        }
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
        engine();
        checkSend(buf, offset, count, datatype, dest, tag);
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
        engine();
        checkSend(buf, offset, count, datatype, dest, tag);
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
        engine();
        checkSend(buf, offset, count, datatype, dest, tag);
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
        engine();
        checkSend(buf, offset, count, datatype, dest, tag);
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
        engine();
        checkReceive(buf, offset, count, datatype);
        if (source != MPI.PROC_NULL) {
            checkSource(source, tag);
        }
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
        return PackedMessage.size(incount, datatype);
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
        return PackedMessage.pack(inbuf, offset, incount, datatype, outbuf, position);
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
        return PackedMessage.pack(inbuf, offset, incount, datatype, outbuf, position);
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
        return PackedMessage.unpack(inbuf, position, outbuf, offset, outcount, datatype);
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
        return PackedMessage.unpack(inbuf, position, outbuf, offset, outcount, datatype);
    }

    private MPIException translate(RuntimeException e) {
        return raise(switch (e) {
            case MPIException mpi -> mpi;
            case EngineException engineException -> new MPIException(engineException);
            default -> new MPIException(ErrorClass.ERR_OTHER, e.getMessage(), e);
        });
    }

    // ---------------------------------------------------------------------- the communicator itself: group and end

    private volatile boolean freed;

    private MPIException closed() {
        return freed ? raise(ErrorClass.ERR_COMM, "the communicator was freed; no call may use it") : MPI.notOpen();
    }

    /** The engine for what was started before the communicator was freed. */
    final Engine engineOfPending() {
        Engine open = engine;
        return open != null ? open : MPI.engine();
    }

    /** The job's ranks of this process's group; not to be changed. */
    final int[] groupMembers() {
        return group;
    }

    /** The job's ranks of those that messages go to; not to be changed. */
    final int[] peerMembers() {
        return members;
    }

    /** The collective operations, among this process's group, that making a communicator from this one takes. */
    final GroupExchange groupExchange() {
        return new GroupExchange(engine(), collectiveContext(), group, rank);
    }

    /** Opens a communicator made from this one, whose error handler it inherits. */
    final <C extends Comm> C openMade(C made, int newContext, int[] newGroup, int[] newMembers) {
        Comm child = made;
        child.errhandler = errhandler;
        child.open(engine(), newContext, newGroup, newMembers);
        return made;
    }

    /** As {@link #openMade}, of the same groups and with copies of the attributes. */
    final <C extends Comm> C openClone(C made, int newContext) {
        Comm child = made;
        attributes.copyTo(child.attributes);
        return openMade(made, newContext, group, members);
    }

    /**
     * The group of this process. MPI: MPI_Comm_group.
     *
     * @return the group; in an intercommunicator the local one
     */
    public Group Group() {
        return new Group(group, engine().rank());
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
        int remote = Group.Compare(new Group(comm1.members, self), new Group(comm2.members, self));
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
     * @throws MPIException of class {@link MPI#ERR_COMM} for {@link MPI#COMM_WORLD}, {@link MPI#COMM_SELF} and one that
     *     was freed before
     */
    public synchronized void Free() {
        engine();
        if (this == MPI.COMM_WORLD || this == MPI.COMM_SELF) {
            throw raise(ErrorClass.ERR_COMM, "MPI." + (this == MPI.COMM_WORLD ? "COMM_WORLD" : "COMM_SELF")
                + " cannot be freed; it lasts until MPI.Finalize");
        }
        freed = true;
        engine = null;
        MPI.contextIds().release(ContextIds.id(context));
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

    private final Attributes attributes = new Attributes();
    private volatile Errhandler errhandler = Errhandler.ERRORS_RETURN;

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
        try {
            return attributes.get(keyval);
        } catch (MPIException e) {
            throw raise(e);
        }
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
        try {
            attributes.put(keyval, value);
        } catch (MPIException e) {
            throw raise(e);
        }
    }

    /**
     * Takes the attribute of a key away. MPI: MPI_Attr_delete.
     *
     * @param keyval one that {@link #Keyval_create} returned
     * @throws MPIException also, of class {@link MPI#ERR_ARG}, when the communicator has no such attribute
     */
    public void Attr_delete(int keyval) {
        engine();
        try {
            attributes.delete(keyval);
        } catch (MPIException e) {
            throw raise(e);
        }
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
                "errhandler is null; pass MPI.ERRORS_RETURN or MPI.ERRORS_ARE_FATAL");
        }
        errhandler = handler;
        if (this == MPI.COMM_WORLD && !handler.fatal()) {
            tolerateLosses();
        }
    }

    /** A program that sets MPI.ERRORS_RETURN, though it is the default, says that it handles the loss of a rank. */
    private void tolerateLosses() {
        try {
            engine().tolerateLosses();
        } catch (BootstrapException e) {
            throw raise(new MPIException(ErrorClass.ERR_OTHER, e.getMessage(), e));
        }
    }

    /**
     * What becomes of this rank's errors in calls on this communicator. MPI: MPI_Errhandler_get.
     *
     * @return the handler
     */
    public Errhandler Errorhandler_get() {
        engine();
        return errhandler;
    }

    final MPIException raise(ErrorClass error, String text) {
        return raise(new MPIException(error, text));
    }

    /** What a call on this communicator throws for an error: the error, unless errors are fatal and the job ends. */
    final MPIException raise(MPIException e) {
        if (errhandler.fatal()) {
            engineOfPending().abort(e.Get_error_class(), e.getMessage() + " (MPI.ERRORS_ARE_FATAL)");
        }
        return e;
    }
}
