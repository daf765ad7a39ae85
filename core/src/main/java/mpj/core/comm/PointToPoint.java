package mpj.core.comm;

import java.lang.foreign.MemorySegment;
import java.util.function.Supplier;
import mpj.core.collective.Overlap;
import mpj.core.datatype.Constants;
import mpj.core.datatype.TypeDescriptor;
import mpj.core.error.ErrorHandling;
import mpj.core.error.LiveEngine;
import mpj.core.group.Membership;
import mpj.core.message.BufferArgument;
import mpj.core.message.BufferSegments;
import mpj.core.message.Incoming;
import mpj.core.message.Outgoing;
import mpj.core.objects.SharedRecords;
import mpj.engine.CompleteOperation;
import mpj.engine.Engine;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.Failure;
import mpj.engine.MatchedMessage;
import mpj.engine.Operation;
import mpj.engine.Probed;
import mpj.engine.Receive;
import mpj.transport.spi.TransportException;
import mpjbuf.Buffer;

/**
 * The point-to-point messages of one communicator. This class checks the program's arguments, and has the engine send
 * and receive the messages. It throws errors as errors of the communicator.
 *
 * <p>Programs mostly pass an array in which the elements lie as in a message. Such a call takes the shortest way: one
 * test covers all arguments, and no object is made. If this test fails, the arguments are looked at one by one.
 *
 * <p>Private methods throw errors unchanged. Public methods turn them into errors of the communicator. Methods that
 * must make no object do so in a catch clause, and all others through {@link ErrorHandling}.
 */
public sealed class PointToPoint permits WatchedPointToPoint, CheckedPointToPoint {
    private static final int NO_RANK = -1;

    private final LiveEngine live;
    private final Engine engine;
    private final ErrorHandling errors;
    private final SharedRecords records;
    private final BufferedSends bufferedSends;
    private final int context;
    private final int[] members;
    private final Runnable check;
    /**
     * The memory of the program's java.nio buffers: {@code sent} is for blocking sends, {@code segments} for all other
     * calls. They are two because a program often sends and receives by turns.
     */
    private final BufferSegments segments = new BufferSegments();
    private final BufferSegments sent = new BufferSegments();

    /**
     * What the messages of a communicator need.
     *
     * @param check throws when the communicator may no longer be used
     */
    record Needs(LiveEngine live, Membership membership, ErrorHandling errors, SharedRecords records,
                 BufferedSends bufferedSends, Runnable check) {
        int context() {
            return membership.context.pointToPoint();
        }

        int[] members() {
            return membership.members;
        }
    }

    PointToPoint(Needs needs) {
        live = needs.live;
        engine = live.get();
        errors = needs.errors;
        records = needs.records;
        bufferedSends = needs.bufferedSends;
        context = needs.context();
        members = needs.members();
        check = needs.check;
    }

    // ---------------------------------------------------------------------------------------------------- sending

    public void send(Object buf, int offset, int count, TypeDescriptor datatype, int dest, int tag) {
        try {
            if (BufferArgument.isPlain(buf, offset, count, datatype) && (dest | tag) >= 0 && dest < members.length) {
                engine.send(buf, datatype.elementType(), datatype.plainFrom(offset), datatype.bytes(count),
                    Outgoing.header(datatype, count), context, members[dest], tag);
            } else {
                sendFromKnownBuffer(buf, offset, count, datatype, dest, tag);
            }
        } catch (EngineException | TransportException e) {
            throw errors.raise(e);
        }
    }

    /** Sends from the same java.nio buffer as the call before, or else by {@link #sendChecked}. */
    private void sendFromKnownBuffer(Object buf, int offset, int count, TypeDescriptor datatype, int dest, int tag) {
        MemorySegment plain = sent.plain(buf, offset, count, datatype);
        if (plain != null && (dest | tag) >= 0 && dest < members.length) {
            engine.send(plain, datatype.elementType(), datatype.plainFrom(offset), datatype.bytes(count),
                Outgoing.header(datatype, count), context, members[dest], tag);
        } else {
            sendChecked(buf, offset, count, datatype, dest, tag);
        }
    }

    /** Checks each argument, and sends from any buffer to any rank or to nobody. */
    private void sendChecked(Object buffer, int offset, int count, TypeDescriptor datatype, int dest, int tag) {
        Object buf = sent.of(buffer, datatype);
        boolean plain = BufferArgument.isPlainSegment(buf, offset, count, datatype);
        int member = plain ? checkDestination(dest, "tag", tag)
            : checkSend(buf, offset, count, datatype, dest, tag);
        if (member == NO_RANK) {
            return;
        }
        if (plain) {
            engine.send(buf, datatype.elementType(), datatype.plainFrom(offset), datatype.bytes(count),
                Outgoing.header(datatype, count), context, member, tag);
            return;
        }
        Outgoing message = outgoing(buf, offset, count, datatype, member);
        engine.send(message.buffer(), message.type(), message.from(), message.bytes(), message.header(), context,
            member, tag);
    }

