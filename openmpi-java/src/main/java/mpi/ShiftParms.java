package mpi;

/** TODO. MPI: see the list. */
public final class ShiftParms {
    ShiftParms() {
    }

    /**
     * TODO.
     * @return TODO
     */
    public int getRankSource() {
        throw MPIException.notYet("ShiftParms.getRankSource");
    }

    /**
     * TODO.
     * @return TODO
     */
    public int getRankDest() {
        throw MPIException.notYet("ShiftParms.getRankDest");
    }
}
