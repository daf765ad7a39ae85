package mpi;

/**
 * What becomes of an error: {@link MPI#ERRORS_RETURN}, the default, throws an {@link MPIException};
 * {@link MPI#ERRORS_ARE_FATAL} and {@link MPI#ERRORS_ABORT} end the job. MPI: MPI_Errhandler.
 */
public final class Errhandler {
    static final Errhandler ERRORS_ARE_FATAL = new Errhandler(true);
    static final Errhandler ERRORS_ABORT = new Errhandler(true);
    /** Here, not in MPI, because MPI's first communicators need it before MPI's own fields are set. */
    static final Errhandler ERRORS_RETURN = new Errhandler(false);

    private final boolean fatal;

    private Errhandler(boolean fatal) {
        this.fatal = fatal;
    }

    boolean fatal() {
        return fatal;
    }
}
