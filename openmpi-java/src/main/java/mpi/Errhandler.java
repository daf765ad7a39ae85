package mpi;

/** TODO. MPI: see the list. */
public final class Errhandler {
    static final Errhandler ERRORS_ARE_FATAL = new Errhandler();
    /** Here, not in MPI, because MPI's first communicators need it before MPI's own fields are set. */
    static final Errhandler ERRORS_RETURN = new Errhandler();

    private Errhandler() {
    }
}
