package mpi;

import java.lang.foreign.MemorySegment;
import mpj.engine.Engine;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.Probed;
import mpj.engine.Receive;
import mpj.engine.Send;
import mpj.transport.spi.TransportException;

/**
 * The messages of one communicator: checks the program's arguments and hands the engine what is to be sent or received.
 * {@link Comm} says what each call does.
 *
 * <p>What programs mostly pass, an array in which the elements lie as in a message, takes the shortest way: one test
 * of all arguments, and no object made. Whatever fails it is looked at more closely.
 */
final class PointToPoint {
    private static final int NOBODY = -1;

    private final Comm comm;
    private final Engine engine;
    private final ErrorHandling errors;
    private final int context;
    private final int[] members;
    private final RankTable ranks;

    PointToPoint(Comm comm, Engine engine, Membership membership, ErrorHandling errors) {
        this.comm = comm;
        this.engine = engine;
        this.errors = errors;
        this.context = membership.context;
        this.members = membership.members;
        this.ranks = membership.ranks;
    }

    Engine engine() {
        return engine;
    }

    // ---------------------------------------------------------------------------------------------------- sending

    void send(Object buf, int offset, int count, Datatype datatype, int dest, int tag) {
        if (BufferArgument.isPlain(buf, offset, count, datatype) && (dest | tag) >= 0 && dest < members.length) {
            try {
                engine.send(buf, datatype.elementType(), datatype.plainFrom(offset), datatype.bytes(count),
                    Outgoing.header(datatype, count), context, tag, members[dest]);
            } catch (EngineException | TransportException e) {
                throw errors.raise(e);
            }
        } else {
            sendOther(buf, offset, count, datatype, dest, tag);
        }
    }

    private void sendOther(Object buf, int offset, int count, Datatype datatype, int dest, int tag) {
        int member = checkSend(buf, offset, count, datatype, dest, tag);
        if (member == NOBODY) {
            return;
        }
        try {
            if (BufferArgument.isPlainSegment(buf, datatype)) {
                engine.send(buf, datatype.elementType(), datatype.plainFrom(offset), datatype.bytes(count),
                    Outgoing.header(datatype, count), context, tag, member);
                return;
            }
            Outgoing message = outgoing(buf, offset, count, datatype, member);
            engine.send(message.buffer(), message.type(), message.from(), message.bytes(), message.header(), context,
                tag, member);
        } catch (EngineException | TransportException | MPIException e) {
            throw errors.raise(e);
        }
    }

    Request startSend(Object buf, int offset, int count, Datatype datatype, int dest, int tag, boolean synchronous) {
        int member = checkSend(buf, offset, count, datatype, dest, tag);
        if (member == NOBODY) {
            return new Request(comm, nobody());
        }
        try {
            return new Request(comm, start(outgoing(buf, offset, count, datatype, member), tag, member, synchronous));
        } catch (EngineException | TransportException | MPIException e) {
            throw errors.raise(e);
        }
    }

    private Send start(Outgoing message, int tag, int member, boolean synchronous) {
        return engine.startSend(message.buffer(), message.type(), message.from(), message.bytes(), message.header(),
            context, tag, member, synchronous);
    }

    Request startBufferedSend(Object buf, int offset, int count, Datatype datatype, int dest, int tag) {
        bufferedSend(buf, offset, count, datatype, dest, tag);
        return new Request(comm, dest == MPI.PROC_NULL ? nobody() : new Status());
    }

    void bufferedSend(Object buf, int offset, int count, Datatype datatype, int dest, int tag) {
        int member = checkSend(buf, offset, count, datatype, dest, tag);
        if (member == NOBODY) {
            return;
        }
        try {
            Outgoing message = outgoing(buf, offset, count, datatype, member);
            MPI.attachedBuffer().send(Outgoing.knownSize(buf, count, datatype), member, tag,
                () -> startCopy(message, tag, member));
        } catch (EngineException | TransportException | MPIException e) {
            throw errors.raise(e);
        }
    }

    private Outgoing outgoing(Object buf, int offset, int count, Datatype datatype, int member) {
        return Outgoing.of(buf, offset, count, datatype, datatype.isObject() ? engine.sharedObjects(member) : null);
    }

    /** Starts a send after which the program may change its buffer. */
    private Send startCopy(Outgoing message, int tag, int member) {
        return message.own() ? start(message, tag, member, false)
            : engine.startBufferedSend(message.buffer(), message.type(), message.from(), message.bytes(),
                message.header(), context, tag, member);
    }

    /** Checks the arguments of a send and returns the receiver's rank in the job, or {@link #NOBODY}. */
    int checkSend(Object buf, int offset, int count, Datatype datatype, int dest, int tag) {
        try {
            BufferArgument.checkSend("buf", buf, offset, count, datatype);
        } catch (MPIException e) {
            throw errors.raise(e);
        }
        return checkDestination(dest, "tag", tag);
    }

