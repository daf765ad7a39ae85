package mpi;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import mpj.engine.Engine;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.Receive;
import mpj.transport.spi.TransportException;
import mpjbuf.layout.ElementType;
import mpjbuf.layout.SectionHeader;

/**
 * What the ranks of an intracommunicator send one another inside a collective: messages in its collective context,
 * which no receive of the program matches. One collective runs at a time, as MPI demands of programs.
 *
 * <p>What goes wrong with data, such as a message longer than its receive or a user's function that throws, is kept
 * until {@link #end}: the collective first exchanges all its messages, so that none is left behind for the next one.
 * A rank whose objects cannot be serialized, or that has not got those it is to pass on, sends a refusal in their
 * place: so nobody waits for them, and every rank that needed them throws, naming the rank that failed.
 */
final class CollectiveContext {
    private static final byte[] NOTHING = {};
    /** Larger arrays are not kept for later collectives. */
    private static final long LARGEST_KEPT = 16 << 20;

    private final Engine engine;
    private final Comm comm;
    private final int context;
    private final int rank;
    private final int size;
    private final Object[][] scratch = new Object[3][ElementType.values().length];
    private final Operand[] operands = {new Operand(), new Operand(), new Operand()};
    private int tag;
    private RuntimeException failure;
    /** The rank that the failure is to be blamed on. */
    private int culprit;

    CollectiveContext(Intracomm of) {
        engine = of.engine();
        context = of.collectiveContext();
        rank = of.Rank();
        size = of.Size();
        int[] members = new int[size];
        for (int i = 0; i < size; i++) {
            members[i] = of.memberAt(i);
        }
        comm = new Intracomm();
        comm.open(engine, context, members);
    }

    int rank() {
        return rank;
    }

    int size() {
        return size;
    }

    CollectiveContext begin(Collective collective) {
        tag = collective.ordinal();
        failure = null;
        return this;
    }

    /** Throws what went wrong first, if anything did. */
    void end() {
        for (Operand operand : operands) {
            operand.buffer = null;
        }
        if (failure != null) {
            RuntimeException first = failure;
            failure = null;
            throw first;
        }
    }

    private void failed(RuntimeException e, int blamed) {
        if (failure == null) {
            failure = e;
            culprit = blamed;
        } else if (failure != e) {
            failure.addSuppressed(e);
        }
    }

    /** Keeps an error of data for {@link #end}; any other one stands in the way of going on. */
    private void received(MPIException e) {
        int error = e.Get_error_class();
        if (error != MPI.ERR_TRUNCATE && error != MPI.ERR_TYPE) {
            throw e;
        }
        failed(e, rank);
    }

    void send(Object buf, int offset, int count, Datatype datatype, int dest) {
        if (!datatype.isObject()) {
            comm.Send(buf, offset, count, datatype, dest, tag);
            return;
        }
        Outgoing message = outgoing(buf, offset, count, datatype);
        try {
            engine.send(message.buffer(), message.type(), message.from(), message.bytes(), message.header(), context,
                tag, comm.memberAt(dest));
        } catch (EngineException | TransportException e) {
            throw broken(e);
        }
    }

    private Outgoing outgoing(Object buf, int offset, int count, Datatype datatype) {
        if (failure == null || !datatype.isObject()) {
            try {
                return Outgoing.of(buf, offset, count, datatype);
            } catch (MPIException e) {
                failed(e, rank);
            }
        }
        return Outgoing.refusal(culprit);
    }

    private static MPIException broken(RuntimeException e) {
        return e instanceof EngineException engineException ? new MPIException(engineException)
            : new MPIException(ErrorClass.ERR_OTHER, e.getMessage(), e);
    }

    void receive(Object buf, int offset, int count, Datatype datatype, int source) {
        if (!datatype.isObject()) {
            try {
                comm.Recv(buf, offset, count, datatype, source, tag);
            } catch (MPIException e) {
                received(e);
            }
            return;
        }
        Incoming room = Incoming.of(buf, offset, count, datatype);
        try {
            complete(room, engine.receive(room.buffer(), room.type(), room.typeCode(), room.from(), room.capacity(),
                context, comm.memberAt(source), tag));
        } catch (EngineException | TransportException e) {
            throw broken(e);
        }
    }

    private void complete(Incoming room, Receive receive) {
        if (receive.failure() != null) {
            failed(new MPIException(receive.failure()),
                receive.matchedType() == Receive.REFUSED ? receive.matchedCount() : rank);
            return;
        }
        try {
            room.deserialize(receive);
        } catch (MPIException e) {
            failed(e, rank);
        }
    }

    /** Sends and receives at once; neither waits for the other. */
    void exchange(Object sendbuf, int sendoffset, int sendcount, Datatype sendtype, int dest,
                  Object recvbuf, int recvoffset, int recvcount, Datatype recvtype, int source) {
        try {
            if (Items.arePlain(sendtype) && Items.arePlain(recvtype)) {
                exchangePlain(sendbuf, sendoffset, sendcount, sendtype, dest,
                    recvbuf, recvoffset, recvcount, recvtype, source);
            } else {
                exchange(outgoing(sendbuf, sendoffset, sendcount, sendtype), dest,
                    Incoming.of(recvbuf, recvoffset, recvcount, recvtype), source);
            }
        } catch (MPIException e) {
            received(e);
        }
    }

    private void exchange(Outgoing message, int dest, Incoming room, int source) {
        Receive receive = null;
        try {
            receive = engine.startReceive(room.buffer(), room.type(), room.typeCode(), room.from(), room.capacity(),
                context, comm.memberAt(source), tag);
            engine.send(message.buffer(), message.type(), message.from(), message.bytes(), message.header(), context,
                tag, comm.memberAt(dest));
            engine.finish(receive);
        } catch (EngineException | TransportException e) {
            if (receive != null) {
                engine.cancel(receive);
            }
            throw broken(e);
        }
        complete(room, receive);
    }

