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
    private final Operand[] operands = {new Operand(), new Operand()};
    private int tag;
    private RuntimeException failure;

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
        operands[0].buffer = null;
        operands[1].buffer = null;
        if (failure != null) {
            RuntimeException first = failure;
            failure = null;
            throw first;
        }
    }

    private void failed(RuntimeException e) {
        if (failure == null) {
            failure = e;
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
        failed(e);
    }

    void send(Object buf, int offset, int count, Datatype datatype, int dest) {
        comm.Send(buf, offset, count, datatype, dest, tag);
    }

    void receive(Object buf, int offset, int count, Datatype datatype, int source) {
        try {
            comm.Recv(buf, offset, count, datatype, source, tag);
        } catch (MPIException e) {
            received(e);
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
                comm.Sendrecv(sendbuf, sendoffset, sendcount, sendtype, dest, tag,
                    recvbuf, recvoffset, recvcount, recvtype, source, tag);
            }
        } catch (MPIException e) {
            received(e);
        }
    }

    /** Sends and receives nothing, at once. */
    void signal(int dest, int source) {
        exchange(NOTHING, 0, 0, MPI.BYTE, dest, NOTHING, 0, 0, MPI.BYTE, source);
    }

    /** As Sendrecv, but allocates nothing. */
    private void exchangePlain(Object sendbuf, int sendoffset, int sendcount, Datatype sendtype, int dest,
                               Object recvbuf, int recvoffset, int recvcount, Datatype recvtype, int source) {
        int sendsize = sendtype.elementBytes();
        int recvsize = recvtype.elementBytes();
        long sendbytes = (long) sendcount * Items.elements(sendtype) * sendsize;
        long recvbytes = (long) recvcount * Items.elements(recvtype) * recvsize;
        Receive receive = null;
        try {
            receive = engine.startExchange(recvbuf, recvtype.elementType(), recvtype.code(),
                (long) recvoffset * recvsize, recvbytes, context, comm.memberAt(source), tag);
            engine.send(sendbuf, sendtype.elementType(), (long) sendoffset * sendsize, sendbytes,
                SectionHeader.pack(sendtype.code(), sendcount * Items.elements(sendtype)), context, tag,
                comm.memberAt(dest));
            engine.finish(receive);
        } catch (EngineException | TransportException e) {
            if (receive != null) {
                engine.cancel(receive);
            }
            throw e instanceof EngineException engineException ? new MPIException(engineException)
                : new MPIException(ErrorClass.ERR_OTHER, e.getMessage(), e);
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
                System.arraycopy(sendbuf, sendoffset, recvbuf, recvoffset, sendcount * Items.elements(sendtype));
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
            mine.at(scratch(0, sendbuf, count, datatype), 0);
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
        int offset = mine.offset <= count ? mine.offset : 0;
        return operands[1].at(scratch(1, mine.buffer, offset + count, datatype), offset);
    }

    /** Takes the result of a reduction to where it belongs. */
    void deliver(Operand result, Object recvbuf, int recvoffset, int count, Datatype datatype) {
        copy(result.buffer, result.offset, count, datatype, recvbuf, recvoffset, count, datatype);
    }

    /** An array with room for so many elements, of the same class as another one; null where that is a segment. */
    Object scratch(int place, Object like, int count, Datatype datatype) {
        long length = (long) count * Items.extent(datatype);
        if (length > Integer.MAX_VALUE) {
            throw new MPIException(ErrorClass.ERR_COUNT, "count is " + count + "; a reduction needs an array of "
                + length + " elements");
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
            failed(e);
        }
    }
}
