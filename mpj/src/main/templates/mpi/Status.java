package mpi;

import mpj.core.request.Requests;
import mpj.engine.CompleteOperation;
import mpj.engine.ErrorClass;
import mpj.engine.ExternalOperation;
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

    private Status(int source, int tag, long elements, long bytes, int typeCode) {
        this.source = source;
        this.tag = tag;
        this.count = (int) elements;
        this.bytes = bytes;
        this.typeCode = typeCode;
    }

    //@both Status

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
