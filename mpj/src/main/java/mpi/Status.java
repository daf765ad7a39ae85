package mpi;

import mpj.engine.ErrorClass;
import mpj.engine.Receive;
import mpjbuf.layout.SectionHeader;

/** What is known of a message that was received, probed or sent. MPI: MPI_Status. */
public class Status {
    /** The sender's rank in the communicator. */
    public int source;
    /** The message's tag. */
    public int tag;
    /** Which of several requests completed, or {@link MPI#UNDEFINED}. */
    public int index;
    /** The number of elements of the base type; {@link #Get_count} has the number of items. */
    public int count;

    private long bytes;
    private int typeCode;
    private boolean cancelled;

    /** An empty status. */
    public Status() {
        source = MPI.ANY_SOURCE;
        tag = MPI.ANY_TAG;
    }

    Status(int source, int tag, int count, long bytes, int typeCode) {
        this.source = source;
        this.tag = tag;
        this.count = count;
        this.bytes = bytes;
        this.typeCode = typeCode;
    }

    static Status of(Comm comm, Receive receive) {
        return new Status(comm.rankOf(receive.matchedSource()), receive.matchedTag(), receive.matchedCount(),
            receive.matchedBytes(), receive.matchedType());
    }

    static Status probed(int source, int tag, long header, long bytes) {
        return new Status(source, tag, SectionHeader.count(header), bytes, SectionHeader.typeCode(header));
    }

    static Status ofCancelled() {
        Status status = new Status();
        status.cancelled = true;
        return status;
    }

    Status at(int place) {
        index = place;
        return this;
    }

    /**
     * How many items of a datatype the message has. MPI: MPI_Get_count.
     *
     * @param datatype the type it was received with
     * @return the number, or {@link MPI#UNDEFINED} when it is not a whole one
     */
    public int Get_count(Datatype datatype) {
        int elements = Get_elements(datatype);
        int size = datatype.elements();
        if (elements == 0) {
            return 0;
        }
        return elements > 0 && size > 0 && elements % size == 0 ? elements / size : MPI.UNDEFINED;
    }

    /**
     * How many elements of a datatype's base type the message has; the last item may be incomplete.
     * MPI: MPI_Get_elements.
     *
     * @param datatype the type it was received with
     * @return the number, or {@link MPI#UNDEFINED} when it is not a whole one
     */
    public int Get_elements(Datatype datatype) {
        if (datatype == null) {
            throw new MPIException(ErrorClass.ERR_TYPE, "datatype is null; pass the one of the receive");
        }
        if (typeCode == datatype.code()) {
            return count;
        }
        long size = datatype.elementBytes();
        return bytes % size == 0 && bytes / size <= Integer.MAX_VALUE ? (int) (bytes / size) : MPI.UNDEFINED;
    }

    /** Does nothing: the status is garbage when nobody holds it. For programs that call it. */
    public void free() {
    }

    /** Does nothing, as {@link #free}. The virtual machine does not call what is empty. */
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
