package mpi;

/** TODO. MPI: see the list. */
public final class GraphComm extends Intracomm {
    GraphComm() {
    }

    /**
     * TODO.
     * @return TODO
     */
    @Override
    public GraphComm clone() {
        throw MPIException.notYet("GraphComm.clone");
    }

    /**
     * TODO.
     * @return TODO
     */
    public GraphComm dup() {
        throw MPIException.notYet("GraphComm.dup");
    }

    /**
     * TODO.
     * @return TODO
     */
    public GraphComm iDup() {
        throw MPIException.notYet("GraphComm.iDup");
    }

    /**
     * TODO.
     *
     * @param info TODO
     * @return TODO
     */
    public GraphComm dupWithInfo(Info info) {
        throw MPIException.notYet("GraphComm.dupWithInfo");
    }

    /**
     * TODO. MPI: MPI_Graphdims_get.
     * @return TODO
     */
    public GraphParms getDims() {
        throw MPIException.notYet("GraphComm.getDims");
    }

    /**
     * TODO. MPI: MPI_Graph_neighbors_count.
     *
     * @param rank TODO
     * @return TODO
     */
    public int[] getNeighbors(int rank) {
        throw MPIException.notYet("GraphComm.getNeighbors");
    }

    /**
     * TODO.
     * @return TODO
     */
    public DistGraphNeighbors getDistGraphNeighbors() {
        throw MPIException.notYet("GraphComm.getDistGraphNeighbors");
    }

    /**
     * TODO. MPI: MPI_Graph_map.
     *
     * @param index TODO
     * @param edges TODO
     * @return TODO
     */
    public int map(int[] index, int[] edges) {
        throw MPIException.notYet("GraphComm.map");
    }
}
