package mpi;

/** The partners of a shift, as {@link CartComm#shift} returns them. */
public final class ShiftParms {
    private final int rankSource;
    private final int rankDest;

    ShiftParms(int rankSource, int rankDest) {
        this.rankSource = rankSource;
        this.rankDest = rankDest;
    }

    /**
     * The rank from which to receive.
     *
     * @return the rank, or {@link MPI#PROC_NULL} beyond an edge
     */
    public int getRankSource() {
        return rankSource;
    }

    /**
     * The rank to which to send.
     *
     * @return the rank, or {@link MPI#PROC_NULL} beyond an edge
     */
    public int getRankDest() {
        return rankDest;
    }
}
