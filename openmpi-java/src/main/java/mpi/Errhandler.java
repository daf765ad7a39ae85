package mpi;

/**
 * The handling of errors: {@link MPI#ERRORS_RETURN}, the default, throws an {@link MPIException};
 * {@link MPI#ERRORS_ARE_FATAL} and {@link MPI#ERRORS_ABORT} end the job. MPI: MPI_Errhandler.
 */
public final class Errhandler {
    static final Errhandler ERRORS_ARE_FATAL = new Errhandler(true);
    static final Errhandler ERRORS_ABORT = new Errhandler(true);
    /**
     * This field is here, and not in MPI, because the first communicators of class MPI need it before the fields of MPI
     * are set.
     */
    static final Errhandler ERRORS_RETURN = new Errhandler(false);

    private final boolean fatal;

    private Errhandler(boolean fatal) {
        this.fatal = fatal;
    }

    boolean fatal() {
        return fatal;
    }

    /** Whether a handler that the program passes, which may be null, is fatal. */
    static boolean fatal(Errhandler handler) {
        return handler != null && handler.fatal;
    }
}