    private int checkDestination(int dest, String tagName, int tag) {
        if (tag < 0) {
            throw errors.raise(ErrorClass.ERR_TAG, tagName + " is " + tag + "; it must not be negative");
        }
        if (dest >= 0 && dest < members.length) {
            return members[dest];
        }
        if (dest == MPI.PROC_NULL) {
            return NOBODY;
        }
        throw errors.raise(ErrorClass.ERR_RANK, "dest is " + dest + "; it must be 0 to " + (members.length - 1)
            + " or MPI.PROC_NULL");
    }

    // -------------------------------------------------------------------------------------------------- receiving

    Status receive(Object buf, int offset, int count, Datatype datatype, int source, int tag) {
        // Kept small: where the caller drops the status, the compiler inlines this and drops its allocation too. For
        // that, ranks' JVMs are told not to inline Engine.receive (RankCommand).
        if (source == MPI.PROC_NULL) {
            return fromNobody(buf, offset, count, datatype);
        }
        Receive receive = await(buf, offset, count, datatype, source, tag);
        return new Status(ranks.of(receive.matchedSource()), receive.matchedTag(), receive.matchedCount(),
            receive.matchedBytes(), receive.matchedType());
    }

    private Receive await(Object buf, int offset, int count, Datatype datatype, int source, int tag) {
        if (!BufferArgument.isPlain(buf, offset, count, datatype)) {
            return awaitOther(buf, offset, count, datatype, source, tag);
        }
        int member = (source | tag) >= 0 && source < members.length ? members[source]
            : checkSource(source, "tag", tag);
        Receive receive;
        try {
            receive = engine.receive(buf, datatype.elementType(), datatype.code(), datatype.plainFrom(offset),
                datatype.bytes(count), context, member, wanted(tag));
        } catch (EngineException | TransportException e) {
            throw errors.raise(e);
        }
        if (receive.hasFailed()) {
            throw errors.raise(receive.failure());
        }
        return receive;
    }

    private Receive awaitOther(Object buf, int offset, int count, Datatype datatype, int source, int tag) {
        checkReceive(buf, offset, count, datatype);
        int member = checkSource(source, "tag", tag);
        try {
            if (BufferArgument.isPlainSegment(buf, datatype)) {
                return successful(engine.receive(buf, datatype.elementType(), datatype.code(),
                    datatype.plainFrom(offset), datatype.bytes(count), context, member, wanted(tag)));
            }
            Incoming room = Incoming.of(buf, offset, count, datatype);
            Receive receive = successful(engine.receive(room.buffer(), room.type(), room.typeCode(), room.from(),
                room.capacity(), context, member, wanted(tag)));
            room.deserialize(receive);
            return receive;
        } catch (EngineException | TransportException | MPIException e) {
            throw errors.raise(e);
        }
    }

    private static Receive successful(Receive receive) {
        if (receive.hasFailed()) {
            throw new MPIException(receive.failure());
        }
        return receive;
    }

    Request startReceive(Object buf, int offset, int count, Datatype datatype, int source, int tag) {
        if (source == MPI.PROC_NULL) {
            return new Request(comm, fromNobody(buf, offset, count, datatype));
        }
        checkReceive(buf, offset, count, datatype);
        int member = checkSource(source, "tag", tag);
        try {
            Incoming room = Incoming.of(buf, offset, count, datatype);
            return new Request(comm, engine.startReceive(room.buffer(), room.type(), room.typeCode(), room.from(),
                room.capacity(), context, member, wanted(tag)), room);
        } catch (EngineException | TransportException | MPIException e) {
            throw errors.raise(e);
        }
    }

    private static int wanted(int tag) {
        return tag == MPI.ANY_TAG ? Receive.ANY : tag;
    }

    private Status fromNobody(Object buf, int offset, int count, Datatype datatype) {
        checkReceive(buf, offset, count, datatype);
        return nobody();
    }

    private static Status nobody() {
        return new Status(MPI.PROC_NULL, MPI.ANY_TAG, 0, 0, 0);
    }

    /** Checks the arguments of a receive. */
    void checkReceive(Object buf, int offset, int count, Datatype datatype, int source, int tag) {
        checkReceive(buf, offset, count, datatype);
        if (source != MPI.PROC_NULL) {
            checkSource(source, "tag", tag);
        }
    }

    private void checkReceive(Object buf, int offset, int count, Datatype datatype) {
        try {
            BufferArgument.checkReceive("buf", buf, offset, count, datatype);
        } catch (MPIException e) {
            throw errors.raise(e);
        }
    }

