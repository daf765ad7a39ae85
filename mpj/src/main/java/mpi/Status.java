package mpi;

import mpj.core.request.Requests;
import mpj.engine.CompleteOperation;
import mpj.engine.ErrorClass;
import mpj.engine.Operation;
import mpj.engine.Probed;
import mpj.engine.Receive;
import mpjbuf.layout.SectionHeader;

/** The properties of a message that was received, probed or sent. MPI: MPI_Status. */
public class Status {
    /** The sender's rank in the communicator. */
    public int source;
    /** The message's tag. */
    public int tag;
    /** The place of the completed request in the array, or {@link MPI#UNDEFINED}. */
    public int index;
    /** The number of elements of the base type. {@link #Get_count} returns the number of items. */
    public int count;

    private long bytes;
    private int typeCode;
    private boolean cancelled;

    /** An empty status. */
    public Status() {
        source = MPI.ANY_SOURCE;
        tag = MPI.ANY_TAG;
    }

    private Status(int source, int tag, int count, long bytes, int typeCode) {
        this.source = source;
        this.tag = tag;
        this.count = count;
        this.bytes = bytes;
        this.typeCode = typeCode;
    }

    /**
     * The status of a received message. If there is no message, this is the status of a receive from
     * {@link MPI#PROC_NULL}.
     */
    static Status of(Requests requests, Receive receive) {
        return receive == null ? ofProcNull() : new Status(requests.rankOf(receive.matchedSource()),
            receive.matchedTag(), receive.matchedCount(), receive.matchedBytes(), receive.matchedType());
    }

    /** The status of an operation that is complete. */
    static Status of(Requests requests, Operation complete) {
        if (complete.cancelled()) {
            Status status = new Status();
            status.cancelled = true;
            return status;
        }
        return switch (complete) {
            case Receive receive -> of(requests, receive);
            case CompleteOperation early when early.isWithProcNull() -> ofProcNull();
            default -> new Status();
        };
    }

    private static Status ofProcNull() {
        return new Status(MPI.PROC_NULL, MPI.ANY_TAG, 0, 0, 0);
    }

    /**
     * The status of a message that has arrived. If there is no message, this is the status of a receive from
     * {@link MPI#PROC_NULL}.
     */
    static Status probed(Requests requests, Probed probed) {
        return probed == null ? ofProcNull() : new Status(requests.rankOf(probed.source()), probed.tag(),
            SectionHeader.count(probed.header()), probed.bytes(), SectionHeader.typeCode(probed.header()));
    }

    Status at(int place) {
        index = place;
        return this;
    }

    /**
     * The number of items of a datatype in the message. MPI: MPI_Get_count.
     *
     * @param datatype the datatype with which the message was received
     * @return the number, or {@link MPI#UNDEFINED} when it is not a whole number
     */
    public int Get_count(Datatype datatype) {
        int elements = Get_elements(datatype);
        int size = datatype.Size();
        if (elements == 0) {
            return 0;
        }
        return elements > 0 && size > 0 && elements % size == 0 ? elements / size : MPI.UNDEFINED;
    }

    /**
     * The number of elements of a datatype's base type in the message, of which the last item may be incomplete.
     * MPI: MPI_Get_elements.
     *
     * @param datatype the datatype with which the message was received
     * @return the number, or {@link MPI#UNDEFINED} when it is not a whole number
     */
    public int Get_elements(Datatype datatype) {
        if (datatype == null) {
            throw new MPIException(ErrorClass.ERR_TYPE, "datatype is null; pass the one of the receive");
        }
        return Datatype.core(datatype).elementsOf(typeCode, count, bytes);
    }

    /** Does nothing. The method exists for programs that call it. */
    public void free() {
    }

    /** Does nothing, like {@link #free}. The JVM does not call an empty finalizer. */
    @Override
    @SuppressWarnings({"removal", "deprecation"})
    public void finalize() {
    }

    /**
     * Whether the operation was cancelled. MPI: MPI_Test_cancelled.
     *
     * @return true if it was
     */
    public boolean Test_cancelled() {
        return cancelled;
    }
}
