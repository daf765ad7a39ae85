package mpj.core.message;

import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/**
 * An object that is passed in place of a buffer. The data that the buffer would hold are in the call's other buffer.
 */
public final class InPlace {
    /** Stands for MPI_IN_PLACE. */
    public static final Object IN_PLACE = new InPlace();
    /**
     * Stands for the buffer that a form of a collective does not have. Some forms are for ranks that need no such
     * buffer, or that have its data in the other buffer.
     */
    public static final Object ABSENT = new InPlace();

    private InPlace() {
    }

    /** Whether an object is one of these. */
    public static boolean is(Object buf) {
        return buf instanceof InPlace;
    }

    /**
     * The error of a call in which such an object has no meaning.
     *
     * @param buf the object
     * @param name the argument as which it is passed
     */
    public static EngineException misplaced(Object buf, String name) {
        return new EngineException(ErrorClass.ERR_BUFFER, buf == ABSENT ? "this form of the call has no " + name
            + ", which this rank must pass; the root and the other ranks call different forms"
            : "MPI.IN_PLACE has no meaning here; it may stand for"
            + " sendbuf of Gather, Gatherv and Reduce at the root, of Allgather, Allgatherv, Alltoall, Alltoallv,"
            + " Allreduce, Reduce_scatter, Reduce_scatter_block, Scan and Exscan, and for recvbuf of Scatter and"
            + " Scatterv at the root");
    }

    /** The error of such an object in a call between two groups. */
    public static EngineException betweenGroups() {
        return new EngineException(ErrorClass.ERR_BUFFER, "MPI.IN_PLACE has no meaning between two groups: a rank"
            + " receives what ranks of the other group send; pass a buffer to send and one to receive");
    }

    @Override
    public String toString() {
        return this == ABSENT ? "no buffer" : "MPI.IN_PLACE";
    }
}
