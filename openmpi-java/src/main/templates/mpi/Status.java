package mpi;

import mpj.core.datatype.TypeDescriptor;
import mpj.core.request.Requests;
import mpj.engine.CompleteOperation;
import mpj.engine.ErrorClass;
import mpj.engine.ExternalOperation;
import mpj.engine.Operation;
import mpj.engine.Probed;
import mpj.engine.Receive;
import mpjbuf.layout.SectionHeader;

/** The properties of a message that was received, probed or sent. MPI: MPI_Status. */
public final class Status {
    private final int source;
    private final int tag;
    private int index;
    /** The number of elements of the base type. */
    private long elements;
    private long bytes;
    private int typeCode;
    private boolean cancelled;

    /** An empty status. */
    Status() {
        this(MPI.ANY_SOURCE, MPI.ANY_TAG, 0, 0, 0);
    }

    private Status(int source, int tag, long elements, long bytes, int typeCode) {
        this.source = source;
        this.tag = tag;
        this.elements = elements;
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
    public int getCount(Datatype datatype) {
        long found = elements(datatype);
        int size = Datatype.core(datatype).elements();
        if (found == 0) {
            return 0;
        }
        return found > 0 && size > 0 && found % size == 0 ? number(found / size) : MPI.UNDEFINED;
    }

    /**
     * Whether the operation was cancelled. MPI: MPI_Test_cancelled.
     *
     * @return true if it was
     */
    public boolean isCancelled() {
        return cancelled;
    }

    /**
     * The number of a datatype's elements in the message, of which the last item may be incomplete. The elements of a
     * struct are the elements of its fields. MPI: MPI_Get_elements.
     *
     * @param datatype the datatype with which the message was received
     * @return the number, or {@link MPI#UNDEFINED} when it is not a whole number
     */
    public int getElements(Datatype datatype) {
        return number(programElements(datatype));
    }

    /**
     * The same as {@link #getElements}, for a number that may not fit an int. MPI: MPI_Get_elements_x.
     *
     * @param datatype the datatype with which the message was received
     * @return the number, or {@link MPI#UNDEFINED} when it is not a whole number
     */
    public Count getElementsX(Datatype datatype) {
        return new Count(programElements(datatype));
    }

    private long elements(Datatype datatype) {
        TypeDescriptor type = core(datatype);
        return elements > Integer.MAX_VALUE && type.code() == typeCode ? elements
            : type.elementsOf(typeCode, (int) elements, bytes);
    }

    private long programElements(Datatype datatype) {
        TypeDescriptor type = core(datatype);
        return type.isMixed() ? type.programElements(bytes) : elements(datatype);
    }

    private static int number(long count) {
        return count <= Integer.MAX_VALUE ? (int) count : MPI.UNDEFINED;
    }

    private static TypeDescriptor core(Datatype datatype) {
        if (datatype == null) {
            throw new MPIException(ErrorClass.ERR_TYPE, "datatype is null; pass the one of the receive");
        }
        return Datatype.core(datatype);
    }

    /**
     * Sets the number that {@link #getElements} and {@link #getCount} return. MPI: MPI_Status_set_elements.
     *
     * @param datatype the type of the elements
     * @param count the number of elements
     */
    public void setElements(Datatype datatype, int count) {
        setElements(datatype, (long) count);
    }

    /**
     * The same as {@link #setElements}, for a number that may not fit an int. MPI: MPI_Status_set_elements_x.
     *
     * @param datatype the type of the elements
     * @param count the number of elements
     */
    public void setElementsX(Datatype datatype, Count count) {
        if (count == null) {
            throw new MPIException(ErrorClass.ERR_ARG, "count is null; pass a Count");
        }
        setElements(datatype, count.getCount());
    }

    private void setElements(Datatype datatype, long count) {
        TypeDescriptor type = core(datatype);
        if (count < 0) {
            throw new MPIException(ErrorClass.ERR_COUNT, "count is " + count + "; it must not be negative");
        }
        bytes = type.isMixed() ? type.programBytes(count) : count * type.elementBytes();
        elements = type.isMixed() ? bytes : count;
        typeCode = type.code();
    }

    /**
     * Sets the value that {@link #isCancelled} returns. MPI: MPI_Status_set_cancelled.
     *
     * @param flag whether the operation was cancelled
     */
    public void setCancelled(boolean flag) {
        cancelled = flag;
    }

    /**
     * The sender's rank in the communicator. MPI: MPI_SOURCE.
     *
     * @return the rank; {@link MPI#ANY_SOURCE} if there is no message, {@link MPI#PROC_NULL} after a receive from that
     *     rank
     */
    public int getSource() {
        return source;
    }

    /**
     * The message's tag. MPI: MPI_TAG.
     *
     * @return the tag; {@link MPI#ANY_TAG} if there is no message
     */
    public int getTag() {
        return tag;
    }

    /**
     * The error of the operation. There is none, because an error throws an exception. MPI: MPI_ERROR.
     *
     * @return {@link MPI#SUCCESS}
     */
    public int getError() {
        return MPI.SUCCESS;
    }

    /**
     * The place of the request, if the call was for several requests.
     *
     * @return the place in the array, or {@link MPI#UNDEFINED}
     */
    public int getIndex() {
        return index;
    }
}
