package mpi;

/** TODO. MPI: see the list. */
public final class DistGraphNeighbors {
    DistGraphNeighbors() {
    }

    /**
     * TODO.
     * @return TODO
     */
    public int getInDegree() {
        throw MPIException.notYet("DistGraphNeighbors.getInDegree");
    }

    /**
     * TODO.
     * @return TODO
     */
    public int getOutDegree() {
        throw MPIException.notYet("DistGraphNeighbors.getOutDegree");
    }

    /**
     * TODO.
     * @return TODO
     */
    public boolean isWeighted() {
        throw MPIException.notYet("DistGraphNeighbors.isWeighted");
    }

    /**
     * TODO.
     *
     * @param i TODO
     * @return TODO
     */
    public int getSource(int i) {
        throw MPIException.notYet("DistGraphNeighbors.getSource");
    }

    /**
     * TODO.
     *
     * @param i TODO
     * @return TODO
     */
    public int getSourceWeight(int i) {
        throw MPIException.notYet("DistGraphNeighbors.getSourceWeight");
    }

    /**
     * TODO.
     *
     * @param i TODO
     * @return TODO
     */
    public int getDestination(int i) {
        throw MPIException.notYet("DistGraphNeighbors.getDestination");
    }

    /**
     * TODO.
     *
     * @param i TODO
     * @return TODO
     */
    public int getDestinationWeight(int i) {
        throw MPIException.notYet("DistGraphNeighbors.getDestinationWeight");
    }
}
