package mpj.core.group;

/** How alike two groups or two communicators are. */
public enum Comparison {
    /** The same group or communicator. MPI: MPI_IDENT. */
    IDENT,
    /** The same members in another order. MPI: MPI_SIMILAR. */
    SIMILAR,
    /** Different members. MPI: MPI_UNEQUAL. */
    UNEQUAL,
    /** Communicators of the same members in the same order, with other contexts. MPI: MPI_CONGRUENT. */
    CONGRUENT
}
