package mpi;

/** TODO. MPI: see the list. */
public final class Version {
    Version() {
    }

    /**
     * TODO.
     * @return TODO
     */
    public int getVersion() {
        throw MPIException.notYet("Version.getVersion");
    }

    /**
     * TODO.
     * @return TODO
     */
    public int getSubVersion() {
        throw MPIException.notYet("Version.getSubVersion");
    }
}
