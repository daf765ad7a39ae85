package mpi;

/** What {@link CartComm#shift} tells: the partners of a shift. */
public final class ShiftParms {
    private final int rankSource;
    private final int rankDest;

    ShiftParms(int rankSource, int rankDest) {
        this.rankSource = rankSource;
        this.rankDest = rankDest;
    }

    /**
     * The rank to receive from.
     *
     * @return the rank, or {@link MPI#PROC_NULL} beyond an edge
     */
    public int getRankSource() {
        return rankSource;
    }

    /**
     * The rank to send to.
     *
     * @return the rank, or {@link MPI#PROC_NULL} beyond an edge
     */
    public int getRankDest() {
        return rankDest;
    }
}
