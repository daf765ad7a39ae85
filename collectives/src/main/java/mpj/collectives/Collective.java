package mpj.collectives;

import java.util.Locale;

/** The collectives for which algorithms are chosen. The tags of their messages contain the collective's number. */
public enum Collective {
    /** MPI_Barrier. */
    BARRIER,
    /** MPI_Bcast. The elements are in {@link Place#RECEIVE} on every rank, including the root. */
    BCAST,
    /** MPI_Gather. */
    GATHER,
    /** MPI_Gatherv. Only the root knows the blocks of the other ranks. */
    GATHERV,
    /** MPI_Scatter. */
    SCATTER,
    /** MPI_Scatterv. Only the root knows the blocks of the other ranks. */
    SCATTERV,
    /** MPI_Allgather. */
    ALLGATHER,
    /** MPI_Allgatherv. */
    ALLGATHERV,
    /** MPI_Alltoall. */
    ALLTOALL,
    /** MPI_Alltoallv. A rank knows only its own blocks. */
    ALLTOALLV,
    /** MPI_Alltoallw. Each block has its own datatype. The algorithms are those of MPI_Alltoallv. */
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
     * The collective whose algorithms carry out this one.
     *
     * @return most often this collective itself; null for the collectives among neighbours, which have one algorithm
     *     each
     */
    public Collective choice() {
        return switch (this) {
            case NEIGHBOR_ALLGATHER, NEIGHBOR_ALLTOALL -> null;
            case ALLTOALLW -> ALLTOALLV;
            default -> this;
        };
    }
}
