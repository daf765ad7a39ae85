package mpj.collectives;

import java.util.Locale;

/** The collectives that have algorithms to choose from. Each has a number of its own in the tags of its messages. */
public enum Collective {
    /** MPI_Barrier. */
    BARRIER,
    /** MPI_Bcast: the elements are in {@link Place#RECEIVE} on every rank, the root's too. */
    BCAST,
    /** MPI_Gather. */
    GATHER,
    /** MPI_Gatherv: only the root knows the blocks of the others. */
    GATHERV,
    /** MPI_Scatter. */
    SCATTER,
    /** MPI_Scatterv: only the root knows the blocks of the others. */
    SCATTERV,
    /** MPI_Allgather. */
    ALLGATHER,
    /** MPI_Allgatherv. */
    ALLGATHERV,
    /** MPI_Alltoall. */
    ALLTOALL,
    /** MPI_Alltoallv: a rank knows only its own blocks. */
    ALLTOALLV,
    /** MPI_Alltoallw: each block has a datatype of its own. Its algorithms are those of MPI_Alltoallv. */
    ALLTOALLW,
    /** MPI_Reduce. */
    REDUCE,
    /** MPI_Allreduce. */
    ALLREDUCE,
    /** MPI_Reduce_scatter. */
    REDUCE_SCATTER,
    /** MPI_Reduce_scatter_block. */
    REDUCE_SCATTER_BLOCK,
    /** MPI_Scan. */
    SCAN,
    /** MPI_Exscan. */
    EXSCAN,
    /** MPI_Neighbor_allgather and MPI_Neighbor_allgatherv. */
    NEIGHBOR_ALLGATHER,
    /** MPI_Neighbor_alltoall and MPI_Neighbor_alltoallv. */
    NEIGHBOR_ALLTOALL;

    private final String label = name().toLowerCase(Locale.ROOT);

    /**
     * The name in tables and properties.
     *
     * @return the name, in lower case
     */
    public String label() {
        return label;
    }

    /**
     * The collective that an algorithm is chosen for.
     *
     * @return mostly this one, or null for those among neighbours, for which there is one algorithm
     */
    public Collective choice() {
        return switch (this) {
            case NEIGHBOR_ALLGATHER, NEIGHBOR_ALLTOALL -> null;
            case ALLTOALLW -> ALLTOALLV;
            default -> this;
        };
    }
}
