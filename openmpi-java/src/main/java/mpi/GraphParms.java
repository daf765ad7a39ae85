package mpi;

/** TODO. MPI: see the list. */
public final class GraphParms {
    GraphParms() {
    }

    /**
     * TODO.
     * @return TODO
     */
    public int getIndexCount() {
        throw MPIException.notYet("GraphParms.getIndexCount");
    }

    /**
     * TODO.
     *
     * @param i TODO
     * @return TODO
     */
    public int getIndex(int i) {
        throw MPIException.notYet("GraphParms.getIndex");
    }

    /**
     * TODO.
     * @return TODO
     */
    public int getEdgeCount() {
        throw MPIException.notYet("GraphParms.getEdgeCount");
    }

    /**
     * TODO.
     *
     * @param i TODO
     * @return TODO
     */
    public int getEdge(int i) {
        throw MPIException.notYet("GraphParms.getEdge");
    }
}
