package mpj.core.group;

/** Who is whose neighbour in a communicator. MPI: a virtual topology. */
public sealed interface ProcessTopology permits CartTopology, GraphTopology, DistGraphTopology {
    /** How many ranks it has. */
    int size();

    /**
     * The neighbours that a rank receives from, in order; {@link mpj.core.datatype.Constants#PROC_NULL} where there is
     * none. Not to be changed.
     *
     * @param rank this process's, if the topology is one of which it knows its own part only
     */
    int[] sources(int rank);

    /** The neighbours that a rank sends to, as {@link #sources} has those that it receives from. */
    int[] destinations(int rank);

    /**
     * The order in which to take what the neighbours send, as places in {@link #sources}. If several of these are
     * the same rank, its messages are taken in the order in which it sends them.
     */
    int[] arrivalOrder(int rank);
}