    /** Sends, and returns when the receiver has begun to receive. */
    public void synchronousSend(Object buf, int offset, int count, TypeDescriptor datatype, int dest, int tag) {
        Operation send = startSend(SendMode.SYNCHRONOUS, buf, offset, count, datatype, dest, tag);
        errors.run(() -> {
            engine.finish(send);
            send.check();
        });
    }

    /** Starts a send. */
    public Operation startSend(SendMode mode, Object buffer, int offset, int count, TypeDescriptor datatype, int dest,
                               int tag) {
        try {
            if (mode != SendMode.STANDARD || !BufferArgument.isPlain(buffer, offset, count, datatype)
                || (dest | tag) < 0 || dest >= members.length) {
                return startSendChecked(mode, buffer, offset, count, datatype, dest, tag);
            }
            return engine.startSend(buffer, datatype.elementType(), datatype.plainFrom(offset), datatype.bytes(count),
                Outgoing.header(datatype, count), context, members[dest], tag, false);
        } catch (EngineException | TransportException e) {
            throw errors.raise(e);
        }
    }

    /** Checks each argument, and starts a send of any mode, from any buffer, to any rank or to nobody. */
    private Operation startSendChecked(SendMode mode, Object buffer, int offset, int count, TypeDescriptor datatype,
                                       int dest, int tag) {
        Object buf = segments.of(buffer, datatype);
        if (mode == SendMode.BUFFERED) {
            bufferedSend(buf, offset, count, datatype, dest, tag);
            return new CompleteOperation(dest == Constants.PROC_NULL);
        }
        int member = checkSend(buf, offset, count, datatype, dest, tag);
        if (member == NO_RANK) {
            return ofProcNull();
        }
        return start(outgoing(buf, offset, count, datatype, member), member, tag, mode == SendMode.SYNCHRONOUS);
    }

    /** Checks the arguments of a send. The result starts the send, as often as the caller likes. */
    public Supplier<Operation> keepSend(SendMode mode, Object buffer, int offset, int count, TypeDescriptor datatype,
                                        int dest, int tag) {
        Object buf = segments.of(buffer, datatype);
        Operation prepared = errors.result(() -> {
            int member = checkSend(buf, offset, count, datatype, dest, tag);
            boolean madeEachTime = mode == SendMode.BUFFERED || member == NO_RANK
                || Outgoing.isSerialized(buf, datatype);
            return madeEachTime ? null : prepare(Outgoing.of(buf, offset, count, datatype), member, tag, mode);
        });
        TypeDescriptor kept = datatype.kept();
        return () -> {
            check.run();
            return prepared == null ? startSend(mode, buf, offset, count, kept, dest, tag)
                : startAgain(prepared, buf, offset, count, kept);
        };
    }

    private Operation prepare(Outgoing message, int member, int tag, SendMode mode) {
        return engine.prepareSend(message.buffer(), message.type(), message.from(), message.bytes(),
            message.header(), context, member, tag, mode == SendMode.SYNCHRONOUS);
    }

    /**
     * Starts a prepared send again. Its buffer is checked again: the program may have closed the buffer's arena since
     * the last start.
     */
    private Operation startAgain(Operation prepared, Object buf, int offset, int count, TypeDescriptor datatype) {
        try {
            BufferArgument.checkSend("buf", buf, offset, count, datatype);
            engine.startPrepared(prepared);
            return prepared;
        } catch (EngineException | TransportException e) {
            throw errors.raise(e);
        }
    }

    private Operation start(Outgoing message, int member, int tag, boolean synchronous) {
        return engine.startSend(message.buffer(), message.type(), message.from(), message.bytes(), message.header(),
            context, member, tag, synchronous);
    }

    /**
     * Sends a copy. A buffer of mpjbuf that is sent as a whole needs no attached buffer: programs that were written for
     * MPJ Express attach none for it.
     */
    public void bufferedSend(Object buffer, int offset, int count, TypeDescriptor datatype, int dest, int tag) {
        Object buf = segments.of(buffer, datatype);
        errors.run(() -> {
            int member = checkSend(buf, offset, count, datatype, dest, tag);
            if (member != NO_RANK) {
                Outgoing message = outgoing(buf, offset, count, datatype, member);
                long bytes = Outgoing.knownSize(buf, count, datatype);
                if (buf instanceof Buffer && datatype.isPacked()) {
                    bufferedSends.sendUnlimited(bytes, member, tag, () -> startCopy(message, member, tag));
                } else {
                    bufferedSends.send(bytes, member, tag, () -> startCopy(message, member, tag));
                }
            }
        });
    }

