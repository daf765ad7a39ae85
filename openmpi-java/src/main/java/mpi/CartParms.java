package mpi;

/** TODO. MPI: see the list. */
public final class CartParms {
    CartParms() {
    }

    /**
     * TODO.
     * @return TODO
     */
    public int getDimCount() {
        throw MPIException.notYet("CartParms.getDimCount");
    }

    /**
     * TODO.
     *
     * @param i TODO
     * @return TODO
     */
    public int getDim(int i) {
        throw MPIException.notYet("CartParms.getDim");
    }

    /**
     * TODO.
     *
     * @param i TODO
     * @return TODO
     */
    public boolean getPeriod(int i) {
        throw MPIException.notYet("CartParms.getPeriod");
    }

    /**
     * TODO.
     *
     * @param i TODO
     * @return TODO
     */
    public int getCoord(int i) {
        throw MPIException.notYet("CartParms.getCoord");
    }
}
