package mpi;

/** TODO. MPI: see the list. */
public interface Freeable {
    /**
     * TODO.
     */
    void free();
}
