package mpi;

/** TODO. MPI: see the list. */
public final class Info implements Freeable, Cloneable {
    /**
     * TODO.
     */
    public Info() {
        throw MPIException.notYet("Info");
    }

    /**
     * TODO. MPI: MPI_Info_set.
     *
     * @param key TODO
     * @param value TODO
     */
    public void set(String key, String value) {
        throw MPIException.notYet("Info.set");
    }

    /**
     * TODO. MPI: MPI_Info_get.
     *
     * @param key TODO
     * @return TODO
     */
    public String get(String key) {
        throw MPIException.notYet("Info.get");
    }

    /**
     * TODO. MPI: MPI_Info_delete.
     *
     * @param key TODO
     */
    public void delete(String key) {
        throw MPIException.notYet("Info.delete");
    }

    /**
     * TODO. MPI: MPI_Info_get_nkeys.
     * @return TODO
     */
    public int size() {
        throw MPIException.notYet("Info.size");
    }

    /**
     * TODO. MPI: MPI_Info_get_nthkey.
     *
     * @param i TODO
     * @return TODO
     */
    public String getKey(int i) {
        throw MPIException.notYet("Info.getKey");
    }

    /**
     * TODO.
     * @return TODO
     */
    @Override
    public Info clone() {
        throw MPIException.notYet("Info.clone");
    }

    /**
     * TODO. MPI: MPI_Info_dup.
     * @return TODO
     */
    public Info dup() {
        throw MPIException.notYet("Info.dup");
    }

    /**
     * TODO.
     */
    public void free() {
        throw MPIException.notYet("Info.free");
    }

    /**
     * TODO.
     * @return TODO
     */
    public boolean isNull() {
        throw MPIException.notYet("Info.isNull");
    }
}
