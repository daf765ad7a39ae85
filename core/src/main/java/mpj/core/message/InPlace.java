package mpj.core.message;

import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/** The object that stands for MPI_IN_PLACE: no buffer, but a word in place of one. */
public final class InPlace {
    public static final Object IN_PLACE = new InPlace();

    private InPlace() {
    }

    /** The error of a call where it has no meaning. */
    public static EngineException misplaced() {
        return new EngineException(ErrorClass.ERR_BUFFER, "MPI.IN_PLACE has no meaning here; it may stand for"
            + " sendbuf of Gather, Gatherv and Reduce at the root, of Allgather, Allgatherv, Alltoall, Alltoallv,"
            + " Allreduce, Reduce_scatter, Reduce_scatter_block, Scan and Exscan, and for recvbuf of Scatter and"
            + " Scatterv at the root");
    }

    /** The error of a call between two groups. */
    public static EngineException betweenGroups() {
        return new EngineException(ErrorClass.ERR_BUFFER, "MPI.IN_PLACE has no meaning between two groups: what a rank"
            + " receives is not its own; pass a buffer");
    }

    @Override
    public String toString() {
        return "MPI.IN_PLACE";
    }
}