    /** Checks a source and a tag, and returns the source's rank in the job, or {@link Receive#ANY}. */
    private int checkSource(int source, String tagName, int tag) {
        if (tag < 0 && tag != MPI.ANY_TAG) {
            throw errors.raise(ErrorClass.ERR_TAG, tagName + " is " + tag
                + "; it must be MPI.ANY_TAG or not negative");
        }
        if (source >= 0 && source < members.length) {
            return members[source];
        }
        if (source == MPI.ANY_SOURCE) {
            return Receive.ANY;
        }
        throw errors.raise(ErrorClass.ERR_RANK, "source is " + source + "; it must be 0 to "
            + (members.length - 1) + ", MPI.ANY_SOURCE or MPI.PROC_NULL");
    }

    // ----------------------------------------------------------------------------------------------------- probing

    Status probe(int source, int tag) {
        if (source == MPI.PROC_NULL) {
            return nobody();
        }
        int member = checkSource(source, "tag", tag);
        try {
            return status(engine.awaitProbe(context, member, wanted(tag)));
        } catch (EngineException | TransportException e) {
            throw errors.raise(e);
        }
    }

    /** As {@link #probe}, but returns null when there is no message. */
    Status probeAtOnce(int source, int tag) {
        if (source == MPI.PROC_NULL) {
            return nobody();
        }
        int member = checkSource(source, "tag", tag);
        try {
            Probed probed = engine.probe(context, member, wanted(tag));
            return probed == null ? null : status(probed);
        } catch (EngineException | TransportException e) {
            throw errors.raise(e);
        }
    }

    private Status status(Probed probed) {
        return Status.probed(ranks.of(probed.source()), probed.tag(), probed.header(), probed.bytes());
    }

    // ------------------------------------------------------------------------------------------------ both at once

    Status sendAndReceive(Object sendbuf, int sendoffset, int sendcount, Datatype sendtype, int dest, int sendtag,
                          Object recvbuf, int recvoffset, int recvcount, Datatype recvtype, int source, int recvtag) {
        try {
            BufferArgument.checkSend("sendbuf", sendbuf, sendoffset, sendcount, sendtype);
            BufferArgument.checkReceive("recvbuf", recvbuf, recvoffset, recvcount, recvtype);
        } catch (MPIException e) {
            throw errors.raise(e);
        }
        int member = checkDestination(dest, "sendtag", sendtag);
        if (source != MPI.PROC_NULL) {
            checkSource(source, "recvtag", recvtag);
        }
        if (overlap(sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount, recvtype)) {
            return sendCopyAndReceive(sendbuf, sendoffset, sendcount, sendtype, member, sendtag,
                recvbuf, recvoffset, recvcount, recvtype, source, recvtag);
        }
        Request receive = startReceive(recvbuf, recvoffset, recvcount, recvtype, source, recvtag);
        Request send;
        try {
            send = startSend(sendbuf, sendoffset, sendcount, sendtype, dest, sendtag, false);
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

    Status replace(Object buf, int offset, int count, Datatype datatype, int dest, int sendtag, int source,
                   int recvtag) {
        checkReceive(buf, offset, count, datatype);
        int member = checkDestination(dest, "sendtag", sendtag);
        if (source != MPI.PROC_NULL) {
            checkSource(source, "recvtag", recvtag);
        }
        return sendCopyAndReceive(buf, offset, count, datatype, member, sendtag, buf, offset, count, datatype, source,
            recvtag);
    }

    /** Whether buffers that were checked have memory in common. */
    private static boolean overlap(Object sendbuf, int sendoffset, int sendcount, Datatype sendtype, Object recvbuf,
                                   int recvoffset, int recvcount, Datatype recvtype) {
        if (sendbuf != recvbuf && !(sendbuf instanceof MemorySegment) && !(recvbuf instanceof MemorySegment)) {
            return false;
        }
        Region sent = new Region();
        sent.bind(sendbuf, sendoffset, sendtype, sendcount);
        Region received = new Region();
        received.bind(recvbuf, recvoffset, recvtype, recvcount);
        return sent.overlaps(received);
    }

    /** For what is received into memory that is sent from: it may come before all has left. */
    private Status sendCopyAndReceive(Object sendbuf, int sendoffset, int sendcount, Datatype sendtype, int member,
                                      int sendtag, Object recvbuf, int recvoffset, int recvcount, Datatype recvtype,
                                      int source, int recvtag) {
        Send send = null;
        if (member != NOBODY) {
            try {
                send = startCopy(outgoing(sendbuf, sendoffset, sendcount, sendtype, member), sendtag, member);
            } catch (EngineException | TransportException | MPIException e) {
                throw errors.raise(e);
            }
        }
        Status status = receive(recvbuf, recvoffset, recvcount, recvtype, source, recvtag);
        if (send != null) {
            engine.finish(send);
            if (send.hasFailed()) {
                throw errors.raise(send.failure());
            }
        }
        return status;
    }
}