    private Outgoing outgoing(Object buf, int offset, int count, TypeDescriptor datatype, int member) {
        return Outgoing.of(buf, offset, count, datatype, records,
            datatype.isObject() ? engine.sharedObjects(member) : null);
    }

    /** Starts a send after which the program may change its buffer. */
    private Operation startCopy(Outgoing message, int member, int tag) {
        return message.own() ? start(message, member, tag, false)
            : engine.startBufferedSend(message.buffer(), message.type(), message.from(), message.bytes(),
                message.header(), context, member, tag);
    }

    /** Checks the arguments of a send and returns the receiver's rank in the job, or {@link #NO_RANK}. */
    private int checkSend(Object buf, int offset, int count, TypeDescriptor datatype, int dest, int tag) {
        BufferArgument.checkSend("buf", buf, offset, count, datatype);
        return checkDestination(dest, "tag", tag);
    }

    private int checkDestination(int dest, String tagName, int tag) {
        if (tag < 0) {
            throw new EngineException(ErrorClass.ERR_TAG, tagName + " is " + tag + "; it must not be negative");
        }
        if (dest >= 0 && dest < members.length) {
            return members[dest];
        }
        if (dest == Constants.PROC_NULL) {
            return NO_RANK;
        }
        throw new EngineException(ErrorClass.ERR_RANK, "dest is " + dest + "; it must be 0 to " + (members.length - 1)
            + " or MPI.PROC_NULL");
    }

    // -------------------------------------------------------------------------------------------------- receiving

    /**
     * Returns the message, or null if the source is nobody. The result is valid until the calling thread's next
     * blocking receive.
     */
    public Receive receive(Object buf, int offset, int count, TypeDescriptor datatype, int source, int tag) {
        // The JVMs of ranks are told not to inline this method (java-options). So Recv stays small, and the compiler
        // inlines Recv and removes its status if the program does not use the status.
        try {
            if (source == Constants.PROC_NULL) {
                checkReceive(segments.of(buf, datatype), offset, count, datatype);
                return null;
            }
            return await(buf, offset, count, datatype, source, tag);
        } catch (EngineException | TransportException e) {
            throw errors.raise(e);
        }
    }

    private Receive await(Object buf, int offset, int count, TypeDescriptor datatype, int source, int tag) {
        if (!BufferArgument.isPlain(buf, offset, count, datatype)) {
            return awaitChecked(buf, offset, count, datatype, source, tag);
        }
        int member = (source | tag) >= 0 && source < members.length ? members[source]
            : checkSource(source, "tag", tag);
        return successful(engine.receive(buf, datatype.elementType(), datatype.code(), datatype.plainFrom(offset),
            datatype.bytes(count), context, member, wanted(tag)));
    }

    /** Checks each argument, and receives into any buffer. */
    private Receive awaitChecked(Object buffer, int offset, int count, TypeDescriptor datatype, int source, int tag) {
        MemorySegment known = segments.plain(buffer, offset, count, datatype);
        Object buf = known != null ? known : segments.of(buffer, datatype);
        boolean plain = (known != null || BufferArgument.isPlainSegment(buf, offset, count, datatype))
            && !((MemorySegment) buf).isReadOnly();
        if (!plain) {
            checkReceive(buf, offset, count, datatype);
        }
        int member = checkSource(source, "tag", tag);
        if (plain) {
            return successful(engine.receive(buf, datatype.elementType(), datatype.code(),
                datatype.plainFrom(offset), datatype.bytes(count), context, member, wanted(tag)));
        }
        Incoming incoming = Incoming.of(buf, offset, count, datatype, records);
        Receive receive = successful(engine.receive(incoming.buffer(), incoming.type(), incoming.typeCode(),
            incoming.from(), incoming.capacity(), context, member, wanted(tag)));
        incoming.deserialize(receive);
        return receive;
    }

    private static Receive successful(Receive receive) {
        if (receive.hasFailed()) {
            throw new EngineException(receive.failure());
        }
        return receive;
    }

    public Operation startReceive(Object buffer, int offset, int count, TypeDescriptor datatype, int source, int tag) {
        try {
            if (source == Constants.PROC_NULL || !BufferArgument.isPlain(buffer, offset, count, datatype)) {
                return startReceiveChecked(buffer, offset, count, datatype, source, tag);
            }
            int member = checkSource(source, "tag", tag);
            return engine.startReceive(buffer, datatype.elementType(), datatype.code(), datatype.plainFrom(offset),
                datatype.bytes(count), context, member, wanted(tag));
        } catch (EngineException | TransportException e) {
            throw errors.raise(e);
        }
    }

