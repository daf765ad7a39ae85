package mpj.core.group;

/** Which ranks of a communicator are neighbours. MPI: a virtual topology. */
public sealed interface ProcessTopology permits CartTopology, GraphTopology, DistGraphTopology {
    /** How many ranks the topology has. */
    int size();

    /**
     * The neighbours from which a rank receives, in order; {@link mpj.core.datatype.Constants#PROC_NULL} in a place
     * without a neighbour. The array must not be changed.
     *
     * @param rank a rank; it must be this process's, if each process knows only its own part of the topology
     */
    int[] sources(int rank);

    /** The neighbours to which a rank sends, in the form of {@link #sources}. */
    int[] destinations(int rank);

    /**
     * The order in which to take the messages of the neighbours, as places in {@link #sources}. If several of these are
     * the same rank, its messages are taken in the order in which it sends them.
     */
    int[] arrivalOrder(int rank);
}
