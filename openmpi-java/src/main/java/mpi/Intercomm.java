package mpi;

/** TODO. MPI: see the list. */
public final class Intercomm extends Comm {
    Intercomm() {
    }

    /**
     * TODO.
     * @return TODO
     */
    @Override
    public Intercomm clone() {
        throw MPIException.notYet("Intercomm.clone");
    }

    /**
     * TODO.
     * @return TODO
     */
    public Intercomm dup() {
        throw MPIException.notYet("Intercomm.dup");
    }

    /**
     * TODO.
     * @return TODO
     */
    public Intercomm iDup() {
        throw MPIException.notYet("Intercomm.iDup");
    }

    /**
     * TODO.
     *
     * @param info TODO
     * @return TODO
     */
    public Intercomm dupWithInfo(Info info) {
        throw MPIException.notYet("Intercomm.dupWithInfo");
    }

    /**
     * TODO. MPI: MPI_Comm_remote_size.
     * @return TODO
     */
    public int getRemoteSize() {
        throw MPIException.notYet("Intercomm.getRemoteSize");
    }

    /**
     * TODO. MPI: MPI_Comm_remote_group.
     * @return TODO
     */
    public Group getRemoteGroup() {
        throw MPIException.notYet("Intercomm.getRemoteGroup");
    }

    /**
     * TODO. MPI: MPI_Intercomm_merge.
     *
     * @param high TODO
     * @return TODO
     */
    public Intracomm merge(boolean high) {
        throw MPIException.notYet("Intercomm.merge");
    }

    /**
     * TODO. MPI: MPI_Comm_get_parent.
     * @return TODO
     */
    public static Intercomm getParent() {
        throw MPIException.notYet("Intercomm.getParent");
    }
}