    /** Checks each argument, and starts a receive into any buffer, from any rank or from nobody. */
    private Operation startReceiveChecked(Object buffer, int offset, int count, TypeDescriptor datatype, int source,
                                          int tag) {
        Object buf = segments.of(buffer, datatype);
        checkReceive(buf, offset, count, datatype);
        if (source == Constants.PROC_NULL) {
            return ofProcNull();
        }
        int member = checkSource(source, "tag", tag);
        Incoming incoming = Incoming.of(buf, offset, count, datatype, records);
        Receive receive = engine.startReceive(incoming.buffer(), incoming.type(), incoming.typeCode(),
            incoming.from(), incoming.capacity(), context, member, wanted(tag));
        receive.attach(incoming);
        return receive;
    }

    private static int wanted(int tag) {
        return tag == Constants.ANY_TAG ? Receive.ANY : tag;
    }

    private static Operation ofProcNull() {
        return new CompleteOperation(true);
    }

    /** Checks the arguments of a receive. The result starts the receive, as often as the caller likes. */
    public Supplier<Operation> keepReceive(Object buffer, int offset, int count, TypeDescriptor datatype, int source,
                                           int tag) {
        Object buf = segments.of(buffer, datatype);
        errors.run(() -> {
            checkReceive(buf, offset, count, datatype);
            if (source != Constants.PROC_NULL) {
                checkSource(source, "tag", tag);
            }
        });
        TypeDescriptor kept = datatype.kept();
        return () -> {
            check.run();
            return startReceive(buf, offset, count, kept, source, tag);
        };
    }

    private static void checkReceive(Object buf, int offset, int count, TypeDescriptor datatype) {
        BufferArgument.checkReceive("buf", buf, offset, count, datatype);
    }

    /** Checks a source and a tag, and returns the source's rank in the job, or {@link Receive#ANY}. */
    private int checkSource(int source, String tagName, int tag) {
        if (tag < 0 && tag != Constants.ANY_TAG) {
            throw new EngineException(ErrorClass.ERR_TAG, tagName + " is " + tag
                + "; it must be MPI.ANY_TAG or not negative");
        }
        if (source >= 0 && source < members.length) {
            return members[source];
        }
        if (source == Constants.ANY_SOURCE) {
            return Receive.ANY;
        }
        throw new EngineException(ErrorClass.ERR_RANK, "source is " + source + "; it must be 0 to "
            + (members.length - 1) + ", MPI.ANY_SOURCE or MPI.PROC_NULL");
    }

    // ----------------------------------------------------------------------------------------------------- probing

    /** Waits for a message. Returns null if the source is nobody. */
    public Probed probe(int source, int tag) {
        return probe(source, tag, true);
    }

    /**
     * Looks for a message like {@link #probe}, but does not wait. Returns null if there is no message, or the source is
     * nobody.
     */
    public Probed probeAtOnce(int source, int tag) {
        return probe(source, tag, false);
    }

    private Probed probe(int source, int tag, boolean wait) {
        if (source == Constants.PROC_NULL) {
            return null;
        }
        try {
            int member = checkSource(source, "tag", tag);
            return wait ? engine.awaitProbe(context, member, wanted(tag)) : engine.probe(context, member, wanted(tag));
        } catch (EngineException | TransportException e) {
            throw errors.raise(e);
        }
    }

    /**
     * Waits for a message, and matches it. From then on, only {@link #receive(MatchedMessage, Object, int, int,
     * TypeDescriptor)} and {@link #startReceive(MatchedMessage, Object, int, int, TypeDescriptor)} can receive the
     * message. Returns null if the source is nobody.
     */
    public MatchedMessage match(int source, int tag) {
        return match(source, tag, true);
    }

    /**
     * Matches a message like {@link #match}, but does not wait. Returns null if there is no message, or the source is
     * nobody.
     */
    public MatchedMessage matchAtOnce(int source, int tag) {
        return match(source, tag, false);
    }

    private MatchedMessage match(int source, int tag, boolean wait) {
        if (source == Constants.PROC_NULL) {
            return null;
        }
        try {
            int member = checkSource(source, "tag", tag);
            return wait ? engine.awaitMatchedProbe(context, member, wanted(tag))
                : engine.matchedProbe(context, member, wanted(tag));
        } catch (EngineException | TransportException e) {
            throw errors.raise(e);
        }
    }

