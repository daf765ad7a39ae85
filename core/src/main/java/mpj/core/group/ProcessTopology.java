package mpj.core.group;

/** Who is whose neighbour in a communicator. MPI: a virtual topology. */
public sealed interface ProcessTopology permits CartTopology, GraphTopology {
    /** How many ranks it has. */
    int size();

    /** A rank's neighbours, in order; {@link mpj.core.datatype.Constants#PROC_NULL} where there is none. */
    int[] neighbours(int rank);

    /**
     * The order in which to take what the neighbours send, as places in {@link #neighbours}. If several of these are
     * the same rank, its messages are taken in the order in which it sends them.
     */
    int[] arrivalOrder(int rank);
}