    /** Sends and receives nothing, at once. */
    void signal(int dest, int source) {
        exchange(NOTHING, 0, 0, MPI.BYTE, dest, NOTHING, 0, 0, MPI.BYTE, source);
    }

    /** As Sendrecv, but allocates nothing. */
    private void exchangePlain(Object sendbuf, int sendoffset, int sendcount, Datatype sendtype, int dest,
                               Object recvbuf, int recvoffset, int recvcount, Datatype recvtype, int source) {
        Receive receive = null;
        try {
            receive = engine.startExchange(recvbuf, recvtype.elementType(), recvtype.code(),
                recvtype.from(recvoffset), recvtype.bytes(recvcount), context, comm.memberAt(source), tag);
            engine.send(sendbuf, sendtype.elementType(), sendtype.from(sendoffset), sendtype.bytes(sendcount),
                SectionHeader.pack(sendtype.code(), sendcount * sendtype.elements()), context, tag,
                comm.memberAt(dest));
            engine.finish(receive);
        } catch (EngineException | TransportException e) {
            if (receive != null) {
                engine.cancel(receive);
            }
            throw broken(e);
        }
        if (receive.failure() != null) {
            throw new MPIException(receive.failure());
        }
    }

    /** Copies elements as a message from this rank to itself would. */
    void copy(Object sendbuf, int sendoffset, int sendcount, Datatype sendtype,
              Object recvbuf, int recvoffset, int recvcount, Datatype recvtype) {
        if (sendbuf == recvbuf && sendoffset == recvoffset && sendtype == recvtype) {
            return;
        }
        if (sendtype == recvtype && Items.arePlain(sendtype) && sendcount <= recvcount) {
            if (sendbuf.getClass() == recvbuf.getClass() && sendbuf.getClass().isArray()) {
                System.arraycopy(sendbuf, sendoffset, recvbuf, recvoffset, sendcount * sendtype.elements());
                return;
            }
        }
        exchange(sendbuf, sendoffset, sendcount, sendtype, rank, recvbuf, recvoffset, recvcount, recvtype, rank);
    }

    /**
     * Starts a reduction: the operands of this rank, in the buffer of the result where that is an array, so that the
     * result need not be copied there.
     */
    Operand accumulate(Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count, Datatype datatype) {
        Operand mine = operands[0];
        if (recvbuf == null || recvbuf instanceof MemorySegment) {
            place(mine, 0, sendbuf, count, datatype);
        } else {
            mine.at(recvbuf, recvoffset);
        }
        copy(sendbuf, sendoffset, count, datatype, mine.buffer, mine.offset, count, datatype);
        return mine;
    }

    /**
     * Room for other operands. Where that costs little they lie at the same index as the accumulated ones, with which
     * they are combined: see {@link Reductions}.
     */
    Operand operands(Operand mine, int count, Datatype datatype) {
        if (Items.arePlain(datatype) && mine.offset <= count) {
            long length = mine.offset + Items.span(datatype, count);
            return operands[1].at(scratch(1, mine.buffer, length, datatype), mine.offset);
        }
        return place(operands[1], 1, mine.buffer, count, datatype);
    }

    /** Room for operands of their own. */
    private Operand place(Operand operand, int place, Object like, int count, Datatype datatype) {
        Object array = scratch(place, like, Items.span(datatype, count), datatype);
        return operand.at(array, (int) Items.before(datatype, count));
    }

    /** A copy of the operands of this rank, which a scan passes on beside its result. */
    Operand partial(Object sendbuf, int sendoffset, Operand like, int count, Datatype datatype) {
        Operand partial = place(operands[2], 2, like.buffer, count, datatype);
        copy(sendbuf, sendoffset, count, datatype, partial.buffer, partial.offset, count, datatype);
        return partial;
    }

    /** Takes the result of a reduction to where it belongs. */
    void deliver(Operand result, Object recvbuf, int recvoffset, int count, Datatype datatype) {
        copy(result.buffer, result.offset, count, datatype, recvbuf, recvoffset, count, datatype);
    }

    /** An array with room for so many elements of the datatype's; of objects, one of the same class as another. */
    Object scratch(int place, Object like, long length, Datatype datatype) {
        if (length > Integer.MAX_VALUE) {
            throw new MPIException(ErrorClass.ERR_COUNT, "the operands of " + datatype + " take an array of " + length
                + " elements; make the count smaller");
        }
        if (datatype.isObject()) {
            return Array.newInstance(like.getClass().getComponentType(), (int) length);
        }
        Object[] kept = scratch[place];
        int type = datatype.elementType().ordinal();
        Object array = kept[type];
        if (array == null || Array.getLength(array) < length) {
            array = Array.newInstance(datatype.elementType().arrayClass().getComponentType(), (int) length);
            if (length * datatype.elementType().bytes() <= LARGEST_KEPT) {
                kept[type] = array;
            }
        }
        return array;
    }

    /** Computes {@code upper = lower op upper}. */
    void reduce(Operand lower, Operand upper, int count, Datatype datatype, Op op) {
        reduce(lower.buffer, lower.offset, upper.buffer, upper.offset, count, datatype, op);
    }

    void reduce(Object in, int inoffset, Object inout, int inoutoffset, int count, Datatype datatype, Op op) {
        if (failure != null) {
            return; // what arrived may be anything
        }
        try {
            op.apply(in, inoffset, inout, inoutoffset, count, datatype);
        } catch (RuntimeException e) {
            failed(e, rank);
        }
    }
}