    /** Receives a message that was matched, even if the communicator was freed meanwhile. */
    public Receive receive(MatchedMessage message, Object buf, int offset, int count, TypeDescriptor datatype) {
        return errors.result(() -> {
            Receive receive = startReceive(message, buf, offset, count, datatype);
            live.get().finish(receive);
            ((Incoming) receive.attachment()).deserialize(successful(receive));
            return receive;
        });
    }

    /** Begins to receive a message that was matched. If the buffer is wrong, the message can still be received. */
    public Receive startReceive(MatchedMessage message, Object buffer, int offset, int count,
                                TypeDescriptor datatype) {
        Object buf = segments.of(buffer, datatype);
        return errors.result(() -> {
            checkReceive(buf, offset, count, datatype);
            Incoming incoming = Incoming.of(buf, offset, count, datatype, records);
            Receive receive = live.get().startReceive(message, incoming.buffer(), incoming.type(),
                incoming.typeCode(), incoming.from(), incoming.capacity());
            receive.attach(incoming);
            return receive;
        });
    }

    // ------------------------------------------------------------------------------------------------ both at once

    /** Sends and receives. Returns the receive, complete, in the form of {@link #startReceive}. */
    public Operation sendAndReceive(Object toSend, int sendoffset, int sendcount, TypeDescriptor sendtype, int dest,
                                    int sendtag, Object received, int recvoffset, int recvcount,
                                    TypeDescriptor recvtype, int source, int recvtag) {
        Object sendbuf = segments.of(toSend, sendtype);
        Object recvbuf = segments.of(received, recvtype);
        try {
            BufferArgument.checkSend("sendbuf", sendbuf, sendoffset, sendcount, sendtype);
            BufferArgument.checkReceive("recvbuf", recvbuf, recvoffset, recvcount, recvtype);
            // If the buffers overlap, the received message could overwrite elements that have not left yet. So the
            // elements to send are copied first.
            boolean copied = Overlap.exists(sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount,
                recvtype);
            return exchange(copied, sendbuf, sendoffset, sendcount, sendtype, dest, sendtag, recvbuf, recvoffset,
                recvcount, recvtype, source, recvtag);
        } catch (EngineException | TransportException e) {
            throw errors.raise(e);
        }
    }

    /** Sends and receives like {@link #sendAndReceive}, with one buffer for both. */
    public Operation replace(Object buffer, int offset, int count, TypeDescriptor datatype, int dest, int sendtag,
                             int source, int recvtag) {
        Object buf = segments.of(buffer, datatype);
        try {
            checkReceive(buf, offset, count, datatype);
            return exchange(true, buf, offset, count, datatype, dest, sendtag, buf, offset, count, datatype, source,
                recvtag);
        } catch (EngineException | TransportException e) {
            throw errors.raise(e);
        }
    }

    private Operation exchange(boolean copied, Object sendbuf, int sendoffset, int sendcount, TypeDescriptor sendtype,
                               int dest, int sendtag, Object recvbuf, int recvoffset, int recvcount,
                               TypeDescriptor recvtype, int source, int recvtag) {
        int member = checkDestination(dest, "sendtag", sendtag);
        if (source != Constants.PROC_NULL) {
            checkSource(source, "recvtag", recvtag);
        }
        Operation send = null;
        Operation receive = copied ? null
            : startReceive(recvbuf, recvoffset, recvcount, recvtype, source, recvtag);
        try {
            if (member != NO_RANK) {
                Outgoing message = outgoing(sendbuf, sendoffset, sendcount, sendtype, member);
                send = copied ? startCopy(message, member, sendtag) : start(message, member, sendtag, false);
            }
            if (copied) {
                receive = startReceive(recvbuf, recvoffset, recvcount, recvtype, source, recvtag);
            }
            if (send != null) {
                engine.finish(send);
                send.check();
            }
            finish(receive);
            return receive;
        } catch (EngineException | TransportException e) {
            if (receive != null) {
                engine.cancel(receive);
                engine.finish(receive);
            }
            throw e;
        }
    }

    /**
     * Waits for a receive. If the wait is interrupted, this ends the receive, because the program has no request with
     * which to wait again. Meanwhile the message may come, and another thread may acknowledge the loss.
     */
    private void finish(Operation receive) {
        engine.finish(receive);
        Failure last = null;
        while (!receive.done()) {
            Failure why = receive.interruption();
            if (why != null) {
                last = why;
                engine.cancel(receive);
            }
            engine.finish(receive);
        }
        if (receive.cancelled()) {
            throw new EngineException(ErrorClass.ERR_PROC_FAILED, last.text());
        }
    }
}
