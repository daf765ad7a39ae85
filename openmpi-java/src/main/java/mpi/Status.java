package mpi;

/** TODO. MPI: see the list. */
public final class Status {
    Status() {
    }

    /**
     * TODO. MPI: MPI_Get_count.
     *
     * @param datatype TODO
     * @return TODO
     */
    public int getCount(Datatype datatype) {
        throw MPIException.notYet("Status.getCount");
    }

    /**
     * TODO. MPI: MPI_Test_cancelled.
     * @return TODO
     */
    public boolean isCancelled() {
        throw MPIException.notYet("Status.isCancelled");
    }

    /**
     * TODO. MPI: MPI_Get_elements.
     *
     * @param datatype TODO
     * @return TODO
     */
    public int getElements(Datatype datatype) {
        throw MPIException.notYet("Status.getElements");
    }

    /**
     * TODO. MPI: MPI_Get_elements_x.
     *
     * @param datatype TODO
     * @return TODO
     */
    public Count getElementsX(Datatype datatype) {
        throw MPIException.notYet("Status.getElementsX");
    }

    /**
     * TODO. MPI: MPI_Status_set_elements.
     *
     * @param datatype TODO
     * @param count TODO
     */
    public void setElements(Datatype datatype, int count) {
        throw MPIException.notYet("Status.setElements");
    }

    /**
     * TODO. MPI: MPI_Status_set_elements_x.
     *
     * @param datatype TODO
     * @param count TODO
     */
    public void setElementsX(Datatype datatype, Count count) {
        throw MPIException.notYet("Status.setElementsX");
    }

    /**
     * TODO. MPI: MPI_Status_set_cancelled.
     *
     * @param flag TODO
     */
    public void setCancelled(boolean flag) {
        throw MPIException.notYet("Status.setCancelled");
    }

    /**
     * TODO.
     * @return TODO
     */
    public int getSource() {
        throw MPIException.notYet("Status.getSource");
    }

    /**
     * TODO.
     * @return TODO
     */
    public int getTag() {
        throw MPIException.notYet("Status.getTag");
    }

    /**
     * TODO.
     * @return TODO
     */
    public int getError() {
        throw MPIException.notYet("Status.getError");
    }

    /**
     * TODO.
     * @return TODO
     */
    public int getIndex() {
        throw MPIException.notYet("Status.getIndex");
    }
}
